//! Whether a certificate states the game of a rules text, seen through the checker's own reader of rules: conventions
//! and terminal positions, and every move between the positions of a box.

use super::families::Change;
use super::statement::{Play, Statement};
use crate::table::Failure;
use crate::table::game::{Game, Order};
use std::collections::BTreeMap;

/// How a statement stands to a rules text on a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// All moves from positions below this were compared, one bound for each coordinate.
    pub below: Vec<u64>,
    /// The statement is about the rules' game plus a Nim pile of at most this.
    pub grundy: Option<u32>,
    /// The first difference, if there is one.
    pub difference: Option<String>,
}

/// Operations of the rules that a comparison may take.
const WORK: u64 = 1 << 27;

/// An option, and whether it can be blocked.
type Options = BTreeMap<Vec<i64>, bool>;

impl Statement {
    /// Compares the statement with a rules text on a box, or says why that cannot be done.
    ///
    /// ```
    /// # let certificate = "wythoff automaton certificate 1\nnumeration base 2\ncoordinates pile\nplay normal\nfamily take\nchange less\nautomaton set 1\nstarts 1\ns 1 0>1\npart absorption\noptions 0\nautomaton machine 2\nstarts 1\ns 0 0>1 1>2\ns 1 0>2 1>2\nlabels 2 0\nl 0 1 0\nl 0 1 1\nmacros 2\nfirst 0\nm 1 0 : 0>0 1>1\nm 2 1 : 0>1 1>1\nbase set\nadd family 0\nautomaton union 1\nstarts 1\ns 1 0>1 1>1\nend part\nend certificate\n";
    /// let report = wythoff_certificate::automaton::check(certificate).unwrap();
    /// let compare = |rules: &str| report.game.compare(rules).unwrap().difference;
    /// assert_eq!(compare("piles ordered x\nmove (i)"), None);
    /// assert!(compare("piles ordered x\nmove (2*i)").unwrap().contains("1 to 0"));
    /// assert!(compare("piles ordered x\nmove (i)\nmisere").unwrap().contains("misère"));
    /// ```
    pub fn compare(&self, rules: &str) -> Result<Comparison, String> {
        let unread = |failure: Failure| failure.to_string();
        let game = Game::read(rules, WORK).map_err(unread)?;
        if !game.fresh.is_empty() || game.restricts_positions() {
            return Err("the rules remember something or restrict positions".to_string());
        }
        if game.modifiers.pass {
            return self.compare_with_pass(&game).map_err(unread);
        }
        let own = &self.coordinates;
        let theirs: Vec<Option<i64>> =
            game.bounds.iter().map(|b| b.and_then(|b| i64::try_from(b).ok())).collect();
        let nim = own.len() == theirs.len() + 1;
        let grundy = own.last().copied().flatten().filter(|_| nim).and_then(|v| u32::try_from(v - 1).ok());
        let mut comparison = Comparison { below: Vec::new(), grundy, difference: None };
        comparison.difference =
            if nim && grundy.is_none() || own[..own.len() - usize::from(nim)] != theirs[..] {
                Some("the coordinates are others".to_string())
            } else {
                match self.conventions(&game, nim)? {
                    Some(difference) => Some(difference),
                    None => {
                        comparison.below = self.bounds();
                        self.moves(&game, &comparison.below, nim).map_err(unread)?
                    }
                }
            };
        Ok(comparison)
    }

    /// With a pass the statement has one coordinate more: 1 while the pass is there, 0 when it is gone. Its terminal
    /// positions need not be those that the rules declare; on the box, none of them may have a move by the rules.
    fn compare_with_pass(&self, game: &Game) -> Result<Comparison, Failure> {
        let own = &self.coordinates;
        let theirs: Vec<Option<i64>> =
            game.bounds.iter().map(|b| b.and_then(|b| i64::try_from(b).ok())).collect();
        let mut comparison = Comparison { below: Vec::new(), grundy: None, difference: None };
        let misere = match self.play {
            Play::Normal => Some(false),
            Play::Misere => Some(true),
            Play::Blocking(_) => None,
        };
        if own.split_last() != Some((&Some(2), &theirs[..])) {
            comparison.difference = Some("the coordinates are others, the last for the pass".to_string());
            return Ok(comparison);
        }
        if misere != Some(game.modifiers.misere) || game.modifiers.block.is_some() {
            comparison.difference = Some("how play ends is not the same".to_string());
            return Ok(comparison);
        }
        comparison.below = self.bounds();
        let positions = box_of(&comparison.below);
        // A terminal position beyond the box would say something that is not looked at.
        let piles = theirs.len();
        let declared = |place: &[i64]| {
            let orders = match game.order {
                Order::Ordered => vec![place.to_vec()],
                _ => in_every_order(place, piles),
            };
            let is = |place: &Vec<i64>, t: &Vec<i128>| {
                t.len() == place.len() && t.iter().zip(place).all(|(a, b)| *a == i128::from(*b))
            };
            orders.iter().any(|place| game.modifiers.terminals.iter().any(|t| is(place, t)))
        };
        for terminal in &self.terminals {
            if !positions.contains(terminal) && !declared(&terminal[..piles]) {
                comparison.difference = Some(format!(
                    "the certificate has the terminal position {}, the rules have not",
                    shown(terminal)
                ));
                return Ok(comparison);
            }
        }
        for from in &positions {
            let (place, left) = from.split_at(piles);
            let ended = declared(place);
            let mut theirs = if ended {
                Options::new()
            } else {
                self.options_by_rules(game, &[place, &[0]].concat(), true)?
            };
            if left == [1] {
                let moved = theirs.keys().map(|to| [&to[..piles], &[1]].concat());
                let mut with: Options = moved.map(|to| (to, true)).collect();
                if !with.is_empty() {
                    let place = if game.order == Order::Sorted { self.sorted(place) } else { place.to_vec() };
                    with.insert([place.as_slice(), &[0]].concat(), true);
                }
                theirs = with;
            }
            let own = if self.terminals.contains(from) {
                Options::new()
            } else {
                self.options(from, &positions, game.order == Order::Sorted)
            };
            if !own.keys().eq(theirs.keys()) {
                comparison.difference = Some(format!("the moves from {} are not the same", shown(from)));
                return Ok(comparison);
            }
        }
        Ok(comparison)
    }

    /// The box: as large as all pairs of its positions can be looked at.
    fn bounds(&self) -> Vec<u64> {
        let side = match self.coordinates.iter().filter(|c| c.is_none()).count() {
            1 => 100,
            2 => 20,
            3 => 7,
            4 => 5,
            5 => 3,
            _ => 2,
        };
        self.coordinates.iter().map(|c| c.map_or(side, |values| values.unsigned_abs())).collect()
    }

    /// How play ends, and the terminal positions.
    fn conventions(&self, game: &Game, nim: bool) -> Result<Option<String>, String> {
        let modifiers = &game.modifiers;
        // By Sprague and Grundy in normal play; elsewhere a Nim pile beside the game says nothing of values.
        if nim && self.play != Play::Normal {
            return Ok(Some(
                "a Nim pile beside the game shows Grundy values in normal play alone".to_string(),
            ));
        }
        let block = modifiers.block.as_ref().map(|(k, _)| *k);
        let (same, told) = match self.play {
            Play::Normal => (!modifiers.misere && block.is_none(), "normal play".to_string()),
            Play::Misere => (modifiers.misere && block.is_none(), "misère play".to_string()),
            Play::Blocking(k) => (!modifiers.misere && block == Some(i128::from(k)), format!("blocking {k}")),
        };
        if !same {
            let theirs = match (modifiers.misere, block) {
                (true, _) => "misère play".to_string(),
                (false, Some(k)) => format!("blocking {k}"),
                (false, None) => "normal play".to_string(),
            };
            return Ok(Some(format!("the certificate is about {told}, the rules say {theirs}")));
        }
        let sorted = |list: &mut Vec<Vec<i64>>| {
            list.sort();
            list.dedup();
        };
        let mut own: Vec<Vec<i64>> = self.terminals.clone();
        let mut theirs = Vec::new();
        for terminal in &modifiers.terminals {
            let mut place = Vec::new();
            for value in terminal {
                place
                    .push(i64::try_from(*value).map_err(|_| "a terminal position is too large".to_string())?);
            }
            if nim {
                place.push(0);
            }
            theirs.push(place);
        }
        sorted(&mut own);
        sorted(&mut theirs);
        // Where order does not matter, a position is terminal in every order.
        let piles = self.coordinates.iter().filter(|c| c.is_none()).count();
        let mut orders: Vec<Vec<i64>> = Vec::new();
        if own != theirs && piles <= 8 && own.len() <= 100_000 {
            for place in &theirs {
                orders.extend(in_every_order(place, piles));
            }
            sorted(&mut orders);
        }
        if own == theirs || own == orders {
            return Ok(None);
        }
        Ok(Some(format!("the certificate has {} terminal positions, the rules {}", own.len(), theirs.len())))
    }

    /// The first position of the box whose options differ.
    fn moves(&self, game: &Game, below: &[u64], nim: bool) -> Result<Option<String>, Failure> {
        let positions = box_of(below);
        for from in &positions {
            if self.terminals.contains(from) {
                continue;
            }
            let own = self.options(from, &positions, game.order == Order::Sorted);
            let theirs = self.options_by_rules(game, from, nim)?;
            let blocking = matches!(self.play, Play::Blocking(_));
            let differs = |a: &Options, b: &Options| {
                let other = |(to, blockable): &(&Vec<i64>, &bool)| match b.get(*to) {
                    None => true,
                    Some(known) => blocking && known != *blockable,
                };
                a.iter().find(other).map(|(to, _)| to.clone())
            };
            for (a, b, whose) in [(&own, &theirs, "certificate"), (&theirs, &own, "rules")] {
                if let Some(to) = differs(a, b) {
                    return Ok(Some(format!(
                        "the {whose} alone allow{} the move from {} to {}, or allow{} to block it",
                        if whose == "rules" { "" } else { "s" },
                        shown(from),
                        shown(&to),
                        if whose == "rules" { "" } else { "s" },
                    )));
                }
            }
        }
        Ok(None)
    }

    fn options(&self, from: &[i64], positions: &[Vec<i64>], sorted: bool) -> Options {
        let mut out = Options::new();
        // Most pairs are none of a position and an option: a coordinate rises that no family raises.
        let raised = |i: usize| self.families.iter().any(|family| family.change[i] == Change::Any);
        let rises: Vec<bool> = (0..from.len()).map(raised).collect();
        let falls = |to: &&Vec<i64>| (0..from.len()).all(|i| to[i] <= from[i] || rises[i]);
        let families: Vec<_> = self.families.iter().filter(|family| family.begins_at(from)).collect();
        for to in positions.iter().filter(falls) {
            for family in families.iter().filter(|family| family.contains(from, to)) {
                let to = if sorted { self.sorted(to) } else { to.clone() };
                out.entry(to).and_modify(|b| *b &= family.blockable).or_insert(family.blockable);
            }
        }
        out
    }

    fn options_by_rules(&self, game: &Game, from: &[i64], nim: bool) -> Result<Options, Failure> {
        let (place, pile) = if nim { from.split_at(from.len() - 1) } else { (from, &[][..]) };
        let position: Vec<u64> = place.iter().map(|v| v.unsigned_abs()).collect();
        let mut out = Options::new();
        let blocked: Option<Vec<usize>> = game.blocked_families();
        game.moves(&position, &[], true, true, &mut |to, _, family| {
            let mut to: Vec<i64> = to.iter().map(|v| i64::try_from(*v).unwrap_or(i64::MAX)).collect();
            if game.order == Order::Sorted {
                to = self.sorted(&to);
            }
            to.extend(pile);
            let blockable = blocked.as_ref().is_none_or(|list| list.contains(&family));
            out.entry(to).and_modify(|b| *b &= blockable).or_insert(blockable);
            Ok(true)
        })?;
        for less in 0..pile.first().copied().unwrap_or(0) {
            let mut to = if game.order == Order::Sorted { self.sorted(place) } else { place.to_vec() };
            to.push(less);
            out.insert(to, true);
        }
        Ok(out)
    }

    /// The piles in increasing order; nothing else is in the way where piles are sorted.
    fn sorted(&self, position: &[i64]) -> Vec<i64> {
        let piles = self.coordinates.iter().filter(|c| c.is_none()).count().min(position.len());
        let mut out = position.to_vec();
        out[..piles].sort_unstable();
        out
    }
}

fn box_of(below: &[u64]) -> Vec<Vec<i64>> {
    below.iter().fold(vec![Vec::new()], |all, bound| {
        let side = i64::try_from(*bound).unwrap_or(i64::MAX);
        all.iter().flat_map(|p: &Vec<i64>| (0..side).map(move |v| [p.as_slice(), &[v]].concat())).collect()
    })
}

/// The position with its first coordinates, the piles, in every order.
fn in_every_order(position: &[i64], piles: usize) -> Vec<Vec<i64>> {
    let (piles, rest) = position.split_at(piles.min(position.len()));
    let mut out: Vec<Vec<i64>> = vec![Vec::new()];
    for pile in piles {
        out = out
            .iter()
            .flat_map(|p| {
                (0..=p.len()).map(move |at| {
                    let mut longer = p.clone();
                    longer.insert(at, *pile);
                    longer
                })
            })
            .collect();
        out.sort();
        out.dedup();
    }
    out.iter().map(|p| [p.as_slice(), rest].concat()).collect()
}

fn shown(position: &[i64]) -> String {
    position.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}
