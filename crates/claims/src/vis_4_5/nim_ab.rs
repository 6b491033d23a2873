//! VIS 5: Gurvich's NIM(a,b).

use super::{Pair, Pairs, Play, big, kernel_taking, text};
use crate::run::Scale;
use crate::support::{floor, go_on, mex, misere_p_below, pairs_below, surd};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::{Floor, Pow};
use std::collections::BTreeSet;
use wythoff_numbers::{Integer, Quadratic, Rational, mex};
use wythoff_theory::nim_ab::{
    LimitSlope, NimAb, characteristic_polynomial, incidence_matrix, limit_polynomial,
};

fn spec(a: u64, b: u64) -> String {
    format!("nim-ab(a={a},b={b})")
}

fn misere_pairs(spec: &str, side: u64) -> Result<Pairs, String> {
    Ok(misere_p_below(spec, side)?.into_iter().map(|p| (p[0], p[1])).collect())
}

fn may_take(a: u64, b: u64) -> impl Fn(u64, u64) -> bool {
    move |x, y| x.abs_diff(y) < a || x.min(y) < b
}

/// mex_b by its definition: s_0 = -b, the members of S, infinity; at the first gap greater than b the left end plus b.
fn mex_b(set: &BTreeSet<u64>, b: u64) -> u64 {
    let b = b as i64;
    let mut left = -b;
    for s in set.iter().map(|s| *s as i64) {
        if s - left > b {
            break;
        }
        left = s;
    }
    (left + b) as u64
}

/// (6) and (12): x_n = mex_b, y_n = x_n + an + shift. Only the members near the frontier matter.
fn recursion(a: u64, b: u64, shift: u64, count: u64) -> Result<Pairs, String> {
    let mut set = BTreeSet::new();
    let mut pairs = Vec::new();
    for n in 0..count {
        go_on(1 << 8)?;
        let x = mex_b(&set, b);
        let y = x + a * n + shift;
        set.extend([x, y]);
        pairs.push((x, y));
    }
    Ok(pairs)
}

fn recursion_below(a: u64, b: u64, shift: u64, side: u64) -> Result<Pairs, String> {
    Ok(recursion(a, b, shift, side)?.into_iter().filter(|p| p.1 < side).collect())
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn coprime(most_a: u64, most_b: u64) -> Vec<Pair> {
    (1..=most_a).flat_map(|a| (1..=most_b).map(move |b| (a, b))).filter(|(a, b)| gcd(*a, *b) == 1).collect()
}

// VIS-G-nimab: take (x',y') != (0,0) with |x'-y'| < a or min(x',y') < b.
pub(super) fn g_nimab(scale: Scale) -> Checked {
    let side = scale.bound(24, 40, 80);
    for a in 1..=4 {
        for b in 1..=4 {
            agree!(
                pairs_below(&spec(a, b), side)?,
                kernel_taking(side, Play::Normal, may_take(a, b)),
                "a = {a}, b = {b}"
            );
        }
    }
    Finding::holds(format!("a, b = 1..4, piles below {side}"))
}

// VIS-T-nimab-rec: x_n = mex_b, y_n = x_n + an.
pub(super) fn t_nimab_rec(scale: Scale) -> Checked {
    let side = scale.bound(50, 120, 400);
    for a in 1..=5 {
        for b in 1..=5 {
            agree!(pairs_below(&spec(a, b), side)?, recursion_below(a, b, 0, side)?, "a = {a}, b = {b}");
        }
    }
    Finding::holds(format!("a, b = 1..5, piles below {side}"))
}

// VIS-D-mexb: mex_b; mex_1 = mex, mex_b of the empty set is 0.
pub(super) fn d_mexb(scale: Scale) -> Checked {
    let trials = scale.bound(500, 5000, 100_000);
    let mut random = scale.random(5);
    for b in 1..=6 {
        agree!(mex_b(&BTreeSet::new(), b), 0, "the empty set, b = {b}");
        for _ in 0..trials {
            let set: BTreeSet<u64> = (0..random.below(12)).map(|_| random.below(20)).collect();
            agree!(mex::mex_b(set.iter().copied(), b), mex_b(&set, b), "b = {b}, {set:?}");
            agree!(mex_b(&set, 1), mex(&set), "b = 1, {set:?}");
        }
    }
    Finding::holds(format!("b = 1..6, {trials} random sets each"))
}

fn ten(x: [u64; 10], y: [u64; 10]) -> Pairs {
    x.into_iter().zip(y).collect()
}

/// The first ten P-positions from the rules.
fn first_ten(a: u64, b: u64) -> Result<Pairs, String> {
    Ok(pairs_below(&spec(a, b), 60)?.into_iter().take(10).collect())
}

// VIS-TAB4: NIM(1,1) and NIM(2,1), n = 0..9; said to have x < y.
pub(super) fn tab4(_: Scale) -> Checked {
    let one = ten([0, 1, 3, 4, 6, 8, 9, 11, 12, 14], [0, 2, 5, 7, 10, 13, 15, 18, 20, 23]);
    let two = ten([0, 1, 2, 4, 5, 7, 8, 9, 11, 12], [0, 3, 6, 10, 13, 17, 20, 23, 27, 30]);
    agree!(first_ten(1, 1)?, one, "NIM(1,1)");
    agree!(first_ten(2, 1)?, two, "NIM(2,1)");
    let equal = one.iter().find(|p| p.0 == p.1).ok_or("x < y everywhere")?;
    Finding::clarified("x <= y: both tables are right; x < y: all but n = 0", "x <= y: both tables, n = 0..9")
        .fails_at(found(Some(format!("the position {equal:?} has x = y")), "")?)
        .shown_by("wyt p 'nim-ab(a=1,b=1)' --first 10", [format!("{},{}", equal.0, equal.1)])
}

// VIS-C-alpha-a: alpha_a is the positive root of z^2 + (a-2) z - a = 0, that is 1/z + 1/(z+a) = 1.
pub(super) fn c_alpha_a(scale: Scale) -> Checked {
    let most = scale.bound(30, 300, 3000);
    for a in 1..=most {
        let ai = a as i64;
        let z = surd(2 - ai, 1, 2, a * a + 4)?;
        let square = z.mul(&z).map_err(text)?;
        let sum = square.add(&z.mul_integer(&Integer::from(ai - 2))).map_err(text)?;
        agree!(sum.add_integer(&Integer::from(-ai)), Quadratic::integer(0), "a = {a}");
        ensure!(z > Quadratic::integer(0), "a = {a}: the root is positive");
        let other = z.add_integer(&Integer::from(ai));
        let one = z.recip().map_err(text)?.add(&other.recip().map_err(text)?).map_err(text)?;
        agree!(one, Quadratic::integer(1), "a = {a}: 1/z + 1/(z+a)");
        // The product of the roots is -a, so the other is negative.
    }
    agree!(surd(0, 1, 1, 2)?, surd(0, 1, 2, 8)?, "alpha_2 = sqrt 2");
    Finding::holds(format!("a <= {most}, exactly"))
}

// VIS-T7: b = 1: x_n = floor(alpha_a n), y_n = x_n + an.
pub(super) fn t7(scale: Scale) -> Checked {
    let (side, count) = (scale.bound(60, 150, 600), scale.bound(300u64, 2000, 20_000));
    for a in 1..=7u64 {
        let slope = surd(2 - a as i64, 1, 2, a * a + 4)?;
        let mut pairs = Vec::new();
        for n in 0..count {
            let x = floor(&slope, n)?;
            pairs.push((x, x + a * n));
        }
        let below: Pairs = pairs.iter().copied().filter(|p| p.1 < side).collect();
        agree!(pairs_below(&spec(a, 1), side)?, below, "a = {a}");
        agree!(
            recursion(a, 1, 0, count.min(600))?,
            pairs[..count.min(600) as usize],
            "a = {a}: the recursion"
        );
    }
    Finding::holds(format!(
        "a = 1..7, piles below {side} from the rules, n < {} from the recursion",
        count.min(600)
    ))
}

// VIS-C-lintime: the formula is polynomial in the number of digits, the recursion exponential; x_n/n tends to alpha_a.
pub(super) fn c_lintime(scale: Scale) -> Checked {
    let digits = scale.bound(100u64, 1000, 5_000);
    for a in 1..=3u64 {
        let slope = surd(2 - a as i64, 1, 2, a * a + 4)?;
        let n = Natural::from(10u32).pow(digits);
        let x = slope.floor_mul(&Integer::from(&n));
        let [word, _] = NimAb::new(a, 1, false).map_err(text)?.pair(&n).map_err(text)?;
        agree!(Integer::from(word), x, "a = {a}, n = 10^{digits}: formula and morphism");
        // 0 <= n alpha - x_n < 1, so |x_n/n - alpha| < 1/n.
        let defect = slope.mul_integer(&Integer::from(&n)).add_integer(&-x);
        ensure!(defect.floor() == 0, "a = {a}: x_n is not within 1 of n alpha");
        // The recursion goes through every term: their number grows tenfold with each decimal digit of x.
        let terms = |x: u64| recursion(a, 1, 0, x).map(|pairs| pairs.iter().filter(|p| p.0 < x).count());
        ensure!(terms(1000)? >= 9 * terms(100)?, "a = {a}: the number of terms below 100 and 1000");
    }
    Finding::holds(format!(
        "a = 1..3: the formula at n = 10^{digits}, |x_n/n - alpha_a| < 1/n; the recursion needs every term"
    ))
}

// VIS-T8: b <= x_{n+1} - x_n <= 2b, a + b <= y_{n+1} - y_n <= a + 2b.
pub(super) fn t8(scale: Scale) -> Checked {
    let count = scale.bound(200, 1000, 4000);
    let mut reached = BTreeSet::new();
    for a in 1..=7 {
        for b in 1..=7 {
            for w in recursion(a, b, 0, count)?.windows(2) {
                let (dx, dy) = (w[1].0 - w[0].0, w[1].1 - w[0].1);
                ensure!((b..=2 * b).contains(&dx), "a = {a}, b = {b}: x steps from {:?} to {:?}", w[0], w[1]);
                ensure!(
                    (a + b..=a + 2 * b).contains(&dy),
                    "a = {a}, b = {b}: y steps from {:?} to {:?}",
                    w[0],
                    w[1]
                );
                if dx == 2 * b || dx == b {
                    reached.insert((b, dx / b));
                }
            }
        }
    }
    Finding::holds(format!("a, b = 1..7, n < {count}"))
        .detail(format!("both bounds are reached for {} of 7 b", reached.len() / 2))
}

// VIS-TAB5: NIM(1,2) and NIM(2,3), n = 0..9.
pub(super) fn tab5(_: Scale) -> Checked {
    let one = ten([0, 2, 5, 9, 11, 14, 17, 21, 25, 27], [0, 3, 7, 12, 15, 19, 23, 28, 33, 36]);
    let two = ten([0, 3, 8, 11, 15, 20, 26, 29, 33, 36], [0, 5, 12, 17, 23, 30, 38, 43, 49, 54]);
    agree!(first_ten(1, 2)?, one, "NIM(1,2)");
    agree!(first_ten(2, 3)?, two, "NIM(2,3)");
    Finding::holds("20 columns")
}

/// (9): z^{b+1} - z - 1 - sum of z^{ceil(ib/a)} over 0 < i < a, coefficients from z^0 up.
fn polynomial_9(a: u64, b: u64) -> Vec<Integer> {
    let mut coefficients = vec![Integer::from(0); b as usize + 2];
    coefficients[b as usize + 1] += Integer::from(1);
    coefficients[1] -= Integer::from(1);
    coefficients[0] -= Integer::from(1);
    for i in 1..a {
        coefficients[(i * b).div_ceil(a) as usize] -= Integer::from(1);
    }
    coefficients
}

fn value(polynomial: &[Integer], z: &Rational) -> Rational {
    polynomial.iter().rev().fold(Rational::from(0), |sum, c| sum * z + Rational::from(c))
}

// VIS-T-limit: l(a,b) = lim x_n/n exists, irrational and algebraic; l = a/(r-1) with the positive root r of (9).
pub(super) fn t_limit(scale: Scale) -> Checked {
    let most = scale.bound(3, 5, 8);
    let (digits, near) = (60u64, 5u64);
    let n = Natural::from(10u32).pow(digits);
    let close = Rational::from_naturals(Natural::from(1u32), Natural::from(10u32).pow(near));
    for a in 1..=most {
        for b in 1..=most {
            let common = gcd(a, b);
            let p = polynomial_9(a / common, b / common);
            let [x, _] = NimAb::new(a, b, false).map_err(text)?.pair(&n).map_err(text)?;
            let slope = Rational::from_naturals(x, n.clone());
            // If l is within 10^-near of x_n/n, the root 1 + a/l lies between these two, where (9) changes sign.
            let root = |l: Rational| Rational::from(1) + Rational::from(a) / l;
            let (low, high) = (root(&slope + &close), root(&slope - &close));
            ensure!(
                value(&p, &low) < 0 && value(&p, &high) > 0,
                "a = {a}, b = {b}: x_n/n at n = 10^{digits}"
            );
            let (below, above) = LimitSlope::new(a, b).map_err(text)?.interval(200);
            ensure!(
                below < &slope + &close && above > &slope - &close,
                "a = {a}, b = {b}: the interval of l"
            );
            // Monic with constant term -1: a rational root would be 1 or -1, but r > 1 and P(1) = -a.
            agree!(p[0], Integer::from(-1), "a = {a}, b = {b}: the constant term");
            agree!(
                value(&p, &Rational::from(1)),
                Rational::from(-((a / common) as i64)),
                "a = {a}, b = {b}: P(1)"
            );
        }
    }
    Finding::holds(format!(
        "a, b <= {most}: |x_n/n - a/(r-1)| < 10^-{near} at n = 10^{digits}; r is not rational"
    ))
}

// VIS-D-poly9: the polynomial (9), with one positive root, greater than 1.
pub(super) fn d_poly9(scale: Scale) -> Checked {
    let most = scale.bound(8, 20, 60);
    for (a, b) in coprime(most, most) {
        let p = polynomial_9(a, b);
        agree!(limit_polynomial(a, b).map_err(text)?, p, "a = {a}, b = {b}");
        // Descartes: one change of sign, hence one positive root; P(1) < 0, hence it is greater than 1.
        let signs: Vec<bool> = p.iter().filter(|c| **c != 0).map(|c| *c > 0).collect();
        agree!(signs.windows(2).filter(|w| w[0] != w[1]).count(), 1, "a = {a}, b = {b}: changes of sign");
        ensure!(value(&p, &Rational::from(1)) < 0, "a = {a}, b = {b}: P(1)");
    }
    Finding::holds(format!("coprime a, b <= {most}"))
}

type Matrix = Vec<Vec<Integer>>;

/// (10) with the top row given; below it M_{i,j} = 1 iff j + a - i = 0 mod b.
fn matrix(a: u64, b: u64, top: impl Fn(u64) -> u64) -> Matrix {
    let row = |i: u64| {
        let entry = |j: u64| if i == 0 { top(j) } else { u64::from((j + a + b - i).is_multiple_of(b)) };
        (0..=b).map(|j| Integer::from(entry(j))).collect()
    };
    (0..=b).map(row).collect()
}

/// The top row by the floor formula.
fn by_floor(a: u64, b: u64) -> Matrix {
    matrix(a, b, |j| (a + j).saturating_sub(1) / b)
}

/// The top row by cases: alpha up to column b - beta, alpha + 1 after it, a = alpha b + beta.
fn by_cases(a: u64, b: u64, alpha: u64, beta: u64) -> Matrix {
    matrix(a, b, |j| if j + beta <= b { alpha } else { alpha + 1 })
}

// VIS-D-mat10: the matrix (10). alpha and beta are not defined; with 0 <= beta < b the cases contradict the formula.
pub(super) fn d_mat10(scale: Scale) -> Checked {
    let most = scale.bound(8, 20, 60);
    let mut failure = None;
    for b in 1..=most {
        for a in 1..=most {
            let alpha = (a - 1) / b;
            agree!(by_cases(a, b, alpha, a - alpha * b), by_floor(a, b), "a = {a}, b = {b}, 1 <= beta <= b");
            agree!(incidence_matrix(a, b), by_floor(a, b), "a = {a}, b = {b}");
            if failure.is_none() && by_cases(a, b, a / b, a % b) != by_floor(a, b) {
                failure = Some(format!(
                    "a = {a}, b = {b}: with beta = a mod b the entry M_00 is {}, the formula gives {}",
                    a / b,
                    (a - 1) / b
                ));
            }
        }
    }
    Finding::clarified("a = alpha b + beta with 1 <= beta <= b: the cases agree with the floor formula; with 0 <= beta < b they contradict it where b divides a", format!("a = alpha b + beta with 1 <= beta <= b: a, b <= {most}")).fails_at(found(failure, "beta = a mod b does as well")?)
}

// VIS-T-charpoly: (9) is the characteristic polynomial of (10) for coprime a, b.
pub(super) fn t_charpoly(scale: Scale) -> Checked {
    let (most_a, most_b) = scale.bound((6, 6), (12, 10), (20, 20));
    let mut failure = None;
    for (a, b) in coprime(most_a, most_b) {
        agree!(characteristic_polynomial(&by_floor(a, b)), polynomial_9(a, b), "a = {a}, b = {b}");
        let cases = characteristic_polynomial(&by_cases(a, b, a / b, a % b));
        if failure.is_none() && cases != polynomial_9(a, b) {
            failure = Some(format!(
                "a = {a}, b = {b}, cases of (10) with beta = a mod b: coefficients {cases:?} from z^0 up"
            ));
        }
    }
    let common =
        (1..=most_a).flat_map(|a| (1..=most_b).map(move |b| (a, b))).filter(|(a, b)| gcd(*a, *b) > 1);
    let differ = common
        .clone()
        .filter(|&(a, b)| characteristic_polynomial(&by_floor(a, b)) != polynomial_9(a, b))
        .count();
    ensure!(differ > 0, "the hypothesis of coprime a, b is not needed");
    Finding::clarified("(10) by its floor formula: holds for coprime a, b; by its cases with beta = a mod b: fails where b divides a", format!("with 1 <= beta <= b: coprime a <= {most_a}, b <= {most_b}")).fails_at(found(failure, "beta = a mod b does as well")?)
}

// VIS-T-PF: every other root r' of (9) has |r'| < r: a power of the matrix is positive, so Perron and Frobenius say it.
pub(super) fn t_pf(scale: Scale) -> Checked {
    let most = scale.bound(6, 12, 24);
    for (a, b) in coprime(most, most) {
        let size = b as usize + 1;
        let positive: Vec<Vec<bool>> =
            by_floor(a, b).iter().map(|row| row.iter().map(|c| *c > 0).collect()).collect();
        let mut power = positive.clone();
        // Wielandt: a primitive matrix has a positive power by (size - 1)^2 + 1.
        let primitive = (0..=(size - 1) * (size - 1) + 1).any(|_| {
            let all = power.iter().all(|row| row.iter().all(|c| *c));
            power = power
                .iter()
                .map(|row| (0..size).map(|j| (0..size).any(|k| row[k] && positive[k][j])).collect())
                .collect();
            all
        });
        ensure!(primitive, "a = {a}, b = {b}: no power of the matrix is positive");
        // Ostrovsky: the exponents of (9) below the top differ from it by numbers with greatest common divisor 1.
        let p = polynomial_9(a, b);
        let steps = (0..=size - 1).filter(|i| p[*i] < 0).fold(0, |g, i| gcd(g, (size - i) as u64));
        agree!(steps, 1, "a = {a}, b = {b}: the exponents");
    }
    Finding::holds(format!("coprime a, b <= {most}: primitive matrix, and the condition of Ostrovsky"))
}

// VIS-T11: x_n(ka,kb) = k x_n(a,b), the same for y_n and l.
pub(super) fn t11(scale: Scale) -> Checked {
    let count = scale.bound(100, 400, 2000);
    for a in 1..=4 {
        for b in 1..=4 {
            for k in 2..=4 {
                let scaled: Pairs =
                    recursion(a, b, 0, count)?.into_iter().map(|(x, y)| (k * x, k * y)).collect();
                agree!(recursion(k * a, k * b, 0, count)?, scaled, "a = {a}, b = {b}, k = {k}");
            }
        }
        let below: Pairs = pairs_below(&spec(a, 1), 30)?.into_iter().map(|(x, y)| (2 * x, 2 * y)).collect();
        let doubled: Pairs = pairs_below(&spec(2 * a, 2), 60)?;
        agree!(doubled, below, "a = {a}, b = 1, k = 2, from the rules");
    }
    Finding::holds(format!("a, b = 1..4, k = 2..4, n < {count}; from the rules for k = 2, b = 1"))
}

// VIS-A-nimab-poly: x_n in polynomial time: the steps b + j of x_n form the word s sigma(s) sigma^2(s)...,
// sigma(j) = 0^floor((a+j-1)/b) i, i = ((a+j-1) mod b) + 1, whose matrix is (10).
pub(super) fn a_nimab_poly(scale: Scale) -> Checked {
    let count = scale.bound(60, 200, 800);
    // For b = 1 there is a closed form: x_n = floor(n (2 - a + sqrt(a^2 + 4))/2), y_n = x_n + a n.
    let far = Natural::from(10u32).pow(scale.bound(1000, 3000, 20_000));
    for a in 1..=3u64 {
        let [x, y] = NimAb::new(a, 1, false).map_err(text)?.pair(&far).map_err(text)?;
        let alpha = surd(2 - a as i64, 1, 2, a * a + 4)?;
        agree!(Integer::from(&x), alpha.floor_mul(&Integer::from(&far)), "a = {a}, b = 1, x far out");
        agree!(y - x, &far * Natural::from(a), "a = {a}, b = 1, y - x far out");
    }
    for a in 1..=7u64 {
        for b in 1..=7u64 {
            for misere in [false, true] {
                if misere && a == 1 {
                    continue;
                }
                let game = NimAb::new(a, b, misere).map_err(text)?;
                let pairs = recursion(a, b, u64::from(misere), count)?;
                for (n, (x, y)) in pairs.iter().enumerate() {
                    let pair = game.pair(&big(n as u64)).map_err(text)?;
                    agree!(pair, [big(*x), big(*y)], "a = {a}, b = {b}, misère {misere}, n = {n}");
                }
                let mut word = vec![u64::from(misere)];
                let mut last = word.clone();
                while (word.len() as u64) < count {
                    let image = |j: u64| {
                        let t = a + j;
                        let zeros = t.saturating_sub(1) / b;
                        let mut image = vec![0; zeros as usize];
                        image.push((t - 1) % b + 1);
                        image
                    };
                    last = last.iter().flat_map(|j| image(*j)).collect();
                    word.extend(&last);
                }
                let steps: Vec<u64> = pairs.windows(2).map(|w| w[1].0 - w[0].0 - b).collect();
                agree!(steps[..], word[..steps.len()], "a = {a}, b = {b}, misère {misere}: the word");
            }
        }
    }
    let n = Natural::from(10u32).pow(50);
    for a in 1..=4u64 {
        let x = surd(2 - a as i64, 1, 2, a * a + 4)?.floor_mul(&Integer::from(&n));
        let [found, _] = NimAb::new(a, 1, false).map_err(text)?.pair(&n).map_err(text)?;
        agree!(Integer::from(found), x, "a = {a}, b = 1, n = 10^50");
    }
    Finding::holds(format!("a, b = 1..7, normal and misère, n < {count}; b = 1 at n = 10^50"))
}

/// The P-positions in all orders: of normal play, of misère play, and the two differences.
struct Both {
    normal: BTreeSet<Pair>,
    misere: BTreeSet<Pair>,
    only_normal: BTreeSet<Pair>,
    only_misere: BTreeSet<Pair>,
}

fn both(a: u64, b: u64, side: u64) -> Result<Both, String> {
    let orders =
        |pairs: Pairs| pairs.into_iter().flat_map(|(x, y)| [(x, y), (y, x)]).collect::<BTreeSet<Pair>>();
    let normal = orders(pairs_below(&spec(a, b), side)?);
    let misere = orders(misere_pairs(&spec(a, b), side)?);
    let only_normal = normal.difference(&misere).copied().collect();
    let only_misere = misere.difference(&normal).copied().collect();
    Ok(Both { normal, misere, only_normal, only_misere })
}

/// Whether a position of NIM(a,b) has a move into a set.
fn reaches(a: u64, b: u64, (x, y): Pair, set: &BTreeSet<Pair>) -> bool {
    let legal = may_take(a, b);
    set.iter().any(|&(p, q)| (p, q) != (x, y) && p <= x && q <= y && legal(x - p, y - q))
}

// VIS-T-misab-1: a = 1: P^N - P^M = (0,0), (b,b+1), (b+1,b), and P^M - P^N = (0,1), (1,0), (b+1,b+1).
pub(super) fn t_misab_1(scale: Scale) -> Checked {
    let side = scale.bound(40, 100, 300);
    for b in 1..=6 {
        let found = both(1, b, side)?;
        agree!(
            found.only_normal,
            BTreeSet::from([(0, 0), (b, b + 1), (b + 1, b)]),
            "b = {b}: only in normal play"
        );
        agree!(
            found.only_misere,
            BTreeSet::from([(0, 1), (1, 0), (b + 1, b + 1)]),
            "b = {b}: only in misère play"
        );
        // The theory's pairs, one by one.
        let theory = NimAb::new(1, b, true).map_err(text)?;
        let mut listed = BTreeSet::new();
        for n in 0..side {
            let [x, y] = theory.pair(&big(n)).map_err(text)?;
            let small = |x: &Natural| u64::try_from(x).map_err(|_| "a pile is too large".to_string());
            let (x, y) = (small(&x)?, small(&y)?);
            listed.extend([(x, y), (y, x)].into_iter().filter(|p| p.0.max(p.1) < side));
        }
        agree!(found.misere, listed, "b = {b}: the pairs of the theory");
    }
    Finding::holds(format!("b = 1..6, piles below {side}"))
}

// VIS-C-misab-props: of the three properties for a = 1, the first and the third; the second has a row of its own.
pub(super) fn c_misab_props(scale: Scale) -> Checked {
    let (first, third) = (c_misab_i(scale)?, c_misab_iii(scale)?);
    Finding::holds(format!("(i): {}; (iii): {}", first.bound, third.bound))
}

// VIS-C-misab-i: from every position of P^M - P^N there is a move to P^N - P^M.
pub(super) fn c_misab_i(scale: Scale) -> Checked {
    let side = scale.bound(24, 40, 80);
    for b in 1..=5 {
        let found = both(1, b, side)?;
        for position in &found.only_misere {
            ensure!(reaches(1, b, *position, &found.only_normal), "b = {b}: {position:?}");
        }
    }
    Finding::holds(format!("b = 1..5, piles below {side}"))
}

// VIS-C-misab-ii: from (b,b+1) and (b+1,b) there is a move to P^M - P^N; printed with P^N - P^M as the target.
pub(super) fn c_misab_ii(scale: Scale) -> Checked {
    let side = scale.bound(24, 40, 80);
    let mut failure = None;
    for b in 1..=5 {
        let found = both(1, b, side)?;
        for position in found.only_normal.iter().filter(|p| **p != (0, 0)) {
            ensure!(reaches(1, b, *position, &found.only_misere), "b = {b}: {position:?}");
            if !reaches(1, b, *position, &found.only_normal) {
                failure = failure.or(Some((b, *position, found.only_normal.clone())));
            }
        }
    }
    let (b, (x, y), targets) = failure.ok_or("the printed target is reached")?;
    // Every target with smaller piles, asked one by one.
    let asked: Vec<String> = targets
        .iter()
        .filter(|(u, v)| (*u, *v) != (x, y) && *u <= x && *v <= y)
        .map(|(u, v)| format!("wyt moves 'nim-ab(a=1,b={b})' {x},{y} --to {u},{v}"))
        .collect();
    ensure!(!asked.is_empty(), "b = {b}: no target is smaller than ({x},{y})");
    Finding::corrected(
        found(Some(format!("b = {b}: ({x},{y}) has no move to P^N - P^M")), "")?,
        format!("target P^M - P^N: b = 1..5, piles below {side}"),
    )
    .shown_by(asked.join(" && "), asked.iter().map(|_| "not legal"))
}

// VIS-C-misab-iii: from a position in neither set both or none can be reached. With the sets themselves both always
// can; with the two differences the statement says something, and holds too.
pub(super) fn c_misab_iii(scale: Scale) -> Checked {
    let side = scale.bound(20, 30, 60);
    let mut reached = [0u64; 2];
    for b in 1..=5 {
        let found = both(1, b, side)?;
        for position in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            if found.normal.contains(&position) || found.misere.contains(&position) {
                continue;
            }
            ensure!(reaches(1, b, position, &found.normal), "b = {b}: {position:?} cannot reach P^N");
            ensure!(reaches(1, b, position, &found.misere), "b = {b}: {position:?} cannot reach P^M");
            let [n, m] = [&found.only_normal, &found.only_misere].map(|set| reaches(1, b, position, set));
            agree!(n, m, "b = {b}: {position:?} and the two differences");
            reached[usize::from(n)] += 1;
        }
    }
    Finding::holds(format!("b = 1..5, piles below {side}"))
        .detail(format!("as printed both sets are always reached; the differences are both reached from {} positions, neither from {}", reached[1], reached[0]))
}

// VIS-T12: a > 1, misère: x_n = mex_b, y_n = x_n + an + 1.
pub(super) fn t12(scale: Scale) -> Checked {
    let side = scale.bound(50, 120, 400);
    for a in 2..=5 {
        for b in 1..=4 {
            agree!(misere_pairs(&spec(a, b), side)?, recursion_below(a, b, 1, side)?, "a = {a}, b = {b}");
        }
    }
    Finding::holds(format!("a = 2..5, b = 1..4, piles below {side}"))
}

// VIS-C-misab-disj: a > 1: P^N and P^M are disjoint.
pub(super) fn c_misab_disj(scale: Scale) -> Checked {
    let side = scale.bound(50, 120, 400);
    for a in 2..=6 {
        for b in 1..=5 {
            let found = both(a, b, side)?;
            agree!(found.normal.intersection(&found.misere).next(), None, "a = {a}, b = {b}");
        }
    }
    Finding::holds(format!("a = 2..6, b = 1..5, piles below {side}"))
}

/// The pairs (normal, misère) of Grundy values of NIM(a,b) with the first position of each.
fn types(a: u64, b: u64, side: u64) -> std::collections::BTreeMap<Pair, Pair> {
    let legal = may_take(a, b);
    let mut values = vec![vec![(0, 0); side as usize]; side as usize];
    let mut found = std::collections::BTreeMap::new();
    for x in 0..side {
        for y in 0..side {
            let (mut normal, mut misere) = (BTreeSet::new(), BTreeSet::new());
            for p in 0..=x {
                for q in 0..=y {
                    if (p, q) != (x, y) && legal(x - p, y - q) {
                        let value: Pair = values[p as usize][q as usize];
                        normal.insert(value.0);
                        misere.insert(value.1);
                    }
                }
            }
            let ended = normal.is_empty();
            let kind = (mex(&normal), if ended { 1 } else { mex(&misere) });
            values[x as usize][y as usize] = kind;
            found.entry(kind).or_insert((x, y));
        }
    }
    found
}

// VIS-C-miserable: miserable for a = 1, strongly miserable for a > 1 (all types (0,1), (1,0), (k,k) with k >= 2); one
// sentence prints it the other way round.
pub(super) fn c_miserable(scale: Scale) -> Checked {
    let side = scale.bound(12, 20, 30);
    let strongly = |kind: &Pair| matches!(kind, (0, 1) | (1, 0)) || (kind.0 == kind.1 && kind.0 >= 2);
    let weakly = |kind: &Pair| strongly(kind) || kind.0 == kind.1;
    let mut failure = None;
    for b in 1..=3 {
        for a in 2..=3 {
            let kinds = types(a, b, side);
            let odd = kinds.iter().find(|(kind, _)| !strongly(kind));
            agree!(odd, None, "NIM({a},{b}) is strongly miserable");
        }
        let kinds = types(1, b, side);
        agree!(kinds.iter().find(|(kind, _)| !weakly(kind)), None, "NIM(1,{b}) is miserable");
        let odd = kinds.iter().find(|(kind, _)| !strongly(kind));
        failure = failure.or(odd.map(|(kind, position)| (b, *kind, *position)));
    }
    let (b, kind, (x, y)) = failure.ok_or("NIM(1,b) is strongly miserable")?;
    let class =
        |value: u64| if value == 0 { "P: the player to move loses" } else { "N: the player to move wins" };
    Finding::corrected(
        found(Some(format!("NIM(1,{b}) is not strongly miserable: ({x},{y}) has type {kind:?}")), "")?,
        format!("a = 1 miserable, a = 2, 3 strongly: b = 1..3, piles below {side}"),
    )
    .shown_by(
        format!("wyt solve 'nim-ab(a=1,b={b})' {x},{y} && wyt solve 'nim-ab(a=1,b={b})' {x},{y} --misere"),
        [class(kind.0), class(kind.1)],
    )
}

// VIS-C-a0b0: NIM(0,b): P = (bn,bn); NIM(a,0): P = (0,an).
pub(super) fn c_a0b0(scale: Scale) -> Checked {
    let side = scale.bound(24, 40, 100);
    for c in 1..=5 {
        let equal: Pairs = (0..side).map(|n| (c * n, c * n)).filter(|p| p.1 < side).collect();
        agree!(pairs_below(&spec(0, c), side)?, equal, "NIM(0,{c})");
        agree!(kernel_taking(side, Play::Normal, may_take(0, c)), equal, "NIM(0,{c}) by definition");
        let axis: Pairs = (0..side).map(|n| (0, c * n)).filter(|p| p.1 < side).collect();
        agree!(pairs_below(&spec(c, 0), side)?, axis, "NIM({c},0)");
        agree!(kernel_taking(side, Play::Normal, may_take(c, 0)), axis, "NIM({c},0) by definition");
    }
    Finding::holds(format!("a, b = 1..5, piles below {side}"))
}

/// The greatest |x_n - l n| for n up to a bound, rounded down.
fn deviation(a: u64, b: u64, pairs: &[Pair]) -> Result<u64, String> {
    const BITS: u32 = 40;
    let (low, _) = LimitSlope::new(a, b).map_err(text)?.interval(120);
    let scaled = (low * Rational::from(1u64 << BITS)).floor();
    let slope = i128::try_from(&scaled).map_err(|_| "a slope is out of range")?;
    let most = pairs
        .iter()
        .enumerate()
        .map(|(n, p)| ((i128::from(p.0) << BITS) - n as i128 * slope).unsigned_abs())
        .max();
    u64::try_from(most.unwrap_or(0) >> BITS).map_err(text)
}

/// Deviations of x_n from l n at two bounds, the second sixteen times the first.
fn deviations(scale: Scale) -> Result<(usize, Vec<String>), String> {
    let count = scale.bound(4000usize, 100_000, 2_000_000);
    let mut found = Vec::new();
    for (a, b) in [(1, 2), (2, 3), (1, 3), (1, 4), (1, 5), (3, 4)] {
        let pairs: Pairs = mex::MexPairs::with_gap(b, |n| a * n).take(count).collect();
        agree!(pairs[..200], recursion(a, b, 0, 200)?, "a = {a}, b = {b}");
        found.push(format!(
            "({a},{b}): {} and {}",
            deviation(a, b, &pairs[..count / 16])?,
            deviation(a, b, &pairs)?
        ));
    }
    Ok((count, found))
}

// VIS-O-chaos: which other games have such kernels for b > 1?
pub(super) fn o_chaos(scale: Scale) -> Checked {
    let (count, found) = deviations(scale)?;
    Finding::open(
        format!("NIM(a,b) itself, six pairs with b > 1, n < {count}"),
        format!(
            "the greatest |x_n - l n|, rounded down, for n < {} and n < {count}: {}",
            count / 16,
            found.join(", ")
        ),
    )
}

// VIS-G-nimabpq: NIM(a,b;p,q), NIM(a,p).
pub(super) fn g_nimabpq(_: Scale) -> Checked {
    Finding::unchecked("rules not given")
}

// VIS-O-otherrec: which other recursions can be solved so? Searched: y_n = x_n + an + c with a shift c, whose words of
// steps are compared with the word of sigma from each first letter.
pub(super) fn o_otherrec(scale: Scale) -> Checked {
    let count = scale.bound(150, 400, 1500);
    let (mut solved, mut tried, mut others) = (0, 0, Vec::new());
    for a in 1..=4u64 {
        for b in 1..=3u64 {
            for shift in 0..=4u64 {
                tried += 1;
                let pairs = recursion(a, b, shift, count)?;
                let steps: Vec<u64> = pairs.windows(2).map(|w| w[1].0 - w[0].0).collect();
                let letters: Option<Vec<u64>> =
                    steps.iter().map(|s| s.checked_sub(b).filter(|j| *j <= b)).collect();
                let morphic = letters.is_some_and(|letters| {
                    (0..=b).any(|first| {
                        let mut word = vec![first];
                        let mut last = word.clone();
                        while word.len() < letters.len() {
                            last = last
                                .iter()
                                .flat_map(|j| {
                                    let mut image = vec![0; ((a + j - 1) / b) as usize];
                                    image.push((a + j - 1) % b + 1);
                                    image
                                })
                                .collect();
                            word.extend(&last);
                        }
                        letters == word[..letters.len()]
                    })
                });
                if morphic {
                    solved += 1;
                } else {
                    others.push(format!("({a},{b},{shift})"));
                }
            }
        }
    }
    Finding::open(
        format!("x_n = mex_b, y_n = x_n + an + c: a = 1..4, b = 1..3, c = 0..4, n < {count}"),
        format!(
            "{solved} of {tried} have the steps of one of the words of sigma; not (a,b,c) = {}",
            others.join(" ")
        ),
    )
}

// VIS-C-noclosed: for b > 1 a closed formula is unlikely.
pub(super) fn c_noclosed(scale: Scale) -> Checked {
    let (count, found) = deviations(scale)?;
    Finding::open(
        format!("six pairs with b > 1, n < {count}"),
        format!(
            "no x_n = floor(l n + c) where |x_n - l n| grows; rounded down, for n < {} and n < {count}: {}",
            count / 16,
            found.join(", ")
        ),
    )
}

// VIS-O-apps: applications of (6) and (12) beyond games.
pub(super) fn o_apps(_: Scale) -> Checked {
    Finding::unchecked("asks for applications; there is nothing to compute")
}

// VIS-X-xrefs: references between sections.
pub(super) fn x_xrefs(_: Scale) -> Checked {
    Finding::unchecked("by reading: sections and figures are cited under the numbers of an earlier version")
}
