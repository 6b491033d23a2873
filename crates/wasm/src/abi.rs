//! The module's exports and imports.

use crate::{Host, answer, engine};
use std::sync::{LazyLock, Once};
use wythoff_lab::{Engine, Event, Failure};

#[link(wasm_import_module = "lab")]
unsafe extern "C" {
    fn now() -> f64;
    fn stop() -> i32;
    fn tell(kind: i32, address: *const u8, length: usize);
}

/// The page's side of the module.
const PAGE: Host = Host {
    // SAFETY: the host gives a number, and touches nothing here.
    now: || unsafe { now() },
    // SAFETY: as above.
    stop: || unsafe { stop() } != 0,
    tell: tell_event,
};

/// A line of JSON.
const LINE: i32 = 0;
/// The bytes that the line before announced.
const BYTES: i32 = 1;

fn tell_event(event: &Event) {
    let line = event.line();
    // SAFETY: the host reads the bytes while they are borrowed here.
    unsafe { tell(LINE, line.as_ptr(), line.len()) };
    if let Event::Bytes(_, bytes) = event {
        // SAFETY: as above.
        unsafe { tell(BYTES, bytes.as_ptr(), bytes.len()) };
    }
}

/// Room for a request of so many bytes.
#[unsafe(no_mangle)]
extern "C" fn take(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Answers the request that was written to the room at an address, which is given back.
///
/// # Safety
/// The address is one that [`take`] gave for this length, and is used once.
#[unsafe(export_name = "answer")]
unsafe extern "C" fn answer_request(address: *mut u8, length: usize) {
    static ENGINE: LazyLock<Engine> = LazyLock::new(engine);
    static TOLD: Once = Once::new();
    // A panic traps: say first that there will be no answer.
    TOLD.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let message = format!("the engine failed: this is a bug of the program ({panic})");
            tell_event(&Event::Failed(Failure::new("internal", message)));
        }));
    });
    // SAFETY: by the contract above it is a box of so many bytes, and nobody else has it.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) };
    answer(&ENGINE, &request, PAGE);
}
