//! The rules of a game as one text, parameters and conventions included, for certificates.

use wythoff_rules::{Modifier, Rules, parse_expr};

/// Rule text that says everything: moves with the parameters' values, and the conventions. `None` if a parameter is a
/// function computed outside the rule language.
///
/// ```
/// let mut rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// rules.set_misere().unwrap();
/// let text = wythoff_prove::rules_text(&rules).unwrap();
/// let again = wythoff_rules::Rules::read(&text).unwrap();
/// assert_eq!(wythoff_prove::translate(&again).unwrap(), wythoff_prove::translate(&rules).unwrap());
/// ```
pub fn rules_text(rules: &Rules) -> Option<String> {
    text(rules, rules.convention().pass)
}

/// The same game when the pass is gone.
pub(crate) fn without_pass(rules: &Rules) -> Option<Rules> {
    Rules::read(&text(rules, false)?).ok()
}

fn text(rules: &Rules, pass: bool) -> Option<String> {
    let mut game = rules.bound_game()?;
    let convention = rules.convention();
    let number = |n: u64| parse_expr(&n.to_string()).ok();
    if convention.misere {
        game.modifiers.push(Modifier::Misere);
    }
    if let Some(block) = &convention.block {
        let families = if block.families.iter().all(|blockable| *blockable) {
            Vec::new()
        } else {
            let named = rules.families().iter().zip(&block.families).filter(|(_, blockable)| **blockable);
            named.map(|(family, _)| family.label.clone()).collect()
        };
        game.modifiers.push(Modifier::Block { count: number(block.k)?, families, condition: None });
    }
    for terminal in &convention.terminals {
        let position = terminal.iter().map(|n| number(*n)).collect::<Option<Vec<_>>>()?;
        game.modifiers.push(Modifier::Terminal(position));
    }
    if pass {
        game.modifiers.push(Modifier::Pass);
    }
    Some(game.to_string())
}
