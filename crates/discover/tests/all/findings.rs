//! Findings on data of known games, made from their rules by brute force here.

use wythoff_discover::findings::{Finding, Numbers, Positions, of_positions, of_rows, of_sequence};

/// P-positions x <= y < bound of a symmetric two-pile game: a move takes (i,j) with `allowed(i, j)`.
fn solve(bound: usize, allowed: impl Fn(usize, usize) -> bool) -> Positions {
    let moves: Vec<(usize, usize)> = (0..bound)
        .flat_map(|i| (0..bound).map(move |j| (i, j)))
        .filter(|&(i, j)| (i, j) != (0, 0) && allowed(i, j))
        .collect();
    // Forward marking: a P-position makes everything that moves to it N.
    let mut n = vec![vec![false; bound]; bound];
    let mut positions = Vec::new();
    for x in 0..bound {
        for y in 0..bound {
            if !n[x][y] {
                for &(i, j) in &moves {
                    if x + i < bound && y + j < bound {
                        n[x + i][y + j] = true;
                    }
                }
                if x <= y {
                    positions.push(vec![x as u64, y as u64]);
                }
            }
        }
    }
    Positions::unordered(positions, bound as u64).expect("sorted")
}

/// The findings, each as `kind: statement (bound)`.
fn said(positions: &Positions) -> Vec<String> {
    of_positions(positions).iter().map(line).collect()
}

fn line(finding: &Finding) -> String {
    format!("{}: {} ({})", finding.kind, finding.statement, finding.bound)
}

#[track_caller]
fn expect(said: &[String], lines: &[&str]) {
    for line in lines {
        assert!(said.iter().any(|s| s == line), "missing: {line}\nfound:\n{}", said.join("\n"));
    }
}

#[track_caller]
fn expect_none(said: &[String], part: &str) {
    assert!(!said.iter().any(|s| s.contains(part)), "{part} in\n{}", said.join("\n"));
}

#[test]
fn wythoff() {
    let said = said(&solve(200, |i, j| i == 0 || j == 0 || i == j));
    expect(
        &said,
        &[
            "slope: the ratio y/x of the outer P-positions lies in [89/55, 109/67]: a single beam, with 38 of 38 positions (piles below 200)",
            "complementary: every integer from 0 to 122 is exactly one pile size of the pairs: a and b are complementary (piles up to 122)",
            "difference: b_n = a_n + n for every n (n < 77)",
            "beatty: a_n = floor(n alpha) for every alpha in [55/34, 89/55), which contains (1+sqrt(5))/2, the slope that b_n = a_n + n asks for (n < 77)",
            "beatty: b_n = floor(n alpha) for every alpha in [89/34, 144/55), which contains (3+sqrt(5))/2, complementary to the slope of a (n < 77)",
            "word: the differences a_(n+1) - a_n are 1, 2, a balanced word: sums of factors of equal length up to 38 differ by at most 1 (n < 77)",
            "morphism: the word of differences of a after its first letter is fixed by 2 -> 2 1, 1 -> 2 (76 letters)",
            "numeration: m >= 1 is some a_n iff it ends in an even number of zeros in Zeckendorf's system (piles up to 122)",
            "numeration: b_n is a_n with a zero appended in Zeckendorf's system (n < 77)",
        ],
    );
    assert!(said.iter().any(|s| s.starts_with("automaton: an automaton of 7 states")));
    expect_none(&said, "proved");
}

#[test]
fn t_wythoff() {
    for t in 2..=4usize {
        let said = said(&solve(400, |i, j| i == 0 || j == 0 || i.abs_diff(j) < t));
        let alpha = ["sqrt(2)", "(-1+sqrt(13))/2", "-1+sqrt(5)"][t - 2];
        assert!(said.iter().any(|s| s.starts_with(&format!("difference: b_n = a_n + {t} n for every n"))));
        assert!(
            said.iter().any(|s| s.starts_with("beatty: a_n") && s.contains(alpha)),
            "{}",
            said.join("\n")
        );
        assert!(
            said.iter()
                .any(|s| s.contains(&format!("a zero appended in the Ostrowski system of period {t}")))
        );
        assert!(
            said.iter().any(|s| s.starts_with("automaton:") && s.contains(&format!("ostrowski {t}"))),
            "{}",
            said.join("\n")
        );
    }
}

#[test]
fn misere_wythoff_has_a_constant() {
    // The two smallest positions are N: P starts (0,1), (2,2), and goes on as in normal play.
    let bound = 120;
    let mut p = vec![vec![false; bound]; bound];
    for x in 0..bound {
        for y in 0..bound {
            let options = (1..=x)
                .map(|i| p[x - i][y])
                .chain((1..=y).map(|j| p[x][y - j]))
                .chain((1..=x.min(y)).map(|k| p[x - k][y - k]));
            p[x][y] = (x, y) != (0, 0) && !options.into_iter().any(|q| q);
        }
    }
    let cells = (0..bound).flat_map(|x| (x..bound).map(move |y| (x, y)));
    let list = cells.filter(|&(x, y)| p[x][y]).map(|(x, y)| vec![x as u64, y as u64]).collect();
    let said = said(&Positions::unordered(list, bound as u64).expect("sorted"));
    expect(&said, &["difference: b_n = a_n + n for n >= 2 (n < 46)"]);
}

#[test]
fn wyt_of_a_constant() {
    let said = said(&solve(200, |i, j| i == 0 || j == 0 || i.max(j) < 3 * i.min(j)));
    expect(
        &said,
        &[
            "difference: b_n = 3 a_n for every n (n < 50)",
            "beatty: a_n is no floor(n alpha + beta): index 8 refutes it (n <= 8)",
            "numeration: m >= 1 is some a_n iff it ends in an even number of zeros in base 3 (piles up to 65)",
            "numeration: b_n is a_n with a zero appended in base 3 (n < 50)",
        ],
    );
}

#[test]
fn radius() {
    let said = said(&solve(60, |i, j| (i == 0 || j == 0 || i == j) && i <= 3 && j <= 3));
    expect(
        &said,
        &[
            "residue: a position is P iff its piles modulo 4 are one of 3 residue vectors: (0,0), (1,2), (2,1) (piles below 60)",
        ],
    );
    expect_none(&said, "slope");
}

#[test]
fn two_two() {
    // GEO: R_n = mex, differences grow by floor(n/2) in each half; here on the game itself.
    let said = said(&solve(200, |i, j| i == 0 || j == 0 || (i == j && i % 2 == 0)));
    expect(&said, &["period: (b-a)_(n+4) = (b-a)_n + 2 for n >= 3 (n < 89)"]);
    assert!(said.iter().any(|s| s.starts_with("beatty: a_n is no floor(n alpha + beta)")));
    expect_none(&said, "automaton");
}

#[test]
fn duchene_rigo() {
    // M_DR(k): Wythoff without (2i,2i), 0 < i < k, with (2k+1,2k+2) and its mirror image (VIS Theorem 3).
    for (k, alpha) in [(2, "sqrt(3)"), (3, "(-1+sqrt(21))/2")] {
        let leap = (2 * k + 1, 2 * k + 2);
        let allowed = |i: usize, j: usize| {
            let diagonal = i == j && !(i.is_multiple_of(2) && i < 2 * k);
            i == 0 || j == 0 || diagonal || (i.min(j), i.max(j)) == leap
        };
        let said = said(&solve(500, allowed));
        assert!(
            said.iter().any(|s| s.starts_with("beatty: a_n = floor(n alpha)") && s.contains(alpha)),
            "{}",
            said.join("\n")
        );
        assert!(
            said.iter().any(|s| s.starts_with("automaton:") && s.contains(&format!("ostrowski 1 {k}"))),
            "{}",
            said.join("\n")
        );
    }
}

#[test]
fn nim() {
    let two = said(&solve(64, |i, j| i == 0 || j == 0));
    expect(
        &two,
        &[
            "nim-sum: a position is P iff the nim-sum of its piles is 0 (piles below 64)",
            "period: a_n = n for every n (n < 64)",
        ],
    );
    let mut three = Vec::new();
    for x in 0..20u64 {
        for y in x..20 {
            if x ^ y >= y && x ^ y < 20 {
                three.push(vec![x, y, x ^ y]);
            }
        }
    }
    expect(
        &said(&Positions::unordered(three.clone(), 20).expect("sorted")),
        &["nim-sum: a position is P iff the nim-sum of its piles is 0 (piles below 20)"],
    );
    // One position less, and it is no longer said.
    three.pop();
    expect_none(&said(&Positions::unordered(three, 20).expect("sorted")), "nim-sum");
}

#[test]
fn maharaja() {
    let said = said(&solve(300, |i, j| i == 0 || j == 0 || i == j || (i.min(j), i.max(j)) == (1, 2)));
    expect(
        &said,
        &[
            "difference: b_n - a_n - n lies between -4 and 3; were it bounded for ever and a, b complementary, a_n/n would tend to (1+sqrt(5))/2 (n < 115)",
            "slope: the ratio y/x of the outer P-positions lies in [196/123, 33/20]: a single beam, with 57 of 57 positions (piles below 300)",
        ],
    );
}

#[test]
fn two_beams() {
    // Wythoff with the (1,2) rays splits: slopes near 1.4778 and 2.2477.
    let said = said(&solve(400, |i, j| i == 0 || j == 0 || i == j || i == 2 * j || j == 2 * i));
    assert_eq!(
        said.iter().filter(|s| s.starts_with("slope:") && s.contains("one of 2 beams")).count(),
        2,
        "{}",
        said.join("\n")
    );
}

#[test]
fn blocking_has_two_beams() {
    // Wythoff with one option blocked: (n, 2n+1) and twice Wythoff's pairs plus 2 (VIS 8.2).
    let bound = 300;
    let mut p = vec![vec![false; bound]; bound];
    for x in 0..bound {
        for y in 0..bound {
            let nim = (0..x).filter(|&u| p[u][y]).count() + (0..y).filter(|&v| p[x][v]).count();
            let both = (1..=x.min(y)).filter(|&k| p[x - k][y - k]).count();
            p[x][y] = nim + both < 2;
        }
    }
    let cells = (0..bound).flat_map(|x| (x..bound).map(move |y| (x, y)));
    let list = cells.filter(|&(x, y)| p[x][y]).map(|(x, y)| vec![x as u64, y as u64]).collect();
    let said = said(&Positions::unordered(list, bound as u64).expect("sorted"));
    assert_eq!(said.iter().filter(|s| s.contains("one of 2 beams")).count(), 2, "{}", said.join("\n"));
}

#[test]
fn sequences() {
    let said = |start, terms: &[i64]| of_sequence(start, terms).iter().map(line).collect::<Vec<_>>();
    expect(
        &said(0, &[0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]),
        &["recurrence: s_n = s_(n-1) + s_(n-2) for n >= 2 (n < 12)"],
    );
    let squares: Vec<i64> = (1..40).map(|n| n * n).collect();
    expect(
        &said(1, &squares),
        &["recurrence: s_n = 3 s_(n-1) - 3 s_(n-2) + s_(n-3) for n >= 4: a polynomial of degree 2 (n < 40)"],
    );
    let shifted: Vec<i64> = (1..80).map(|n| (7 * n + 3) / 5).collect();
    expect(&said(1, &shifted), &["period: s_(n+5) = s_n + 7 for every n (n < 80)"]);
    assert!(said(1, &shifted).iter().any(|s| s.starts_with("beatty: s_n = floor(n alpha + beta)") && s.contains("which contains 7/5")));
    // An early disturbance leaves the tail.
    let mut disturbed: Vec<i64> = (0..200).map(|n| n * 577 / 408).collect();
    disturbed[3] += 5;
    assert!(said(0, &disturbed).iter().any(|s| s.starts_with("beatty: from n = 50 on")));
    assert!(said(0, &[5]).is_empty());
    assert!(said(0, &[]).is_empty());
}

#[test]
fn grundy_rows() {
    let table = |rows: u64, columns: u64, g: fn(u64, u64) -> u64| {
        (0..rows).map(|x| (0..columns).map(|y| g(x, y)).collect()).collect::<Vec<Vec<u64>>>()
    };
    let said = |rows: &[Vec<u64>]| of_rows(rows).expect("small values").iter().map(line).collect::<Vec<_>>();
    let nim = said(&table(8, 40, |x, y| x ^ y));
    expect(
        &nim,
        &[
            "nim-sum: G(x,y) is the nim-sum of x and y (8 rows of 40 values)",
            "period: row 3: G(3,y+4) = G(3,y) + 4 for y >= 0 (y < 40)",
        ],
    );
    let cyclic = said(&table(12, 40, |x, y| (x + y) % 4));
    expect(
        &cyclic,
        &[
            "residue: G(x,y) = (x + y) mod 4 (12 rows of 40 values)",
            "residue: G depends on x and y modulo 4 only (12 rows of 40 values)",
        ],
    );
    assert!(of_rows(&[vec![1 << 60]]).is_err());
}

#[test]
fn symmetry_is_said_of_the_square_that_was_compared() {
    let table = |rows: u64, columns: u64| {
        // Symmetric up to 4, not at (0,5).
        (0..rows).map(|x| (0..columns).map(|y| if (x, y) == (0, 5) { 0 } else { x + y }).collect()).collect()
    };
    let symmetry = |rows: Vec<Vec<u64>>| {
        let found = of_rows(&rows).expect("small values");
        found.iter().find(|f| f.kind == "symmetry").map(line)
    };
    assert_eq!(symmetry(table(4, 60)), Some("symmetry: G(x,y) = G(y,x) (x,y < 4)".to_string()));
    assert_eq!(symmetry(table(6, 60)), None);
}

#[test]
fn an_excluded_end_is_not_named() {
    // One short of 2n at the start, then 2n - 1: every slope is below 2.
    let below_two: Vec<i64> = (1..40).map(|n| 2 * n - 1).chain([2 * 40 - 2]).collect();
    let halves: Vec<i64> = (1..=13).map(|n| n * 6 / 13).collect();
    for terms in [below_two, halves] {
        for finding in of_sequence(1, &terms).iter().filter(|f| f.kind == "beatty") {
            let (Numbers::Beatty { alpha, named, .. }
            | Numbers::Line { alpha, named, .. }
            | Numbers::LaterLine { alpha, named, .. }) = &finding.data
            else {
                panic!("no interval: {}", finding.statement)
            };
            assert_ne!(named.as_ref(), Some(&alpha[1]), "{}", finding.statement);
            assert!(!finding.statement.contains("+ -"), "{}", finding.statement);
        }
    }
    let line = |terms: &[i64]| of_sequence(1, terms).first().map(|f| f.statement.clone()).unwrap_or_default();
    // The lower end belongs to the slopes of floor(n alpha).
    let rational: Vec<i64> = (1..60).map(|n| n * 3 / 2).collect();
    assert!(line(&rational).ends_with("which contains 3/2"), "{}", line(&rational));
}

#[test]
fn sequences_with_common_terms_are_not_complementary() {
    let equal = said(&solve(40, |i, j| i == 0 || j == 0));
    expect(
        &equal,
        &[
            "complementary: every integer from 0 to 39 is in exactly one pair, but a and b are not complementary: 1 is both a_1 and b_1 (piles up to 39)",
        ],
    );
    let wythoff = said(&solve(40, |i, j| i == 0 || j == 0 || i == j));
    assert!(wythoff.iter().any(|s| s.contains("a and b are complementary")), "{wythoff:?}");
}

#[test]
fn bad_data_is_refused() {
    assert!(Positions::unordered(vec![vec![2, 1]], 5).is_err());
    assert!(Positions::ordered(vec![vec![2, 1], vec![1]], 5).is_err());
    assert!(Positions::ordered(vec![vec![u64::MAX, 1]], 5).is_err());
    assert!(of_positions(&Positions::ordered(Vec::new(), 0).expect("empty")).is_empty());
    // Sparse and far apart: nothing is spread out in memory.
    let sparse: Vec<Vec<u64>> = (0..20u64).map(|n| vec![n << 50, (n << 50) + n]).collect();
    of_positions(&Positions::unordered(sparse, 1 << 55).expect("sorted"));
    let many: Vec<Vec<u64>> = (0..100u64).map(|n| (0..14).map(|i| n * 20 + i).collect()).collect();
    of_positions(&Positions::unordered(many, 2100).expect("sorted"));
}
