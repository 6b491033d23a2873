//! Every kind of error, met as a user meets it: it says where, or what to do.

use std::collections::BTreeSet;
use wythoff_numbers::Budget;
use wythoff_rules::{
    Argument, ErrorKind, Formula, RuleError, Rules, Source, parse_expr, parse_game, parse_list, parse_pile,
    parse_position, parse_vectors,
};

fn read(text: &str) -> RuleError {
    Rules::read(text).err().unwrap_or_else(|| panic!("this is a game: {text}"))
}

fn bind(text: &str, name: &str, value: &str) -> RuleError {
    let arguments = [(name.to_string(), Argument::Text(value.to_string()))];
    let bound = Rules::bind(Source::new("my.game", text), &arguments);
    bound.err().unwrap_or_else(|| panic!("{name} = {value} binds: {text}"))
}

const T: &str = "param t >= 1 = 2 where t < 100\nparam K list = 1, 2\nparam v vectors = 1 2\nparam on in all, nim = all\n\
    param f(k) = k\nrequire t != 50 \"not 50\"\npiles unordered x, y\nmove (k, l) where |k - l| < t";

const SLOPE: &str = "param f(a, b, c) of alpha = c\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\n\
    move (k, l) where x' <= y' and l - k < f(x', y', x)";

#[test]
fn every_error_has_a_place_or_a_hint() {
    let wythoff = || Rules::read("(i,0) (0,i) (i,i)").unwrap();
    let memory =
        Rules::read("piles ordered n\nmemory last = 0\nmove (i) where i != last then last = i").unwrap();
    let mut blocked = wythoff();
    blocked.set_block(2, &[]).unwrap();
    let mut few_tries = Rules::read("(i,j,k)").unwrap();
    few_tries.limit_tries(1 << 12);
    let spent = Budget::default().with_work(1000);
    let zero = Formula::read("f", "1 div (k - 1)", &["k"]).unwrap();
    let mut errors = vec![
        // Texts that are not in the language.
        read("(i,,0)"),
        read("(i,0"),
        read("(i,0) where"),
        read("(i,0) where j = i"),
        read("piles round x\nmove (i)"),
        read("move (i)\n  move (i)"),
        read("piles ordered x\npiles ordered y\nmove (i)"),
        read("piles ordered x"),
        read("misere"),
        read("mvoe (i)"),
        read("param t = 1\nparam t = 2\nmove (i)"),
        read("title \"open\nmove (i)"),
        read("(i) where i % 2 == 0"),
        read("(i) where a/b > 1"),
        read("(i) where sqrt(i) > 1"),
        parse_game("").unwrap_err(),
        parse_expr("1 +").unwrap_err(),
        parse_list("1,,2").unwrap_err(),
        parse_vectors("1 2;;").unwrap_err(),
        // Names and meanings.
        read("(i) where q > 1"),
        read("(i) where i"),
        read("(i) where (i > 1) + 1 > 0"),
        read("(i) where x' + y' > 0"),
        read("param x = 1\npiles ordered x\nmove (i)"),
        read("(i) for x >= 1"),
        read("(i) then last = i"),
        read("(i) for i in K"),
        read("(i) for i in {x, 2}"),
        read("(w) where 1 in 2, x"),
        read("piles ordered x[0]\nmove (i)"),
        read("piles unordered x\nextra e below 2\nmove (i, 0)"),
        read("piles ordered x\nextra e below 0\nmove (i, 0)"),
        read("piles ordered x\nmove i*w for i >= 1"),
        read("piles ordered x, y\nmove (i)"),
        read("piles ordered x, y\nmove (any^3)"),
        // No games.
        read("(i,0) (0,-i)"),
        read("(0,0)"),
        read("(i) for 0 <= i"),
        read("(1) where k > 0 for k >= 1"),
        read("(1) for k >= 1"),
        wythoff().set_block(0, &[]).unwrap_err(),
        wythoff().set_block(2, &["diagonal"]).unwrap_err(),
        blocked.set_misere().unwrap_err(),
        wythoff().add_terminal(&[1]).unwrap_err(),
        // Parameters.
        bind(T, "s", "3"),
        bind(T, "t", "0"),
        bind(T, "t", "200"),
        bind(T, "t", "50"),
        bind(T, "t", "1,2"),
        bind(T, "t", "q"),
        bind(T, "on", "none"),
        bind(T, "v", "0 0"),
        bind(T, "v", "1 2; 3"),
        bind(T, "v", "-1 2"),
        bind(T, "K", ""),
        bind(T, "f", "j"),
        bind("(i)", "t", "3"),
        bind(SLOPE, "alpha", "3"),
        bind(SLOPE, "alpha", "3/2"),
        bind(SLOPE, "beta", "sqrt(2)"),
        read("param f(k) of alpha = k\nmove (i) where f(i) > 2"),
        read("param alpha = 1\nparam f(a, b, c) of alpha = c\nmove (i) where f(i, i, i) > alpha"),
        // Positions.
        wythoff().check_position(&[1]).unwrap_err(),
        wythoff().options(&[1]).unwrap_err(),
        wythoff().check_position(&[u64::MAX, 0]).unwrap_err(),
        parse_position("6,ten").unwrap_err(),
        parse_position("").unwrap_err(),
        parse_position("6,").unwrap_err(),
        parse_position("1,2^2^40").unwrap_err(),
        parse_pile("2^").unwrap_err(),
        parse_pile("3-5").unwrap_err(),
        memory.parse_memory("lsat=3").unwrap_err(),
        memory.parse_memory("last").unwrap_err(),
        memory.parse_memory("last=x").unwrap_err(),
        memory.parse_memory("last=-1").unwrap_err(),
        memory.parse_memory("last=99999999999999999999").unwrap_err(),
        memory.options_of_state().unwrap_err(),
        // Values.
        Rules::read("(i) where 10 div (i - 2) < 100").unwrap().options(&[5]).unwrap_err(),
        zero.value(&[1.into()]).unwrap_err(),
        Formula::read("f", "k +", &["k"]).err().unwrap(),
        Formula::read("f", "j", &[]).err().unwrap(),
        Formula::read_condition("set", "x + y", &["x", "y"]).err().unwrap(),
        memory.fragment().unwrap_err(),
        Rules::read("(i,0) (0,i) (k,l) where k*l < 9").unwrap().fragment().unwrap_err(),
        // Limits.
        read(&format!("(i) where {} > 0", "(".repeat(100))),
        few_tries.options(&[1 << 20; 3]).unwrap_err(),
        Rules::read_with("(i,j)", &spent).and_then(|rules| rules.options(&[1 << 20; 2])).unwrap_err(),
    ];
    // What other crates raise themselves.
    errors.push(RuleError::new(ErrorKind::File, "the file cannot be read").hint("look at its name"));
    for error in &errors {
        assert!(error.place.is_some() || !error.hints.is_empty(), "neither place nor hint: {error}");
        assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error}");
        let text = format!("{error}\n{}", error.detail());
        assert!(!text.contains("--b") && !text.contains("wyt "), "a library names no command: {text}");
    }
    let met: BTreeSet<&str> = errors.iter().map(|error| error.kind.word()).collect();
    let all = [
        "convention",
        "file",
        "game",
        "limit",
        "meaning",
        "name",
        "parameter",
        "position",
        "stopped",
        "syntax",
        "unsupported",
        "value",
    ];
    assert_eq!(met.into_iter().collect::<Vec<_>>(), all);
}

/// A state without the memory that the game has.
trait OptionsOfState {
    fn options_of_state(&self) -> Result<(), RuleError>;
}

impl OptionsOfState for Rules {
    fn options_of_state(&self) -> Result<(), RuleError> {
        self.for_each_option(&[3], &[], &mut |_| std::ops::ControlFlow::Continue(()))
    }
}

#[test]
fn a_single_equals_sign_is_told() {
    for text in [
        "(i,j) where j=i",
        "piles ordered x, y\nmove (i, j) where j = i",
        "(i) where if x = 3 then i > 1 else i > 2",
    ] {
        assert_eq!(read(text).hints, ["did you mean `==`?"], "{text}");
    }
}
