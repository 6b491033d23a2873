//! Whether linear equations and inequalities have a solution in integers, decided exactly.
//!
//! The Omega test of W. Pugh (Communications of the ACM 35, 1992): equations are solved by changes of variable, then one
//! variable after another is eliminated. Where a bound has a coefficient other than 1 the shadow is not exact; then the dark
//! shadow (which promises a solution) and finitely many planes beside the bounds are asked.

use super::Outside;
use super::term::gcd;
use std::collections::BTreeMap;
use wythoff_numbers::Budget;

/// coefficients . variables + constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    pub coefficients: Vec<i128>,
    pub constant: i128,
}

/// Equations (row = 0) and inequalities (row >= 0).
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    pub equations: Vec<Row>,
    pub inequalities: Vec<Row>,
}

/// How much may still be done, in rows, for a request.
pub(crate) struct Effort {
    left: u64,
    budget: Budget,
}

/// Rows between two looks at the budget, as a power of two.
const PACE: u32 = 10;

impl Effort {
    pub fn new(rows: u64, budget: &Budget) -> Effort {
        Effort { left: rows, budget: budget.clone() }
    }

    pub fn spend(&mut self, rows: usize) -> Result<(), Outside> {
        let left = self.left.checked_sub(rows as u64 + 1).ok_or(Outside::Effort)?;
        let looks = left >> PACE != self.left >> PACE;
        self.left = left;
        if looks && self.budget.check().is_err() { Err(Outside::Effort) } else { Ok(()) }
    }
}

impl Row {
    fn combined(&self, factor: i128, other: &Row, times: i128) -> Result<Row, Outside> {
        let one = |a: i128, b: i128| {
            let sum = a.checked_mul(factor)?.checked_add(b.checked_mul(times)?)?;
            (sum.unsigned_abs() < 1 << 120).then_some(sum)
        };
        let width = self.coefficients.len().max(other.coefficients.len());
        let at = |row: &Row, i: usize| row.coefficients.get(i).copied().unwrap_or(0);
        let coefficients = (0..width).map(|i| one(at(self, i), at(other, i)));
        let coefficients = coefficients.collect::<Option<Vec<_>>>().ok_or(Outside::Size)?;
        let constant = one(self.constant, other.constant).ok_or(Outside::Size)?;
        Ok(Row { coefficients, constant })
    }

    fn at(&self, variable: usize) -> i128 {
        self.coefficients.get(variable).copied().unwrap_or(0)
    }

    fn content(&self) -> i128 {
        self.coefficients.iter().fold(0, |g, c| gcd(g, *c))
    }

    fn divided(&self, by: i128) -> Row {
        let coefficients = self.coefficients.iter().map(|c| c / by).collect();
        Row { coefficients, constant: self.constant.div_euclid(by) }
    }

    fn plus(&self, constant: i128) -> Result<Row, Outside> {
        let constant = self.constant.checked_add(constant).ok_or(Outside::Size)?;
        Ok(Row { coefficients: self.coefficients.clone(), constant })
    }
}

/// Whether there are integers that satisfy the system.
pub(crate) fn has_solution(mut system: System, effort: &mut Effort) -> Result<bool, Outside> {
    loop {
        effort.spend(system.equations.len() + system.inequalities.len())?;
        if !system.simplify()? {
            return Ok(false);
        }
        if let Some(equation) = system.equations.pop() {
            system.solve(&equation)?;
            continue;
        }
        let Some(choice) = system.choose() else { return Ok(true) };
        match choice {
            Choice::OneSided(variable) => system.inequalities.retain(|row| row.at(variable) == 0),
            Choice::Exact(variable) => system.inequalities = system.shadow(variable, false, effort)?,
            Choice::Inexact(variable) => return system.beside(variable, effort),
        }
    }
}

enum Choice {
    /// Bounded on at most one side: its conditions can always be met.
    OneSided(usize),
    /// Every lower or every upper bound has coefficient 1.
    Exact(usize),
    Inexact(usize),
}

impl System {
    fn width(&self) -> usize {
        let rows = self.equations.iter().chain(&self.inequalities);
        rows.map(|row| row.coefficients.len()).max().unwrap_or(0)
    }

    /// Divides out common factors and keeps the tightest of parallel rows; false if a contradiction is plain.
    fn simplify(&mut self) -> Result<bool, Outside> {
        let width = self.width();
        let mut equations = Vec::new();
        for row in self.equations.drain(..) {
            match row.content() {
                0 if row.constant != 0 => return Ok(false),
                0 => {}
                g if row.constant % g != 0 => return Ok(false),
                g => equations.push(row.divided(g)),
            }
        }
        let mut tightest: BTreeMap<Vec<i128>, i128> = BTreeMap::new();
        for row in self.inequalities.drain(..) {
            match row.content() {
                0 if row.constant < 0 => return Ok(false),
                0 => {}
                g => {
                    let mut row = row.divided(g);
                    row.coefficients.resize(width, 0);
                    let known = tightest.entry(row.coefficients).or_insert(row.constant);
                    *known = (*known).min(row.constant);
                }
            }
        }
        for (coefficients, constant) in &tightest {
            let opposite: Vec<i128> = coefficients.iter().map(|c| -c).collect();
            match tightest.get(&opposite).map(|other| constant.checked_add(*other)) {
                Some(Some(room)) if room < 0 => return Ok(false),
                Some(Some(0)) if *coefficients > opposite => {
                    equations.push(Row { coefficients: coefficients.clone(), constant: *constant });
                }
                Some(None) => return Err(Outside::Size),
                _ => {}
            }
        }
        self.equations = equations;
        let rows = tightest.into_iter();
        self.inequalities = rows.map(|(coefficients, constant)| Row { coefficients, constant }).collect();
        Ok(true)
    }

    /// Solves an equation for a variable: at once if it has coefficient 1, otherwise after a change of variable that makes
    /// the coefficients smaller.
    fn solve(&mut self, equation: &Row) -> Result<(), Outside> {
        let present = equation.coefficients.iter().enumerate().filter(|(_, c)| **c != 0);
        let Some((variable, c)) = present.min_by_key(|(_, c)| c.abs()) else { return Ok(()) };
        let mut solved = equation.clone();
        if c.abs() != 1 {
            let m = c.abs() + 1;
            let nearest = |a: i128| a - m * (2 * a + m).div_euclid(2 * m);
            solved.coefficients = equation.coefficients.iter().map(|a| nearest(*a)).collect();
            solved.constant = nearest(equation.constant);
            let width = self.width().max(equation.coefficients.len());
            solved.coefficients.resize(width, 0);
            solved.coefficients.push(-m);
            self.equations.push(equation.clone());
        }
        let sign = solved.at(variable);
        for row in self.equations.iter_mut().chain(&mut self.inequalities) {
            let c = row.at(variable);
            if c != 0 {
                *row = row.combined(1, &solved, -c * sign)?;
            }
        }
        Ok(())
    }

    fn choose(&self) -> Option<Choice> {
        let mut best: Option<(bool, usize, usize)> = None;
        for variable in 0..self.width() {
            let lower = self.inequalities.iter().filter(|row| row.at(variable) > 0);
            let upper = self.inequalities.iter().filter(|row| row.at(variable) < 0);
            let (lowers, uppers) = (lower.clone().count(), upper.clone().count());
            if lowers + uppers == 0 {
                continue;
            }
            if lowers == 0 || uppers == 0 {
                return Some(Choice::OneSided(variable));
            }
            let exact = lower.clone().all(|row| row.at(variable) == 1)
                || upper.clone().all(|row| row.at(variable) == -1);
            let candidate = (!exact, lowers * uppers, variable);
            if best.is_none_or(|known| candidate < known) {
                best = Some(candidate);
            }
        }
        best.map(|(inexact, _, variable)| match inexact {
            false => Choice::Exact(variable),
            true => Choice::Inexact(variable),
        })
    }

    /// The inequalities without a variable: every lower bound below every upper one, for the dark shadow far enough
    /// below that an integer lies between.
    fn shadow(&self, variable: usize, dark: bool, effort: &mut Effort) -> Result<Vec<Row>, Outside> {
        let mut out: Vec<Row> =
            self.inequalities.iter().filter(|row| row.at(variable) == 0).cloned().collect();
        for lower in self.inequalities.iter().filter(|row| row.at(variable) > 0) {
            for upper in self.inequalities.iter().filter(|row| row.at(variable) < 0) {
                effort.spend(1)?;
                let (a, b) = (lower.at(variable), -upper.at(variable));
                let row = lower.combined(b, upper, a)?;
                out.push(if dark { row.plus(-((a - 1) * (b - 1)))? } else { row });
            }
        }
        Ok(out)
    }

    /// No elimination is exact: the shadow, the dark shadow, and the planes beside the lower bounds.
    fn beside(self, variable: usize, effort: &mut Effort) -> Result<bool, Outside> {
        let only = |inequalities| System { equations: Vec::new(), inequalities };
        if !has_solution(only(self.shadow(variable, false, effort)?), effort)? {
            return Ok(false);
        }
        if has_solution(only(self.shadow(variable, true, effort)?), effort)? {
            return Ok(true);
        }
        let steepest = self.inequalities.iter().map(|row| -row.at(variable)).max().unwrap_or(1);
        for lower in self.inequalities.iter().filter(|row| row.at(variable) > 0) {
            let b = lower.at(variable);
            let last = (steepest.checked_mul(b).ok_or(Outside::Size)? - steepest - b).div_euclid(steepest);
            for distance in 0..=last {
                effort.spend(self.inequalities.len())?;
                let mut plane = self.clone();
                plane.equations.push(lower.plus(-distance)?);
                if has_solution(plane, effort)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(coefficients: &[i128], constant: i128) -> Row {
        Row { coefficients: coefficients.to_vec(), constant }
    }

    fn holds(system: &System, point: &[i128]) -> bool {
        let value =
            |row: &Row| row.coefficients.iter().zip(point).map(|(c, x)| c * x).sum::<i128>() + row.constant;
        system.equations.iter().all(|r| value(r) == 0) && system.inequalities.iter().all(|r| value(r) >= 0)
    }

    #[test]
    fn the_examples_of_the_paper() {
        // 7x + 12y + 31z = 17, 3x + 5y + 14z = 7, 1 <= x <= 40: solvable; and 27 <= 11x + 13y <= 45, -10 <= 7x - 9y <= 4: not.
        let solvable = System {
            equations: vec![row(&[7, 12, 31], -17), row(&[3, 5, 14], -7)],
            inequalities: vec![row(&[1, 0, 0], -1), row(&[-1, 0, 0], 40), row(&[0, 1, 0], 50)],
        };
        assert_eq!(has_solution(solvable, &mut Effort::new(10_000, &Budget::default())), Ok(true));
        let gap = System {
            equations: Vec::new(),
            inequalities: vec![
                row(&[11, 13], -27),
                row(&[-11, -13], 45),
                row(&[7, -9], 10),
                row(&[-7, 9], 4),
            ],
        };
        assert_eq!(has_solution(gap, &mut Effort::new(10_000, &Budget::default())), Ok(false));
    }

    proptest! {
        #[test]
        fn agrees_with_trying_every_point_of_a_box(
            rows in prop::collection::vec((prop::collection::vec(-5i128..6, 3), -12i128..13), 1..6),
            equations in prop::collection::vec((prop::collection::vec(-4i128..5, 3), -7i128..8), 0..3),
        ) {
            let mut system = System {
                equations: equations.iter().map(|(c, k)| row(c, *k)).collect(),
                inequalities: rows.iter().map(|(c, k)| row(c, *k)).collect(),
            };
            for variable in 0..3 {
                let mut unit = vec![0; 3];
                unit[variable] = 1;
                system.inequalities.push(row(&unit, 6));
                unit[variable] = -1;
                system.inequalities.push(row(&unit, 6));
            }
            let mut found = false;
            for x in -6..=6 {
                for y in -6..=6 {
                    found |= (-6..=6).any(|z| holds(&system, &[x, y, z]));
                }
            }
            prop_assert_eq!(has_solution(system, &mut Effort::new(1_000_000, &Budget::default())), Ok(found));
        }
    }
}
