//! What the parameters of the three vectors game must satisfy (GEO Section 4, with the hypotheses that the
//! paper leaves out: ledger GEO-S4, GEO-SCALE, GEO-CANON, GEO-T18g).
//!
//! The game [a, b, c] is the n vectors game on v1, v2, v3 with c v3 = a v1 + b v2, where v1 and v2 are
//! independent; its positions are (x, y, i) = x v1 + y v2 + i v3 with 0 <= i < c.

use super::refused::Refused;

/// The parameters of a three vectors game, positive and without a common factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThreeVectors {
    /// alpha
    pub a: u64,
    /// beta
    pub b: u64,
    /// gamma
    pub c: u64,
}

/// Checks alpha, beta and gamma: all positive, greatest common divisor 1.
///
/// ```
/// use wythoff_catalog::special::check_three_vectors;
/// assert!(check_three_vectors(1, 3, 2).is_ok());
/// let refused = check_three_vectors(2, 8, 2).unwrap_err();
/// assert_eq!(refused.hint, "it is the same game as [1,4,1]: write three-vectors(a=1,b=4,c=1)");
/// ```
pub fn check_three_vectors(a: u64, b: u64, c: u64) -> Result<ThreeVectors, Refused> {
    for (name, value) in [("a", a), ("b", b), ("c", c)] {
        if value == 0 {
            let reason = format!("{name} is 0; c v3 = a v1 + b v2 needs positive a, b and c");
            return Err(
                Refused::input(reason).hint("without such a relation the game is Nim with three piles")
            );
        }
    }
    let common = gcd(gcd(a, b), c);
    if common > 1 {
        let (a1, b1, c1) = (a / common, b / common, c / common);
        let reason = format!("a, b and c have the common factor {common}, so (x,y,i) would not be unique");
        let hint =
            format!("it is the same game as [{a1},{b1},{c1}]: write three-vectors(a={a1},b={b1},c={c1})");
        return Err(Refused::input(reason).hint(hint));
    }
    Ok(ThreeVectors { a, b, c })
}

impl ThreeVectors {
    /// The [a, b, c] of three given vectors: the coprime positive solution of c v3 = a v1 + b v2.
    ///
    /// Refused where v1 and v2 are dependent, or where v3 is no such combination.
    ///
    /// ```
    /// use wythoff_catalog::special::ThreeVectors;
    /// let game = ThreeVectors::of([&[2, 0], &[0, 2], &[1, 3]]).unwrap();
    /// assert_eq!((game.a, game.b, game.c), (1, 3, 2));
    /// assert!(ThreeVectors::of([&[1], &[2], &[3]]).is_err());
    /// ```
    pub fn of([v1, v2, v3]: [&[u64]; 3]) -> Result<ThreeVectors, Refused> {
        if v1.len() != v2.len() || v2.len() != v3.len() {
            return Err(Refused::input("the three vectors have different lengths")
                .hint("give all as many coordinates"));
        }
        let minor = |u: &[u64], v: &[u64], i: usize, j: usize| {
            i128::from(u[i]) * i128::from(v[j]) - i128::from(u[j]) * i128::from(v[i])
        };
        if [v1, v2, v3].concat().iter().any(|&x| x >= 1 << 31) {
            return Err(Refused::limit("a coordinate is 2^31 or more"));
        }
        let places = (0..v1.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let Some((i, j)) = places.into_iter().find(|&(i, j)| minor(v1, v2, i, j) != 0) else {
            let reason = "v1 and v2 are dependent, so the game is not a three vectors game";
            return Err(Refused::input(reason).hint("n-vectors plays the game on any vectors"));
        };
        // Cramer's rule on coordinates i and j, then a check on all of them.
        let (mut c, mut a, mut b) = (minor(v1, v2, i, j), minor(v3, v2, i, j), minor(v1, v3, i, j));
        if c < 0 {
            (a, b, c) = (-a, -b, -c);
        }
        let holds =
            (0..v1.len()).all(|k| c * i128::from(v3[k]) == a * i128::from(v1[k]) + b * i128::from(v2[k]));
        if !holds || a <= 0 || b <= 0 {
            let reason = "v3 is no positive combination of v1 and v2";
            return Err(Refused::input(reason).hint("n-vectors plays the game on any vectors"));
        }
        let [a, b, c] = [a, b, c].map(|n| n.unsigned_abs() as u64);
        let common = gcd(gcd(a, b), c);
        check_three_vectors(a / common, b / common, c / common)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters() {
        assert!(check_three_vectors(0, 1, 1).is_err());
        assert!(check_three_vectors(6, 10, 15).is_ok());
        assert!(check_three_vectors(6, 10, 4).unwrap_err().hint.contains("[3,5,2]"));
    }

    #[test]
    fn relations_of_vectors() {
        let of = |v: [&[u64]; 3]| ThreeVectors::of(v).map(|game| (game.a, game.b, game.c));
        assert_eq!(of([&[1, 0], &[0, 1], &[1, 1]]).unwrap(), (1, 1, 1));
        assert_eq!(of([&[3, 0, 3], &[0, 3, 3], &[1, 2, 3]]).unwrap(), (1, 2, 3));
        assert!(of([&[1, 1], &[2, 2], &[3, 3]]).unwrap_err().reason.contains("dependent"));
        assert!(of([&[1, 0, 0], &[0, 1, 0], &[0, 0, 1]]).unwrap_err().reason.contains("combination"));
        assert!(of([&[1, 0], &[1, 1], &[0, 1]]).unwrap_err().reason.contains("combination"));
        assert!(of([&[1, 0], &[1], &[0, 1]]).is_err());
    }
}
