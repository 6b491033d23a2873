//! Proofs by chains: a claim about a transducer that the independent checker closes itself, or does not.

use wythoff_certificate::Effort;
use wythoff_certificate::transducer::Rejection;
use wythoff_numbers::Budget;

/// Letters of the links that are tried, and how many links may be needed.
/// Many states have the fewest links if these are short.
const CHAINS: [(usize, usize); 6] =
    [(4, 1 << 16), (6, 1 << 17), (8, 1 << 17), (12, 1 << 17), (16, 1 << 18), (2, 1 << 20)];

/// Memory that a link takes.
const LINK: usize = 256;

/// The first claim that the checker accepts, of those with longer and longer links, and what it says.
pub fn first_closed<T>(
    claim: &dyn Fn(usize) -> String,
    check: &dyn Fn(&str, &Effort) -> Result<T, Rejection>,
    budget: &Budget,
) -> Option<(String, T)> {
    let go_on = || budget.check().is_ok();
    // Half of the memory is for links, half for states.
    let half = usize::try_from(budget.memory() / 2).unwrap_or(usize::MAX);
    let most = Effort::default();
    CHAINS.iter().take_while(|_| go_on()).find_map(|&(length, links)| {
        let text = claim(length);
        let effort = Effort { links: links.min(half / LINK), bytes: most.bytes.min(half), go_on: &go_on };
        let found = check(&text, &effort).ok()?;
        Some((text, found))
    })
}
