//! VIS: Duchêne, Fraenkel, Gurvich, Ho, Kimberling and Larsson, Wythoff wisdom, sections 1 to 3. In the order of the paper.

mod covers;
mod fractional;
mod vectors;
mod words;
mod wythoff;

use crate::run::Claim;
use crate::verdict::Status;
use std::collections::BTreeSet;
use std::fmt::Display;
use wythoff_numbers::{Natural, Quadratic};

macro_rules! rows {
    ($($id:literal $status:ident $part:ident :: $check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] = &[$(Claim { id: $id, expected: Status::$status, check: $part::$check, code: concat!(module_path!(), "::", stringify!($part), "::", stringify!($check)) }),*];
    };
}

rows! {
    // Section 1.
    "VIS-G-wythoff" Holds wythoff::game, "VIS-D-PN" Holds wythoff::kernel, "VIS-D-mex" Holds wythoff::mex_of_sets,
    "VIS-T1" Holds wythoff::theorem_1, "VIS-TAB1" Holds wythoff::table_1, "VIS-C-T1-cplx" Holds wythoff::steps,
    "VIS-T2" Holds wythoff::theorem_2, "VIS-C-T2-cplx" Holds wythoff::far, "VIS-C-SGhard" Open wythoff::values,
    "VIS-D-beatty" Holds covers::beatty, "VIS-D-compl" Holds covers::complementary_sets,
    "VIS-T-rayleigh" Holds covers::rayleigh, "VIS-C-kernel-coxeter" Holds wythoff::mex_is_not_enough,
    "VIS-C-fillrule" Holds wythoff::fill_rule, "VIS-C-diagbeam" Holds wythoff::beams, "VIS-FIG1" Holds wythoff::painter,
    "VIS-C-rabbit" Holds wythoff::rabbits, "VIS-D-minfib" Holds wythoff::minimal, "VIS-D-maxfib" Holds wythoff::maximal,
    "VIS-TAB2" Scan wythoff::table_2, "VIS-C-tab2-props" Holds wythoff::endings, "VIS-G-queen" Holds wythoff::queen,
    "VIS-C-berge" Unchecked wythoff::berge, "VIS-G-connell" Holds wythoff::connell,
    "VIS-C-connell-b" Clarified wythoff::connell_classes, "VIS-G-holladay" Clarified wythoff::holladay,
    "VIS-T-holladay" Clarified wythoff::holladay, "VIS-C-holladay4" Unchecked wythoff::holladay_four,
    "VIS-G-holladay-other" Holds wythoff::side_games, "VIS-C-holladay-nofill" Holds wythoff::no_fill,
    "VIS-C-FB-include" Corrected wythoff::includes, "VIS-C-larsson3" Holds wythoff::larsson,
    "VIS-C-beattylinks" Holds wythoff::links,
    // Section 2.
    "VIS-D-ecs" Holds covers::systems, "VIS-C-ecs-ex" Corrected covers::examples, "VIS-T-MNDR" Holds covers::largest_twice,
    "VIS-P-genfun" Corrected covers::series, "VIS-C-ratnoncompl" Clarified covers::rational_pairs,
    "VIS-T-nonhom" Holds covers::nonhomogeneous, "VIS-T-bang" Holds covers::containment,
    "VIS-C-niven-skolem" Unchecked covers::niven_skolem, "VIS-T-uspensky" Holds covers::only_two,
    "VIS-CJ-fraenkel" Open covers::conjecture, "VIS-T-graham73" Clarified covers::irrational_moduli,
    "VIS-C-fraenkel-known" Holds covers::known_cases, "VIS-C-apps" Unchecked covers::applications,
    "VIS-C-rat2" Corrected covers::rat, "VIS-G-mouse" Holds covers::mouse, "VIS-C-mousetrap" Holds covers::mouse_trap,
    "VIS-C-reverse" Holds covers::reverse, "VIS-D-variant" Holds vectors::variant, "VIS-CJ-DR" Holds covers::star_of_pairs,
    "VIS-D-star" Holds covers::star_operator, "VIS-D-golomb" Holds vectors::golomb, "VIS-G-fibnim" Holds words::fibonacci_nim,
    "VIS-G-imitation" Holds words::imitation, "VIS-I-semigroup" Corrected fractional::semigroup,
    "VIS-D-devious" Holds fractional::devious, "VIS-C-devious-g" Clarified fractional::devious_g,
    "VIS-D-slowbeatty" Holds fractional::slow, "VIS-D-partdiv" Holds fractional::partitional,
    "VIS-T-partdiv" Corrected fractional::partition_limits,
    // Section 3.
    "VIS-D-vsg" Holds vectors::subtraction, "VIS-C-Mwyt" Holds vectors::wythoff_vectors,
    "VIS-D-remark1" Holds vectors::invariant_games, "VIS-G-Mgw" Holds vectors::k_wythoff, "VIS-G-wytf" Clarified vectors::wyt_f,
    "VIS-G-knight" Holds vectors::knight, "VIS-C-knight-per" Holds vectors::knight_period, "VIS-G-king" Holds vectors::king,
    "VIS-C-king-per" Holds vectors::king_period, "VIS-G-abvec" Holds vectors::two_vectors,
    "VIS-T-abvec-neq" Holds vectors::unequal_entries, "VIS-G-22" Holds vectors::equal_entries,
    "VIS-A-22" Holds vectors::equal_algorithm, "VIS-CJ-22" Clarified vectors::two_two, "VIS-G-nheap" Holds vectors::heaps,
    "VIS-T-nheap-odd" Holds vectors::odd_heaps, "VIS-O-nheap-even" Open vectors::even_heaps, "VIS-G-wytK" Holds vectors::wyt_k,
    "VIS-T-wytK-P1" Holds vectors::one_diagonal, "VIS-T-wytK-G2k" Holds vectors::power_of_two,
    "VIS-T-wytK-Gpow" Holds vectors::powers_with_one, "VIS-C-latin" Holds vectors::latin, "VIS-G-MDR" Holds vectors::dr,
    "VIS-T3" Holds vectors::theorem_3, "VIS-C-remark2" Unchecked vectors::few_piles,
    "VIS-D-fibmorph" Holds words::fibonacci_morphism, "VIS-C-fibword" Scan words::fibonacci_prefix,
    "VIS-T-fibword" Holds words::fibonacci_places, "VIS-T-kmorph" Holds words::k_places,
    "VIS-D-tribmorph" Holds words::tribonacci_morphism, "VIS-C-tribword" Holds words::tribonacci_prefix,
    "VIS-TAB3" Holds words::table_3, "VIS-G-trib" Clarified words::tribonacci_rules, "VIS-T-trib" Holds words::tribonacci_game,
    "VIS-C-trib-poly" Holds words::tribonacci_numeration, "VIS-C-trib-noninv" Holds words::tribonacci_variant,
    "VIS-A-decideinv" Open words::deciding_invariance, "VIS-C-otherwords" Unchecked words::other_words,
}

type Pairs = Vec<(u64, u64)>;

fn text(error: impl Display) -> String {
    error.to_string()
}

fn big(n: u64) -> Natural {
    Natural::from(n)
}

/// The P-positions of a labelled two-pile game by the definition: `legal(x, y, k, l)` says whether (k,l) can be taken from (x,y).
fn literal(side: u64, legal: &dyn Fn(u64, u64, u64, u64) -> bool) -> Pairs {
    let mut lost = Pairs::new();
    for x in 0..side {
        for y in 0..side {
            let wins = lost.iter().any(|&(a, b)| b <= y && (a, b) != (x, y) && legal(x, y, x - a, y - b));
            if !wins {
                lost.push((x, y));
            }
        }
    }
    lost
}

/// Each pair once, the smaller pile first.
fn sorted(pairs: &Pairs) -> Pairs {
    pairs.iter().copied().filter(|(a, b)| a <= b).collect()
}

/// A_n = mex of all before, B_n = partner(n, A_n) >= A_n; those with B_n below the bound.
fn mex_pairs(side: u64, partner: impl Fn(u64, u64) -> u64) -> Pairs {
    let mut used = BTreeSet::new();
    let mut next = 0;
    let mut pairs = Pairs::new();
    for n in 0.. {
        while used.remove(&next) {
            next += 1;
        }
        if next >= side {
            break;
        }
        let pair = (next, partner(n, next));
        next += 1;
        if pair.1 >= next {
            used.insert(pair.1);
        }
        pairs.push(pair);
    }
    pairs.retain(|p| p.1 < side);
    pairs
}

/// (floor(n alpha), floor(n alpha) + step n), n >= 0, with the larger below the bound.
fn floor_pairs(alpha: &Quadratic, step: u64, side: u64) -> Result<Pairs, String> {
    let mut pairs = Pairs::new();
    for n in 0.. {
        let a = crate::support::floor(alpha, n)?;
        if a + step * n >= side {
            break;
        }
        pairs.push((a, a + step * n));
    }
    Ok(pairs)
}

/// The least integer up to the bound that is not hit exactly once by the lists (a term below 1 counts as such).
fn defect(lists: &[Vec<i64>], bound: i64) -> Option<i64> {
    let mut hits = vec![0u32; bound.max(0) as usize + 1];
    for &term in lists.iter().flatten().filter(|term| **term <= bound) {
        match usize::try_from(term) {
            Ok(m) if m >= 1 => hits[m] += 1,
            _ => return Some(term),
        }
    }
    hits.iter().skip(1).position(|h| *h != 1).map(|m| m as i64 + 1)
}

/// The terms f(1), f(2), ... of a nondecreasing sequence up to a bound.
fn terms(bound: i64, f: impl Fn(i64) -> i64) -> Vec<i64> {
    (1..).map(f).take_while(|term| *term <= bound).collect()
}

/// floor(n alpha), n >= 1, up to a bound.
fn beatty_terms(alpha: &Quadratic, bound: i64) -> Vec<i64> {
    terms(bound, |n| i64::try_from(&alpha.floor_mul(&n.into())).unwrap_or(i64::MAX))
}

/// The two-pile positions below a side.
fn square(side: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..side).flat_map(move |x| (0..side).map(move |y| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Scale;

    #[test]
    fn every_row_of_sections_1_to_3_is_as_recorded() {
        let mut wrong = Vec::new();
        let rows = crate::ledger::rows().iter().filter(|row| row.id.starts_with("VIS-"));
        let ids: Vec<&str> = rows.map(|row| row.id).take_while(|id| *id != "VIS-C-4intro").collect();
        let claimed: Vec<&str> = CLAIMS.iter().map(|claim| claim.id).collect();
        assert_eq!(ids, claimed, "rows and checks");
        for claim in CLAIMS {
            match (claim.check)(Scale::SMALL) {
                Ok(finding) if finding.status == claim.expected => {}
                other => wrong.push(format!("{}: recorded {}, found {other:?}", claim.id, claim.expected)),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
