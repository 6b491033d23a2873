//! What is printed is read back as what was meant, for random games and expressions.

use proptest::prelude::*;
use wythoff_rulegen::{any_condition, any_game, any_integer, any_spelling, wild_game};
use wythoff_rules::{Rules, parse_expr, parse_game};

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_are_read_back(game in any_game()) {
        let text = game.to_string();
        prop_assert_eq!(parse_game(&text), Ok(game), "{}", text);
    }

    #[test]
    fn whatever_the_grammar_can_say_is_read_back(game in wild_game()) {
        let text = game.to_string();
        prop_assert_eq!(parse_game(&text), Ok(game), "{}", text);
    }

    #[test]
    fn people_may_spell_as_they_like((game, text) in any_spelling()) {
        prop_assert_eq!(parse_game(&text), Ok(game), "{}", text);
    }

    #[test]
    fn expressions_are_read_back(e in any_integer(&["x", "k"]), c in any_condition(&["x", "k"])) {
        prop_assert_eq!(parse_expr(&e.to_string()), Ok(e.clone()), "{}", e);
        prop_assert_eq!(parse_expr(&c.to_string()), Ok(c.clone()), "{}", c);
    }

    /// A family is shown as text with its label; that text is a move again.
    #[test]
    fn families_are_shown_as_they_are(game in any_game()) {
        if let Ok(rules) = Rules::read(&game.to_string()) {
            for (family, written) in rules.families().iter().zip(&game.moves) {
                let read = parse_game(&format!("move {}", family.text)).unwrap();
                prop_assert_eq!(&read.moves[0].takes, &written.takes);
                prop_assert_eq!(&read.moves[0].condition, &written.condition);
            }
        }
    }
}
