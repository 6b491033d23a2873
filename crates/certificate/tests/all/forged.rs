//! Files that were made to pass for a theorem that is false, or to show a statement that is not the one checked.

use wythoff_certificate::automaton;
use wythoff_certificate::table::{Failure, check_table};
use wythoff_certificate::transducer;

fn table(kind: &str, head: &str, rules: &str, below: &str, merged: &str, data: &str) -> String {
    let rules: String = rules.lines().map(|line| format!("  {line}\n")).collect();
    let lines = data.lines().count();
    format!(
        "wyt-table 1\nkind {kind}\nconvention normal\n{head}rules\n{rules}below {below}\nmerged {merged}\ndata\n{data}end {lines}\n"
    )
}

/// Moves that know an order, a terminal position, and a table that takes it for terminal in both orders.
#[test]
fn a_terminal_position_of_ordered_piles_is_one_position() {
    let rules = "piles ordered x, y\nmove (1, 0)";
    let forged = table("grundy", "terminal 2,1\n", rules, "3,3", "yes", "0,0,0\n1,1,0\n0,0,1\n");
    assert!(matches!(check_table(&forged), Err(Failure::Malformed { .. })));
    let honest = table("grundy", "terminal 2,1\n", rules, "3,3", "no", "0,0,0\n1,1,1\n0,0,0\n");
    assert!(check_table(&honest).is_ok());
    let both = table("grundy", "terminal 1,2\nterminal 2,1\n", rules, "3,3", "yes", "0,0,0\n1,1,0\n0,0,1\n");
    assert!(check_table(&both).is_ok());
}

/// Where play could go round in a circle more than one set is stable and absorbing.
#[test]
fn games_that_need_not_end_are_refused() {
    let rules = "piles ordered x, y\nmove (1, -1) where y == 0\nmove (-1, 1) where x == 0";
    for data in ["0,0\n0,1\n1,1\n", "0,0\n1,0\n1,1\n"] {
        let forged = table("p-set", "", rules, "2,2", "no", data);
        let Err(Failure::Rules { what }) = check_table(&forged) else { panic!("accepted") };
        assert_eq!(what, "the game could go on for ever");
    }
    // The total falls, though a pile may grow.
    let rules = "piles ordered x, y\nmove (2, -1) where y == 0\nmove (0, 1)";
    let honest = table("p-set", "", rules, "4,3", "no", "0,0\n0,2\n1,0\n1,2\n2,0\n2,2\n3,0\n3,2\n");
    assert!(check_table(&honest).is_ok(), "{:?}", check_table(&honest));
    // With memory the total must fall with every move.
    let rules = "piles ordered x, y\nmemory last = 0\nmove (1, -1) where x >= 1 then last = 1\nmove (-1, 1) where last == 1 then last = 0";
    let forged = table("p-set", "", rules, "2,2", "no", "0,0\n0,1\n");
    assert!(check_table(&forged).is_err());
}

/// A text that can be read in two ways is no statement.
#[test]
fn what_is_said_twice_is_refused() {
    for rules in [
        "piles ordered x\nmove (1)\nstart where x < 2\nstart where x < 3",
        "piles ordered x\nmove (1)\nposition where x < 2\nposition where x < 3",
        "param t = 1\nparam t = 2\npiles ordered x\nmove (t)",
        "param x = 1\npiles ordered x\nmove (1)",
        "piles ordered x, x\nmove (1, 1)",
        "piles ordered x\nmemory x = 0\nmove (1)",
        "title \"Nim\"\n  move (i)\npiles ordered x\nmove (1)",
        "note move (2)\npiles ordered x\nmove (1)",
    ] {
        let below = if rules.contains("x, x") { "2,2" } else { "2" };
        let told = check_table(&table("p-set", "", rules, below, "no", "0\n"));
        assert!(matches!(told, Err(Failure::Rules { .. })), "{rules}: {told:?}");
    }
    let remarks =
        "game my-nim\ntitle \"Nim\"\nalias n-im\nsource VIS \"8.4\"\nnote \"a\"\npiles ordered x\nmove (1)";
    assert!(check_table(&table("p-set", "", remarks, "2", "no", "0\n")).is_ok());
}

#[test]
fn sides_whose_product_is_too_large_are_no_panic() {
    let rules = "piles ordered x, y, z\nmove (i, 0, 0)";
    let empty = table("grundy", "", rules, "0,1099511627776,1099511627776", "no", "");
    assert!(check_table(&empty).is_ok());
}

/// What a file says is shown without what could make a terminal show something else.
#[test]
fn words_of_a_file_are_escaped() {
    let shown = [
        check_table("wyt-table 1\nkind \u{1b}[31mred\n").unwrap_err().to_string(),
        check_table(&table("p-set", "", "\u{1b}[31mred", "1", "no", "")).unwrap_err().to_string(),
        transducer::check("wyt-certificate 1 transducer\nvectors \u{1b}[31mred\n").unwrap_err().to_string(),
        automaton::check("wythoff automaton certificate 1\nnumeration \u{1b}[31mred\n")
            .unwrap_err()
            .to_string(),
    ];
    for text in shown {
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}

/// The name of a family cannot be read as a part of the statement.
#[test]
fn names_of_families_are_no_statements() {
    let nim = "wythoff automaton certificate 1\nnumeration base 2\ncoordinates pile\nplay normal\nfamily NAME\nchange less\nautomaton set 1\nstarts 1\ns 1 0>1\npart absorption\noptions 0\nautomaton machine 2\nstarts 1\ns 0 0>1 1>2\ns 1 0>2 1>2\nlabels 2 0\nl 0 1 0\nl 0 1 1\nmacros 2\nfirst 0\nm 1 0 : 0>0 1>1\nm 2 1 : 0>1 1>1\nbase set\nadd family 0\nautomaton union 1\nstarts 1\ns 1 0>1 1>1\nend part\nend certificate\n";
    let told = |name: &str| automaton::check(&nim.replace("NAME", name)).unwrap().game.words()[1].clone();
    assert_eq!(told("nim 0"), "move nim 0: x0' < x0");
    assert_eq!(told("a: x0' = x0 - 1; \"b"), "move \"a: x0' = x0 - 1; 'b\": x0' < x0");
    assert!(told(&"long ".repeat(100)).len() < 100);
}

/// A certificate that is wrong is wrong, whatever its families are called, and one that asks for too much may be right.
#[test]
fn names_of_families_are_no_limits() {
    let wrong = "wythoff automaton certificate 1\nnumeration base 2\ncoordinates pile\nplay normal\nfamily the certificate asks for more than 9 steps\nchange less\nautomaton set 1\nstarts 1\ns 1 0>1 1>1\npart absorption\n";
    let refused = automaton::check(wrong).unwrap_err();
    assert_eq!(refused.kind, automaton::ErrorKind::Wrong, "{refused}");
    let bounds = automaton::Bounds { steps: 3, ..Default::default() };
    assert_eq!(automaton::check_within(wrong, bounds).unwrap_err().kind, automaton::ErrorKind::Limit);
    let cut = automaton::check("wythoff automaton certificate 1\n").unwrap_err();
    assert_eq!(cut.kind, automaton::ErrorKind::Malformed);
}

/// A Nim pile beside a game shows Grundy values in normal play alone: in misère play its P-positions say nothing of them.
#[test]
fn values_are_those_of_normal_play() {
    let both = "wythoff automaton certificate 1\nnumeration base 2\ncoordinates pile 1\nplay PLAY\nfamily a\nchange less same\nfamily b\nchange same less\n";
    let set = "automaton set 1\nstarts 1\ns 1 0>1\n";
    let take = "options 0\nautomaton machine 2\nstarts 1\ns 0 0>1 1>2\ns 1 0>2 1>2\nlabels 2 0\nl 0 1 0\nl 0 1 1\nmacros 2\nfirst 0\nm 1 0 : 0>0 1>1\nm 2 1 : 0>1 1>1\n";
    let none = "options 1\nautomaton machine 0\nstarts 0\nlabels 0 0\nmacros 0\nfirst -\n";
    let all = "add family 0\nautomaton union 1\nstarts 1\ns 1 0>1 1>1\nend part\n";
    let normal = format!("{both}{set}part absorption\n{take}{none}base set\n{all}end certificate\n");
    let report = automaton::check(&normal.replace("PLAY", "normal")).unwrap();
    let same = report.game.compare("piles ordered x\nmove (i)").unwrap();
    assert_eq!((same.grundy, same.difference), (Some(0), None));
    // Misère play of one pile: (1) is the P-position, (0) the end.
    let one = "automaton set 2\nstarts 1\ns 0 0>1 1>2\ns 1\n";
    let ends = "automaton ends 1\nstarts 1\ns 1 0>1\n";
    let movable = "options 0\nautomaton machine 2\nstarts 1\ns 0 0>1 1>2\ns 1 0>2 1>2\nlabels 2 0\nl 0 1 0\nl 0 1 1\nmacros 2\nfirst 0\nm 1 0 : 0>0 1>1\nm 2 1 : 0>1 1>1\n";
    let more = "options 0\nautomaton machine 3\nstarts 1\ns 0 0>1 1>2\ns 0 0>3 1>3\ns 1 0>3 1>3\nlabels 3 0\nl 0 1 0\nl 0 1 1\nl 0 2 1\nmacros 3\nfirst 0\nm 1 0 : 0>0 1>1\nm 2 1 : 0>2 1>2\nm 3 1 2 : 0>2 1>2\n";
    let union = "base set\nadd ends\nautomaton union 2\nstarts 1\ns 1 0>1 1>2\ns 1\nadd family 0\nautomaton union 1\nstarts 1\ns 1 0>1 1>1\nend part\n";
    let misere = format!(
        "{both}{one}{ends}part movable\n{movable}{none}base ends\n{all}part absorption\n{more}{none}{union}end certificate\n"
    );
    let report = automaton::check(&misere.replace("PLAY", "misere")).unwrap();
    let other = report.game.compare("piles ordered x\nmove (i)\nmisere").unwrap();
    assert!(other.difference.is_some_and(|why| why.contains("normal play alone")));
}

/// Ten lines that ask for the first columns of a game with wide bands are refused in time.
#[test]
fn starts_that_cost_much_are_refused() {
    for kind in ["near 1 band 64 step 1 block 64", "near 64 band 64 step 1 block 1"] {
        let text = format!(
            "wyt-certificate 1 transducer\nvectors\nkind {kind} play normal\norigin 39999 state 0\nsync 0\nwindow 1\nstates 1\n\
             state 0 used differences cells\ntransitions 0\nwords 0\nend\n"
        );
        let why = transducer::check(&text).expect_err("too long");
        assert_eq!(why.reason, "more steps than this checker takes", "{kind}");
    }
}
