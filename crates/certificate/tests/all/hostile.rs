//! Files made to cost much: the checkers stay within their bounds of memory, as measured by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff_certificate::automaton::{Bounds, check_within};
use wythoff_certificate::table::check_table;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counted;

// SAFETY: every call is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The most bytes that were held at once during a call, besides those held before it.
fn peak(run: impl FnOnce()) -> usize {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    run();
    MOST.load(Ordering::Relaxed) - before
}

const BYTES: u64 = 32 << 20;

fn automaton(name: &str, text: &str) {
    let bounds = Bounds { bytes: BYTES, ..Bounds::default() };
    let mut error = String::new();
    let used = peak(|| error = check_within(text, bounds).unwrap_err().to_string());
    assert!(used < 2 * BYTES as usize, "{name}: {} MiB, {error}", used >> 20);
}

fn head(numeration: &str, coordinates: &str) -> String {
    format!(
        "wythoff automaton certificate 1\nnumeration {numeration}\ncoordinates {coordinates}\nplay normal\n"
    )
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn the_memory_of_the_checkers_is_bounded() {
    let piles = ["pile"; 8].join(" ");
    let family = format!("family f\nchange {}\n", ["less"; 8].join(" "));
    let zero = ["0"; 8].join(",");
    let set = format!("automaton set 1\nstarts 1\ns 1 {zero}>1\npart absorption\n");
    // Eleven lines: the automaton of all positions has 12^8 states.
    let wide = head("parry 1 1 1 1 1 1 1 1 1 1 1 1", &piles) + &family + &set;
    assert_eq!(wide.lines().count(), 10);
    automaton("all positions", &wide);
    // Many terminal positions.
    let mut many = head("base 2", "pile pile");
    for i in 0..20_000u64 {
        let _ = writeln!(many, "terminal {} {}", i * 48_271 % 1_000_003, i * 16_807 % 999_983);
    }
    many += "automaton set 1\nstarts 1\ns 1 0,0>1\n";
    automaton("terminal positions", &many);
    // Short lines that stand for much.
    let families = head("base 2", "pile pile") + &"family f\nchange less less\n".repeat(400_000);
    automaton("families", &families);
    let states = head("base 2", "pile") + "automaton set 3000000\nstarts 1\n" + &"s 0\n".repeat(3_000_000);
    automaton("states", &states);
    automaton("lines", &"\n".repeat(8 << 20));
    let rules = "wythoff automaton certificate 1\n".to_string() + &"rules \n".repeat(2_000_000);
    automaton("rules", &rules);
    // Tables: a pass doubles the states, and the file says nothing of half of them.
    let table = "wyt-table 1\nkind p-set\nconvention normal\npass\nrules\n  piles ordered x, y\n  move (i, 0)\nbelow 16000,16000\nmerged no\ndata\n0,0\nend 1\n";
    let mut told = String::new();
    let used = peak(|| told = format!("{:?}", check_table(table)));
    assert!(used < 1 << 30, "a table with a pass: {} MiB, {told}", used >> 20);
}

#[test]
fn long_words_with_long_windows_are_refused_at_once() {
    let letters = 8_000_000;
    let text = format!(
        "wyt-certificate 1 transducer\nvectors\norigin 10 state 0\nsync 0\nwindow 4096\nstates 1\nstate 0 used differences cells\n\
         transitions 0\nwords 1\nword {letters} {}\nend\n",
        "5".repeat(letters / 4)
    );
    let began = std::time::Instant::now();
    let why = wythoff_certificate::transducer::check(&text).expect_err("too long");
    assert!(why.reason.contains("letters together"), "{why}");
    assert!(began.elapsed().as_secs() < 20);
}
