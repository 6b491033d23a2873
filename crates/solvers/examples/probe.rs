//! One table again and again (to look at with a profiler).
use std::time::Duration;
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, grundy_table, p_below_into, p_first_into};
#[repr(C)]
struct Ts { s: i64, n: i64 }
unsafe extern "C" { fn clock_gettime(id: i32, t: *mut Ts) -> i32; }
fn now() -> Duration { let mut t = Ts { s: 0, n: 0 }; unsafe { clock_gettime(3, &mut t); } Duration::new(t.s as u64, t.n as u32) }
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let runs: usize = a[2].parse().unwrap();
    let sides: Vec<u64> = a[3].split(',').map(|x| x.parse().unwrap()).collect();
    for text in &a[4..] {
        let rules = Rules::read(&text.replace("; ", "\n")).unwrap();
        let mut best = Duration::MAX;
        let mut method = "";
        let b = Budget::default().with_memory(8 << 30);
        for _ in 0..runs {
            let s = now();
            let mut n = 0usize;
            method = match a[1].as_str() {
                "g" => grundy_table(&rules, &sides, &b).unwrap().method,
                "p" => p_below_into(&rules, sides[0], &b, &mut |c| n += c.len()).unwrap(),
                _ => p_first_into(&rules, sides[0] as usize, &b, &mut |c| n += c.len()).unwrap_or("refused"),
            };
            best = best.min(now() - s);
        }
        let cells: f64 = sides.iter().map(|s| *s as f64).product();
        println!("{:9.2} ms {:7.1} ns/cell [{method}] {}", best.as_secs_f64() * 1e3, best.as_secs_f64() * 1e9 / cells, text);
    }
}
