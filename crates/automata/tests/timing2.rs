//! Checks a file.
#[test]
#[ignore]
fn check_file() {
    let path = std::env::var("CERT").unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let t = std::time::Instant::now();
    let r = wythoff_certificate::automaton::check(&text).unwrap();
    println!("{} steps {:?}", r.steps, t.elapsed());
}
