//! VIS, sections 6 (Ho, Larsson) and 7 (Kimberling). In the order of the paper.

mod arrays;
mod rows;
mod sequences;
mod trees;
mod variants;

pub(crate) use rows::table_of_periods;

use crate::run::Claim;
use crate::support::{floor, phi};
use crate::verdict::Status;
use wythoff_numbers::{Integer, Natural};

macro_rules! rows {
    ($($id:literal $status:ident $module:ident::$check:ident),* $(,)?) => {
        pub(crate) const CLAIMS: &[Claim] =
            &[$(Claim { id: $id, expected: Status::$status, check: $module::$check, code: concat!(module_path!(), "::", stringify!($module), "::", stringify!($check)) }),*];
    };
}

rows! {
    "VIS-6.1-bounds" Holds rows::bounds,
    "VIS-6.1-H" Holds rows::h,
    "VIS-6.1-fsm" Holds rows::machine,
    "VIS-6.1-periodic" Holds rows::periodic,
    "VIS-6.1-table" Holds rows::table_of_periods,
    "VIS-6.1-states" Clarified rows::states,
    "VIS-6.1-symmetry" Holds rows::symmetry,
    "VIS-6.1-fig3" Holds rows::figure_3,
    "VIS-6.1-F" Holds rows::f_wythoff,
    "VIS-6.1-F-periodic" Holds rows::f_periodic,
    "VIS-6.2-invariance" Clarified variants::invariance,
    "VIS-6.2-xref36" Unchecked variants::cross_reference,
    "VIS-6.2-R-rule" Holds variants::r_rule,
    "VIS-6.2-R-P" Holds variants::r_p,
    "VIS-6.2-R-minimal" Clarified variants::r_minimal,
    "VIS-6.2-E-rule" Holds variants::e_rule,
    "VIS-6.2-E-P" Holds variants::e_p,
    "VIS-6.2-R-g1" Holds variants::r_value_1,
    "VIS-6.2-E-g1" Holds variants::e_value_1,
    "VIS-6.2-differ3" Holds variants::three_differ,
    "VIS-6.2-allvalues" Holds variants::all_values,
    "VIS-6.2-cover" Holds variants::cover,
    "VIS-6.2-additive" Holds variants::additive,
    "VIS-7.1-brousseau" Unchecked arrays::brousseau,
    "VIS-7.1-stolarsky" Holds arrays::stolarsky,
    "VIS-7.1-ref141" Unchecked arrays::citation_141,
    "VIS-7.1-array" Holds arrays::table_6,
    "VIS-7.1-array-formula" Holds arrays::formula,
    "VIS-7.1-array-pairs" Holds arrays::pairs,
    "VIS-7.1-array-fib" Holds arrays::fibonacci_rows,
    "VIS-7.1-array-precursion" Clarified arrays::precursion,
    "VIS-7.1-interspersion-def" Holds arrays::interspersion_definition,
    "VIS-7.1-array-interspersion" Holds arrays::wythoff_is_interspersion,
    "VIS-7.1-dispersion-def" Holds arrays::dispersion_definition,
    "VIS-7.1-array-dispersion" Corrected arrays::wythoff_as_dispersion,
    "VIS-7.1-disp-equiv" Holds arrays::equivalence,
    "VIS-7.1-fractal" Holds arrays::row_number_sequence,
    "VIS-7.1-lowertrim" Holds arrays::lower_trim_of_f,
    "VIS-7.1-fractal-general" Holds arrays::fractal_in_general,
    "VIS-7.1-uppertrim" Holds arrays::upper_trim_of_f,
    "VIS-7.1-oeisW" Unchecked arrays::index_of_w,
    "VIS-7.1-leftjust" Clarified arrays::left_justified,
    "VIS-7.1-D" Holds arrays::table_7,
    "VIS-7.1-D1" Holds arrays::d1,
    "VIS-7.1-D2" Holds arrays::d2,
    "VIS-7.1-D3" Holds arrays::d3,
    "VIS-7.1-D4" Holds arrays::d4,
    "VIS-7.1-D5" Corrected arrays::d5,
    "VIS-7.1-table8" Holds sequences::table_8,
    "VIS-7.2-zeck-unique" Holds arrays::zeckendorf_unique,
    "VIS-7.2-zarray" Holds arrays::zeckendorf_array,
    "VIS-7.2-shift" Holds arrays::shift,
    "VIS-7.2-Z=W" Holds arrays::zeckendorf_is_wythoff,
    "VIS-7.2-higher" Holds arrays::higher,
    "VIS-7.3-LU" Holds sequences::lower_upper,
    "VIS-7.3-columns" Holds sequences::columns,
    "VIS-7.3-mex" Holds sequences::by_mex,
    "VIS-7.3-mancala" Clarified sequences::schroeder,
    "VIS-7.3-knott" Holds sequences::knott,
    "VIS-7.3-plus2" Corrected sequences::by_steps,
    "VIS-7.3-sWythoff" Clarified sequences::s_wythoff,
    "VIS-7.3-rank" Holds sequences::ranking,
    "VIS-7.3-rank-list" Corrected sequences::ranking_list,
    "VIS-7.3-rank-general" Holds sequences::ranking_in_general,
    "VIS-7.3-threeway" Holds sequences::three_way,
    "VIS-7.3-A187950" Holds sequences::see_also,
    "VIS-7.3-trailing0" Holds sequences::trailing_zeros,
    "VIS-7.3-base2-zeck" Corrected sequences::zeckendorf_from_base_2,
    "VIS-7.3-base2-lazy" Corrected sequences::lazy_from_base_2,
    "VIS-7.3-terms" Clarified sequences::terms,
    "VIS-7.3-lazytrees" Holds sequences::lazy_trees,
    "VIS-7.3-lazy-ends" Holds sequences::lazy_ends,
    "VIS-7.3-fibword" Holds sequences::fibonacci_word,
    "VIS-7.3-prefix" Holds sequences::prefixes,
    "VIS-7.3-compl-id" Holds sequences::four_identities,
    "VIS-7.3-compl-1" Holds sequences::equation_1,
    "VIS-7.3-compl-2" Refuted sequences::equation_2,
    "VIS-7.3-compl-3" Refuted sequences::equation_3,
    "VIS-7.3-compl-4" Refuted sequences::equation_4,
    "VIS-7.3-flora" Unchecked sequences::flora,
    "VIS-7.4-T1" Clarified trees::t1,
    "VIS-7.4-T1-children" Scan trees::t1_children,
    "VIS-7.4-T1-pairs" Holds trees::t1_pairs,
    "VIS-7.4-T2" Holds trees::t2,
    "VIS-7.4-T3" Holds trees::t3,
    "VIS-7.4-T4" Holds trees::t4,
    "VIS-7.4-T4-list" Corrected trees::t4_list,
    "VIS-7.4-T4-rows" Holds trees::t4_rows,
    "VIS-7.4-T4-gen" Corrected trees::t4_general,
    "VIS-7.4-T4-le1" Holds trees::t4_at_most_1,
    "VIS-7.4-others" Holds trees::others,
}

/// L(n) = floor(n phi) for n = 1, 2, ..., count.
fn lower(count: u64) -> Result<Vec<u64>, String> {
    let phi = phi()?;
    (1..=count).map(|n| floor(&phi, n)).collect()
}

/// U(n) = L(n) + n = floor(n phi^2).
fn upper(count: u64) -> Result<Vec<u64>, String> {
    Ok(lower(count)?.iter().zip(1..).map(|(l, n)| l + n).collect())
}

fn natural(n: u64) -> Natural {
    Natural::from(n)
}

fn integer(n: u64) -> Integer {
    Integer::from(n)
}

/// Any error as a line of text.
fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_section_6_is_as_recorded() {
        let section: Vec<Claim> = CLAIMS.iter().filter(|c| c.id.starts_with("VIS-6")).copied().collect();
        crate::support::check_module("VIS-6", &section);
    }

    #[test]
    fn every_row_of_section_7_is_as_recorded() {
        let section: Vec<Claim> = CLAIMS.iter().filter(|c| c.id.starts_with("VIS-7")).copied().collect();
        crate::support::check_module("VIS-7", &section);
    }
}
