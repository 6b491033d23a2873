//! VIS, sections 4 and 5: Fraenkel's survey of Wythoff's relatives, and Gurvich's NIM(a,b). In the order of the paper.

mod end_wythoff;
mod extensions;
mod functions;
mod multi_pile;
mod nim_ab;
mod rats;
mod translations;

use crate::run::Claim;
use crate::verdict::Status;
use malachite::Natural;
use std::collections::BTreeSet;
use std::fmt::Display;

macro_rules! rows {
    ($($id:literal $status:ident $module:ident::$check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] =
            &[$(Claim { id: $id, expected: Status::$status, check: $module::$check, code: concat!(module_path!(), "::", stringify!($module), "::", stringify!($check)) }),*];
    };
}

rows! {
    "VIS-C-4intro" Unchecked extensions::c_4intro,
    "VIS-G-btwythoff" Holds extensions::g_btwythoff,
    "VIS-T-btwythoff" Holds extensions::t_btwythoff,
    "VIS-C-b1" Holds extensions::c_b1,
    "VIS-G-twythoff" Holds extensions::g_twythoff,
    "VIS-T-t-rec" Holds extensions::t_rec,
    "VIS-T-t-alg" Holds extensions::t_alg,
    "VIS-T-t-arith" Holds extensions::t_arith,
    "VIS-C-t-cplx" Holds extensions::c_t_cplx,
    "VIS-G-mis-t" Holds extensions::g_mis_t,
    "VIS-T-mis1" Holds extensions::t_mis1,
    "VIS-T-mis-t-rec" Corrected extensions::t_mis_t_rec,
    "VIS-T-mis-t-alg" Clarified extensions::t_mis_t_alg,
    "VIS-T-mis-t-arith" Holds extensions::t_mis_t_arith,
    "VIS-C-mis-disjoint" Holds extensions::c_mis_disjoint,
    "VIS-D-cedar" Unchecked extensions::d_cedar,
    "VIS-C-blass" Unchecked multi_pile::c_blass,
    "VIS-T-DFP" Holds multi_pile::t_dfp,
    "VIS-G-knl" Holds multi_pile::g_knl,
    "VIS-C-knl-g" Holds multi_pile::c_knl_g,
    "VIS-C-nogen" Holds multi_pile::c_nogen,
    "VIS-C-redherring" Holds multi_pile::c_redherring,
    "VIS-G-npile" Holds multi_pile::g_npile,
    "VIS-C-npile-2" Holds multi_pile::c_npile_2,
    "VIS-CJ4" Open multi_pile::cj4,
    "VIS-CJ4-N4" Open multi_pile::cj4_n4,
    "VIS-CJ5" Open multi_pile::cj5,
    "VIS-T-SZ" Holds multi_pile::t_sz,
    "VIS-T-4implies5" Holds multi_pile::t_4implies5,
    "VIS-G-FZ" Holds multi_pile::g_fz,
    "VIS-G-FO" Holds multi_pile::g_fo,
    "VIS-G-nimhoff" Holds multi_pile::g_nimhoff,
    "VIS-T-nimhoff-cyc" Holds multi_pile::t_nimhoff_cyc,
    "VIS-G-bridge2" Holds multi_pile::g_bridge2,
    "VIS-G-endwyt" Holds end_wythoff::g_endwyt,
    "VIS-T-end-diff" Holds end_wythoff::t_end_diff,
    "VIS-T-end-KP" Holds end_wythoff::t_end_kp,
    "VIS-T-end-type" Holds end_wythoff::t_end_type,
    "VIS-A-end-poly" Holds end_wythoff::a_end_poly,
    "VIS-T-norestr" Holds end_wythoff::t_norestr,
    "VIS-T-adjoin" Holds end_wythoff::t_adjoin,
    "VIS-A-adjoin" Holds end_wythoff::a_adjoin,
    "VIS-C-2Dmorph" Holds end_wythoff::c_2d_morphism,
    "VIS-D-rat4" Holds rats::d_rat4,
    "VIS-C-moduli" Clarified rats::c_moduli,
    "VIS-T-split4" Holds rats::t_split4,
    "VIS-G-rat3" Clarified rats::g_rat3,
    "VIS-T-rat3" Holds rats::t_rat3,
    "VIS-O-rat4" Open rats::o_rat4,
    "VIS-CJ-unique" Open rats::cj_unique,
    "VIS-D-nice" Clarified rats::d_nice,
    "VIS-D-step" Clarified rats::d_step,
    "VIS-G-ratwyt" Holds rats::g_ratwyt,
    "VIS-T-ratwyt" Holds rats::t_ratwyt,
    "VIS-T6" Holds functions::t6,
    "VIS-G-gen2pile" Holds functions::g_gen2pile,
    "VIS-T6-props" Clarified functions::t6_props,
    "VIS-C-f-t" Holds functions::c_f_t,
    "VIS-G-PTM" Holds functions::g_ptm,
    "VIS-G-boole" Unchecked functions::g_boole,
    "VIS-D-superadd" Holds functions::d_superadd,
    "VIS-T-wytf-super" Holds functions::t_wytf_super,
    "VIS-T-wytf-const" Holds functions::t_wytf_const,
    "VIS-T-wytf-poly" Holds functions::t_wytf_poly,
    "VIS-D-mexpair" Holds functions::d_mexpair,
    "VIS-D-approxlin" Holds functions::d_approxlin,
    "VIS-A-mexpoly" Holds functions::a_mexpoly,
    "VIS-C-mexpoly-apps" Holds functions::c_mexpoly_apps,
    "VIS-D-transl" Holds translations::d_transl,
    "VIS-G-Wk" Holds translations::g_wk,
    "VIS-T-Wk" Holds translations::t_wk,
    "VIS-G-Wjk" Holds translations::g_wjk,
    "VIS-T-Wjk" Holds translations::t_wjk,
    "VIS-G-Tk" Holds translations::g_tk,
    "VIS-T-Tk" Clarified translations::t_tk,
    "VIS-G-Tinf" Holds translations::g_tinf,
    "VIS-O-transl" Open translations::o_transl,
    "VIS-G-euclid" Holds translations::g_euclid,
    "VIS-T-euclid-g" Holds translations::t_euclid_g,
    "VIS-T-euclid-wyt" Holds translations::t_euclid_wyt,
    "VIS-G-nimab" Holds nim_ab::g_nimab,
    "VIS-T-nimab-rec" Holds nim_ab::t_nimab_rec,
    "VIS-D-mexb" Holds nim_ab::d_mexb,
    "VIS-TAB4" Clarified nim_ab::tab4,
    "VIS-C-alpha-a" Holds nim_ab::c_alpha_a,
    "VIS-T7" Holds nim_ab::t7,
    "VIS-C-lintime" Holds nim_ab::c_lintime,
    "VIS-T8" Holds nim_ab::t8,
    "VIS-TAB5" Holds nim_ab::tab5,
    "VIS-T-limit" Holds nim_ab::t_limit,
    "VIS-D-poly9" Holds nim_ab::d_poly9,
    "VIS-D-mat10" Clarified nim_ab::d_mat10,
    "VIS-T-charpoly" Clarified nim_ab::t_charpoly,
    "VIS-T-PF" Holds nim_ab::t_pf,
    "VIS-T11" Holds nim_ab::t11,
    "VIS-A-nimab-poly" Holds nim_ab::a_nimab_poly,
    "VIS-T-misab-1" Holds nim_ab::t_misab_1,
    "VIS-C-misab-props" Holds nim_ab::c_misab_props,
    "VIS-C-misab-i" Holds nim_ab::c_misab_i,
    "VIS-C-misab-ii" Corrected nim_ab::c_misab_ii,
    "VIS-C-misab-iii" Holds nim_ab::c_misab_iii,
    "VIS-T12" Holds nim_ab::t12,
    "VIS-C-misab-disj" Holds nim_ab::c_misab_disj,
    "VIS-C-miserable" Corrected nim_ab::c_miserable,
    "VIS-C-a0b0" Holds nim_ab::c_a0b0,
    "VIS-O-chaos" Open nim_ab::o_chaos,
    "VIS-G-nimabpq" Unchecked nim_ab::g_nimabpq,
    "VIS-O-otherrec" Open nim_ab::o_otherrec,
    "VIS-C-noclosed" Open nim_ab::c_noclosed,
    "VIS-O-apps" Unchecked nim_ab::o_apps,
    "VIS-X-xrefs" Unchecked nim_ab::x_xrefs,
}

type Pair = (u64, u64);
type Pairs = Vec<Pair>;

/// Who wins when no move is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    Normal,
    Misere,
}

/// P-positions x <= y < side by the definition: no option in P. `legal` says whether (x,y), x <= y, may be moved to a
/// position written in either order; every position but (0,0) must have a move if the play is misère.
fn kernel(side: u64, play: Play, legal: impl Fn(Pair, Pair) -> bool) -> Pairs {
    let mut lost: Pairs = Vec::new();
    for x in 0..side {
        for y in x..side {
            let wins = lost.iter().any(|&(a, b)| {
                [(a, b), (b, a)].into_iter().any(|(a, b)| a <= x && b <= y && legal((x, y), (a, b)))
            });
            let wins = wins || (play == Play::Misere && (x, y) == (0, 0));
            if !wins {
                lost.push((x, y));
            }
        }
    }
    lost
}

/// The same for a game whose moves are the pairs taken, from whichever pile.
fn kernel_taking(side: u64, play: Play, may_take: impl Fn(u64, u64) -> bool) -> Pairs {
    kernel(side, play, |(x, y), (a, b)| (a, b) != (x, y) && may_take(x - a, y - b))
}

/// a_n = mex of all earlier, b_n = a_n + c(n), while b_n is below a bound.
fn mex_pairs(bound: u64, c: impl Fn(u64) -> u64) -> Pairs {
    let mut used = BTreeSet::new();
    let mut pairs = Vec::new();
    let mut next = 0;
    for n in 0.. {
        while used.remove(&next) {
            next += 1;
        }
        let (a, b) = (next, next + c(n));
        if b >= bound {
            break;
        }
        pairs.push((a, b));
        next += 1;
        if b > a {
            used.insert(b);
        }
    }
    pairs
}

fn big(x: u64) -> Natural {
    Natural::from(x)
}

fn text(error: impl Display) -> String {
    error.to_string()
}

/// The first place at which two lists differ.
fn first_difference<T: PartialEq + std::fmt::Debug>(left: &[T], right: &[T]) -> Option<String> {
    let n = (0..left.len().max(right.len())).find(|n| left.get(*n) != right.get(*n))?;
    let show = |list: &[T]| list.get(n).map_or("nothing".to_string(), |item| format!("{item:?}"));
    Some(format!("n = {n}: {} against {}", show(left), show(right)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_sections_is_as_recorded() {
        let mut wrong = Vec::new();
        for claim in CLAIMS {
            let found = std::panic::catch_unwind(|| (claim.check)(crate::run::Scale::SMALL));
            match found.unwrap_or(Err("the check panicked".to_string())) {
                Ok(finding) if finding.status == claim.expected => {}
                other => wrong.push(format!("{}: recorded {}, found {other:?}", claim.id, claim.expected)),
            }
        }
        let rows = crate::ledger::rows();
        let from = rows.iter().position(|row| row.id == "VIS-C-4intro").unwrap_or(rows.len());
        let to = rows.iter().position(|row| row.id == "VIS-X-xrefs").map_or(0, |n| n + 1);
        let sections: Vec<&str> = rows[from..to].iter().map(|row| row.id).collect();
        let checked: Vec<&str> = CLAIMS.iter().map(|claim| claim.id).collect();
        assert_eq!(sections, checked);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
