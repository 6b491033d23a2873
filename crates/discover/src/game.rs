//! From rules to findings: the P-positions on a box, then what they show.

use crate::error::DiscoverError;
use crate::findings::{self, Finding, Positions};
use crate::leapers::{self, Kind, Leapers};
use wythoff_rules::{Decision, Relation, Rules, Shape};
use wythoff_solvers::{Budget, SolveError, grundy_table, p_below_into};

/// What was found about a game.
#[derive(Clone, Debug)]
pub struct Discovered {
    /// The findings, simplest first.
    pub findings: Vec<Finding>,
    /// The certificate of a transducer, for Wythoff plus finitely many vectors and the like.
    pub certificate: Option<String>,
}

/// Examines the P-positions with all piles below the bound; for Wythoff plus finitely many vectors also looks for its
/// transducer. Each finding is told as it is found.
///
/// ```
/// use wythoff_discover::{game::of_rules, leapers};
/// use wythoff_rules::Rules;
/// let maharaja = Rules::read("(i,0) (0,i) (i,i) (1,2) (2,1)").unwrap();
/// let found = of_rules(&maharaja, 100, &Default::default(), &leapers::Limits::default(), &mut |_| {})?;
/// assert!(found.findings.iter().any(|f| f.kind == "transducer" && f.statement.contains("15 states")));
/// # Ok::<(), wythoff_discover::DiscoverError>(())
/// ```
pub fn of_rules(
    rules: &Rules,
    below: u64,
    limits: &Budget,
    transducer: &leapers::Limits,
    tell: &mut dyn FnMut(&Finding),
) -> Result<Discovered, DiscoverError> {
    let (mut flat, mut room) = (Vec::new(), Ok(()));
    p_below_into(rules, below, limits, &mut |chunk| {
        if room.is_ok() {
            room = limits.grow("the list of P-positions", &mut flat, chunk.len());
            flat.extend_from_slice(if room.is_ok() { chunk } else { &[] });
        }
    })?;
    room.and_then(|()| limits.check()).map_err(SolveError::from)?;
    let (list, below) = sparse(&flat, rules.coordinates().len(), below);
    let positions = if rules.is_symmetric() {
        Positions::unordered(list, below)?
    } else {
        Positions::ordered(list, below)?
    };
    let mut found = findings::of_positions_telling(&positions, limits, tell);
    let mut certificate = None;
    if let Some(vectors) = leapers_of(rules)
        && !(vectors.is_wythoff() && vectors.vectors().is_empty())
    {
        let (finding, proof) = findings::of_leapers(&vectors, transducer, limits);
        tell(&finding);
        found.push(finding);
        certificate = proof;
    }
    Ok(Discovered { findings: found, certificate })
}

/// Where more positions than this are listed and rows hold several, a smaller bound shows as much.
const MANY: usize = 1 << 17;

/// So many positions a row are still as many as a few for each.
const IN_A_ROW: u64 = 4;

/// The positions below the bound, or below the largest smaller one that holds few enough of them, and that bound.
fn sparse(flat: &[u64], count: usize, below: u64) -> (Vec<Vec<u64>>, u64) {
    let positions = || flat.chunks(count.max(1));
    let listed = positions().len();
    let largest = |position: &[u64]| position.iter().copied().max().unwrap_or(0);
    let most = positions().map(largest).max().unwrap_or(0);
    if listed <= MANY || listed as u64 / IN_A_ROW <= below.max(most) {
        return (positions().map(<[u64]>::to_vec).collect(), below);
    }
    let mut counts = vec![0usize; most as usize + 1];
    positions().for_each(|position| counts[largest(position) as usize] += 1);
    let mut held = 0;
    let within = counts.iter().take_while(|more| {
        held += **more;
        held <= MANY
    });
    let below = within.count() as u64;
    (positions().filter(|p| largest(p) < below).map(<[u64]>::to_vec).collect(), below)
}

/// Examines the Grundy values of a two-pile game: `rows` rows of `columns` values.
pub fn of_grundy(
    rules: &Rules,
    rows: u64,
    columns: u64,
    limits: &Budget,
) -> Result<Vec<Finding>, DiscoverError> {
    if rules.coordinates().len() != 2 {
        return Err(DiscoverError::Refused("rows of Grundy values are examined for two piles".to_string()));
    }
    let table = grundy_table(rules, &[rows, columns], limits)?;
    let width = usize::try_from(columns).unwrap_or(usize::MAX).max(1);
    let rows: Vec<Vec<u64>> =
        table.values.chunks(width).map(|row| row.iter().map(|&g| u64::from(g)).collect()).collect();
    findings::of_rows(&rows)
}

/// The moves, if a transducer is the way to a proof: Wythoff's moves plus finitely many vectors, or moves of another
/// [`leapers::Kind`] for which no automaton is to be expected.
///
/// ```
/// use wythoff_discover::game::leapers_of;
/// use wythoff_rules::Rules;
/// let rules = Rules::read("(i,0) (0,i) (i,i) (2,3) (3,2)").unwrap();
/// assert_eq!(leapers_of(&rules).unwrap().vectors(), [(2, 3), (3, 2)]);
/// assert!(leapers_of(&Rules::read("(i,0) (0,i) (i,i) (2,3)").unwrap()).is_none());
/// let rules = Rules::read("(i,0) (0,i) (i,i) where i mod 2 == 0").unwrap();
/// assert_eq!(leapers_of(&rules).unwrap().kind().step, 2);
/// ```
pub fn leapers_of(rules: &Rules) -> Option<Leapers> {
    kind_of(rules).filter(|found| found.is_wythoff() || !found.expects_automaton())
}

/// The moves, if the game is on two piles and has Nim's and the diagonal's moves up to finitely much, as [`leapers::Kind`]
/// says, and finitely many vectors: they are compared for all positions, or nothing is claimed.
pub fn kind_of(rules: &Rules) -> Option<Leapers> {
    // A coordinate with a single value says nothing.
    if let Ok(Some(text)) = rules.without_single_values() {
        return kind_of(&Rules::read(&text).ok()?);
    }
    let convention = rules.convention();
    let plain = convention.terminals.is_empty()
        && rules.coordinates().len() == 2
        && rules.piles() == 2
        && rules.bounds().iter().all(Option::is_none)
        && rules.memory().is_empty()
        && rules.only_takes()
        && !rules.restricts_positions();
    if !plain {
        return None;
    }
    if convention.block.is_none()
        && rules.is_symmetric()
        && let Some(vectors) = beside_wythoff(rules)
    {
        let kind = Kind { misere: convention.misere, pass: convention.pass, ..Kind::default() };
        return Leapers::of_kind(&vectors, kind).ok();
    }
    if convention.pass {
        return None;
    }
    let found = seen(rules)?;
    let written = Rules::read(&found.rules(!rules.is_symmetric())).ok()?;
    (Relation::of(rules)?.is_same_game(&written) == Decision::Holds).then_some(found)
}

/// The vectors, if the other moves are Wythoff's.
fn beside_wythoff(rules: &Rules) -> Option<Vec<(u64, u64)>> {
    let (mut rays, mut vectors) = (Vec::new(), Vec::new());
    for pattern in rules.patterns() {
        match pattern.shape() {
            Shape::Ray { vector, from: 1, to: None } => rays.push(vector),
            Shape::Vectors(list) => vectors.extend(list),
            _ => return None,
        }
    }
    let wythoff = [[1, 0], [0, 1], [1, 1]];
    let complete = wythoff.iter().all(|needed| rays.iter().any(|ray| ray == needed));
    let no_more = rays.iter().all(|ray| wythoff.iter().any(|known| ray == known));
    let pairs: Option<Vec<(u64, u64)>> = vectors.iter().map(|v| Some((*v.first()?, *v.get(1)?))).collect();
    pairs.filter(|_| complete && no_more)
}

/// Piles whose options are looked at for a guess of the moves.
const SEEN: u64 = 64;

/// The moves of the kind that the options of one position suggest: a guess.
fn seen(rules: &Rules) -> Option<Leapers> {
    let options = rules.options(&[SEEN, SEEN]).ok()?;
    let side = SEEN as usize + 1;
    let mut takes = vec![vec![false; side]; side];
    for option in &options {
        let amount = |pile: usize| SEEN.checked_sub(*option.get(pile)?).map(|taken| taken as usize);
        let (i, j) = (amount(0)?, amount(1)?);
        (takes[i][j], takes[j][i]) = (true, true);
    }
    let count = |n: usize| u32::try_from(n).ok().filter(|n| *n > 0 && *n < 64);
    let far = side - 1;
    let near = count((0..far).find(|j| !takes[far][*j])?)?;
    let steps: Vec<usize> = (side / 2..side).filter(|i| takes[*i][*i]).take(2).collect();
    let &[first, second] = steps.as_slice() else { return None };
    let step = count(second - first)?;
    let band = count((0..side / 4).find(|j| !takes[first][first - j])?)?;
    let convention = rules.convention();
    let block = convention.block.as_ref().map_or(Some(1), |block| u32::try_from(block.k).ok())?;
    let kind = Kind { near, band, step, block, misere: convention.misere, ..Kind::default() };
    let mut vectors = Vec::new();
    for (i, row) in takes.iter().enumerate() {
        let taken = row.iter().enumerate().filter(|(j, taken)| **taken && *j >= i);
        vectors.extend(taken.map(|(j, _)| (i as u64, j as u64)));
    }
    Leapers::of_kind(&vectors, kind).ok()
}
