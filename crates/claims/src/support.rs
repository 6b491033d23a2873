//! What many checks need: P-positions and Grundy values from the rules, floors of quadratic irrationals, mex.

use std::collections::BTreeSet;
use wythoff_catalog::Resolved;
use wythoff_numbers::Random;
use wythoff_numbers::{Budget, Integer, Quadratic, asked_within, pay};
use wythoff_rules::Rules;

/// The budget of the run that a check belongs to.
pub fn budget() -> Budget {
    asked_within()
}

/// Whether a check is to go on, asked where it walks far by itself: so many steps, about a nanosecond each.
pub fn go_on(steps: u64) -> Result<(), String> {
    pay(steps).map_err(|stop| stop.to_string())
}

/// Whether nobody waits for the check any more: what it made so far is then not looked at, and may be less than was wanted.
pub fn is_over() -> bool {
    go_on(1 << 10).is_err()
}

/// The rules of a game of the catalog, or of inline rules.
pub fn rules(spec: &str) -> Result<Rules, String> {
    match Resolved::parse(spec) {
        Ok(game) => game.into_rules().ok_or_else(|| format!("{spec} is not in the rule language")),
        Err(error) => Err(format!("{spec}: {error}")),
    }
}

/// All P-positions with piles below a bound, from the rules.
pub fn p_below(spec: &str, bound: u64) -> Result<Vec<Vec<u64>>, String> {
    p_of(&rules(spec)?, bound)
}

/// The same in misère play.
pub fn misere_p_below(spec: &str, bound: u64) -> Result<Vec<Vec<u64>>, String> {
    let mut rules = rules(spec)?;
    rules.set_misere().map_err(|e| e.to_string())?;
    p_of(&rules, bound)
}

/// All P-positions of rules with piles below a bound.
pub fn p_of(rules: &Rules, bound: u64) -> Result<Vec<Vec<u64>>, String> {
    let found = wythoff_solvers::p_below(rules, bound, &budget());
    Ok(found.map_err(|e| e.to_string())?.positions)
}

/// P-positions below a bound of a game in Rust.
pub fn special_p_below(spec: &str, bound: u64) -> Result<Vec<Vec<u64>>, String> {
    let game = Resolved::parse(spec).map_err(|e| e.to_string())?;
    let special = game.special().ok_or_else(|| format!("{spec} is in the rule language"))?;
    special.p_below(bound).map_err(|e| e.to_string())
}

/// The first P-positions of a two-pile game as pairs, from the rules.
pub fn pairs_below(spec: &str, bound: u64) -> Result<Vec<(u64, u64)>, String> {
    Ok(p_below(spec, bound)?.into_iter().map(|p| (p[0], p[1])).collect())
}

/// The Grundy table of a two-pile game, `table[x][y]`.
pub fn grundy(spec: &str, side: u64) -> Result<Vec<Vec<u32>>, String> {
    let table = wythoff_solvers::grundy_table(&rules(spec)?, &[side, side], &budget());
    Ok(table.map_err(|e| e.to_string())?.values.chunks(side as usize).map(<[u32]>::to_vec).collect())
}

/// (a + b sqrt d)/c.
pub fn surd(a: i64, b: i64, c: i64, d: u64) -> Result<Quadratic, String> {
    Quadratic::new(a, b, d, c).map_err(|_| format!("({a} + {b} sqrt {d})/{c} is not a number"))
}

/// floor(n alpha) as a machine integer.
pub fn floor(alpha: &Quadratic, n: u64) -> Result<u64, String> {
    u64::try_from(&alpha.floor_mul(&Integer::from(n))).map_err(|_| "a floor is out of range".to_string())
}

/// (1 + sqrt 5)/2.
pub fn phi() -> Result<Quadratic, String> {
    surd(1, 1, 2, 5)
}

/// The first `count` Wythoff pairs by mex: A_n = mex, B_n = A_n + n.
pub fn wythoff_pairs(count: usize) -> Vec<(u64, u64)> {
    let mut used = BTreeSet::new();
    let mut next = 0;
    (0..count as u64)
        .map(|n| {
            while used.remove(&next) {
                next += 1;
            }
            let a = next;
            next += 1;
            if n > 0 {
                used.insert(a + n);
            }
            (a, a + n)
        })
        .collect()
}

/// The least nonnegative integer that is not in a set.
pub fn mex(set: &BTreeSet<u64>) -> u64 {
    (0..).find(|n| !set.contains(n)).unwrap_or(0)
}

/// The random numbers of one search: searches differ by `salt`, runs by `seed`.
pub fn random(salt: u64, seed: u64) -> Random {
    Random::new(salt.wrapping_add(seed.wrapping_mul(0xD134_2543_DE82_EF95)))
}

/// What keeps a finding from being read outside: a text as Rust prints it, or a failure in print that nothing shows.
#[cfg(test)]
fn unfit(finding: &crate::verdict::Finding) -> Option<String> {
    let texts = [Some(&finding.bound), finding.counterexample.as_ref(), finding.detail.as_ref()];
    for text in texts.into_iter().flatten() {
        if let Some(word) = ["Some(", "None", "Ok(", "Err("].iter().find(|word| text.contains(**word)) {
            return Some(format!("`{word}` in: {text}"));
        }
    }
    if !finding.status.fails_in_print() {
        return None;
    }
    let Some(command) = &finding.command else { return Some("no command shows it".to_string()) };
    let shows = finding.counterexample.is_some() && finding.shows.iter().any(|part| !part.trim().is_empty());
    let circular = ["wyt verify", "wyt claim", "--help"].iter().any(|word| command.contains(word));
    (!shows || circular).then(|| format!("`{command}` does not show it"))
}

/// Runs every claim of a module at the smallest bounds, and checks that every row of its part of the ledger has one.
#[cfg(test)]
pub fn check_module(prefix: &str, claims: &[crate::run::Claim]) {
    let mut wrong = Vec::new();
    for claim in claims {
        match claim.run(crate::run::Scale::SMALL) {
            Ok(finding) if finding.status == claim.expected => {
                wrong.extend(unfit(&finding).map(|why| format!("{}: {why}", claim.id)));
            }
            other => wrong.push(format!("{}: recorded {}, found {other:?}", claim.id, claim.expected)),
        }
    }
    for row in crate::ledger::rows().iter().filter(|row| row.id.starts_with(prefix)) {
        if !claims.iter().any(|claim| claim.id == row.id) {
            wrong.push(format!("{} has no check", row.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
