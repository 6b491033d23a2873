//! Examples of every command: its help ends with them, and an error that says what is missing shows the first.

/// A command, and lines that can be typed as they stand.
pub const EXAMPLES: &[(&str, &[&str])] = &[
    ("games", &["wyt games", "wyt games beatty"]),
    ("show", &["wyt show wythoff", "wyt show '(i,0) (0,i) (i,i) (1,2) (2,1)'"]),
    (
        "p",
        &[
            "wyt p wythoff --first 10",
            "wyt p 't-wythoff(t=3)' --below 50",
            "wyt p '(i,0) (0,i) (i,i)' --misere --first 5",
        ],
    ),
    ("grundy", &["wyt grundy wythoff --size 12", "wyt grundy wythoff --at 30,50"]),
    ("palace", &["wyt palace wythoff --block 3 --size 12"]),
    ("periods", &["wyt periods wythoff --rows 0..10"]),
    (
        "solve",
        &["wyt solve wythoff 6,10", "wyt solve '(i,0) (0,i) (i,i)' 7,9 --all", "wyt solve wythoff 10^30,3"],
    ),
    ("moves", &["wyt moves wythoff 3,5", "wyt moves 't-wythoff(t=2)' 5,5 --to 4,2"]),
    ("identify", &["wyt identify '(i,0) (0,i) (i,i)'"]),
    ("compare", &["wyt compare wythoff 't-wythoff(t=2)'"]),
    ("play", &["wyt play wythoff 9,14", "wyt play wythoff 9,14 --level 70"]),
    (
        "plot",
        &[
            "wyt plot wythoff --below 100 --slope '(1+sqrt(5))/2' -o wythoff.svg",
            "wyt plot wythoff --kind grundy --size 20",
            "wyt plot wythoff --block 100 --kind blocking --below 300 -o blocking.png",
            "wyt plot 'gdwn(p=1,q=2)' --kind ratio --below 20000 -o ratio.svg",
            "wyt plot wythoff --kind difference --with 't-wythoff(t=2)' -o two.png",
            "wyt plot wythoff --kind array --size 8x10 -o array.svg",
        ],
    ),
    ("check", &["wyt export wythoff --below 100 --format table -o wythoff.table", "wyt check wythoff.table"]),
    (
        "export",
        &[
            "wyt export wythoff --first 1000 --format csv -o wythoff.csv",
            "wyt export wythoff --size 20 --format bfile -o -",
        ],
    ),
    (
        "oeis",
        &[
            "wyt oeis wythoff --stripped stripped.gz --names names.gz",
            "wyt oeis b000201.txt --stripped stripped",
        ],
    ),
    (
        "sweep",
        &[
            "wyt sweep 't-wythoff(t={t})' --for t=1..50 --ask prove --time 30 -o proofs",
            "wyt sweep 'i,0; 0,i; i,i; ({a}i,{b}i)' --for a=1..20 --for b=a..20 --ask 'p first=10^4' --ask slopes -o out",
            "wyt sweep @specs.txt --ask identify -o known --resume",
        ],
    ),
    ("discover", &["wyt discover '(i,0) (0,i) (k,l) where |k - l| < 3'", "wyt discover wythoff --theorems"]),
    (
        "prove",
        &[
            "wyt prove wythoff --certificate wythoff.cert",
            "wyt prove wythoff --candidate 'x == y'",
            "wyt prove wythoff --same-as e-wythoff",
            "wyt prove wythoff --dot wythoff.dot",
        ],
    ),
    ("design", &["wyt design beatty 'sqrt(2)'", "wyt design adjoin wythoff 1,3"]),
    ("seq", &["wyt seq", "wyt seq lower-wythoff --first 30", "wyt seq lower-wythoff --at 10^30"]),
    ("array", &["wyt array", "wyt array wythoff --size 6x10"]),
    ("word", &["wyt word fibonacci --first 30", "wyt word 'a->ab,b->a' --first 30"]),
    ("rep", &["wyt rep zeckendorf 100", "wyt rep 'base 10' 100", "wyt rep zeckendorf 1000010100 --value"]),
    ("beatty", &["wyt beatty 'sqrt(2)'", "wyt beatty pi/2 --first 20"]),
    ("slope", &["wyt slope 2 3"]),
    ("eval", &["wyt eval 'floor((n + sqrt(5*n^2))/2)' 'n^2' --for n=1..10"]),
    ("claim", &["wyt claim VIS-T2"]),
    ("claims", &["wyt claims beatty"]),
    ("verify", &["wyt verify VIS-T2", "wyt verify --paper LEX", "wyt verify --report papers.html"]),
    ("serve", &["wyt serve", "wyt serve --port 8080 --no-open"]),
    ("completions", &["wyt completions bash"]),
];

/// The first example of a command.
pub fn of(command: &str) -> Option<&'static str> {
    EXAMPLES.iter().find(|(name, _)| *name == command)?.1.first().copied()
}

/// The command line with the examples at the end of each help.
pub fn in_help(line: clap::Command) -> clap::Command {
    EXAMPLES.iter().fold(line, |line, (name, examples)| {
        line.mut_subcommand(name, |command| {
            let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
            let title = if examples.len() == 1 { "Example" } else { "Examples" };
            command.after_help(format!("{before}{title}:\n  {}", examples.join("\n  ")))
        })
    })
}
