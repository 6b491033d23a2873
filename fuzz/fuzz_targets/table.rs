//! The checker of tables on any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wythoff_certificate::table::check_table_within;

fuzz_target!(|text: &str| {
    let _ = check_table_within(text, 1 << 16);
});
