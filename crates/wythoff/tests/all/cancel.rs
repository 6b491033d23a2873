//! Whatever is asked ends soon after its budget is cancelled, with what is complete or an error that says so.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use wythoff::{
    Budget, Conventions, DesignKind, Error, Game, Kind, Method, NoFiles, PictureRequest, ProofRequest, Range,
    SolveRequest, numbers,
};

/// A question that takes long, and whether its answer says that it is not whole.
type Question = (&'static str, fn(&Budget) -> Result<bool, Error>);

fn rules() -> SolveRequest<'static> {
    SolveRequest { method: Some(Method::Rules), ..SolveRequest::default() }
}

fn game(spec: &str) -> Game {
    Game::parse(spec).unwrap()
}

/// Rules without a theory, whose conditions are looked at cell by cell.
const SLOW: &str = "(i,0) (0,i) (k,l) where (k * l + x) mod 7 < 3";

const QUESTIONS: &[Question] = &[
    ("p below", |budget| Ok(game(SLOW).p(Range::Below(100_000), 0, None, budget)?.partial)),
    ("p first", |budget| Ok(game(SLOW).p(Range::First(100_000), 0, None, budget)?.partial)),
    ("p by theory", |budget| Ok(game("wythoff").p(Range::First(50_000_000), 0, None, budget)?.partial)),
    ("a game in Rust", |budget| {
        let game = game("wytlex(piles=8)");
        Ok(game.p(Range::First(20_000_000), 0, Some(Method::Rules), budget)?.partial)
    }),
    ("rows of piles", |budget| {
        let game = game("end-wythoff(piles=4)");
        Ok(game.p(Range::Below(300), 0, None, budget)?.partial)
    }),
    ("one row", |budget| {
        let game = game("end-wythoff");
        game.solve(&game.position("20000,30000,12345,40000,777")?, &rules(), budget).map(|_| false)
    }),
    ("a game of a game", |budget| {
        Ok(game("star(of=star(of=wythoff))").p(Range::Below(3000), 0, None, budget)?.partial)
    }),
    ("a game with its own P-positions", |budget| {
        Ok(game("with-own-p(of=wythoff)").p(Range::Below(800), 0, None, budget)?.partial)
    }),
    ("a game with a function", |budget| {
        let game = game("wytlex(piles=3,f=\"1+b1\")");
        Ok(game.p(Range::First(200_000), 0, None, budget)?.partial)
    }),
    ("piles that grow", |budget| {
        let game = game("relaxed-growing(f=\"1 + (x1 + 2*y1 + x0) mod 4\")");
        Ok(game.p(Range::First(6000), 0, None, budget)?.partial)
    }),
    ("vectors", |budget| {
        Ok(game("n-vectors(v=\"1 0; 0 1; 1 2\")").p(Range::Below(3000), 0, None, budget)?.partial)
    }),
    ("conventions on a game in Rust", |budget| {
        let misere = Conventions { misere: true, ..Conventions::default() };
        Ok(game("end-wythoff(piles=3)").with(&misere)?.p(Range::Below(40), 0, None, budget)?.partial)
    }),
    ("a value", |budget| {
        let game = game("golden-nugget");
        game.solve(&game.position("400")?, &SolveRequest::default(), budget).map(|_| false)
    }),
    ("palace numbers", |budget| game("wythoff").palace_numbers([20_000, 20_000], budget).map(|_| false)),
    ("periods", |budget| game("wythoff").row_periods(0..=200, budget).map(|_| false)),
    ("compare", |budget| game(SLOW).compare_p(&game("wythoff"), 60_000, budget).map(|_| false)),
    ("compare values", |budget| {
        game(SLOW).compare_grundy(&game("wythoff"), &[20_000], budget).map(|_| false)
    }),
    ("same", |budget| game("t-wythoff(t=9)").same_p(&game("t-wythoff(t=8)"), budget).map(|_| false)),
    ("huge piles", |budget| {
        let game = game("nim-ab(a=3,b=5)");
        let huge = format!("{0},{0}1", "7".repeat(200_000));
        game.solve(&game.position(&huge)?, &SolveRequest::default(), budget).map(|_| false)
    }),
    ("grundy", |budget| Ok(game(SLOW).grundy_table(&[20_000], budget)?.partial)),
    ("grundy at", |budget| {
        let game = game(SLOW);
        game.grundy(&game.position("15000,15000")?, budget).map(|_| false)
    }),
    ("solve", |budget| {
        let game = game(SLOW);
        game.solve(&game.position("30000,30001")?, &SolveRequest::default(), budget).map(|_| false)
    }),
    ("prove", |budget| {
        let asked = ProofRequest { numeration: Some("zeckendorf".to_string()), ..ProofRequest::default() };
        let proved = game("(i,0) (0,i) (i,i) (5,9) (9,5) (1,4)").prove_with(&asked, &NoFiles, budget)?;
        Ok(proved.verdict == "unknown")
    }),
    ("theorems", |budget| game("t-wythoff(t=9)").theorems(budget).map(|_| false)),
    ("discover", |budget| Ok(game(SLOW).discover(Some(60_000), true, budget)?.partial)),
    ("identify", |budget| Ok(game("(i,0) (0,i) (i,i) where i mod 5 < 3").identify(budget)?.partial)),
    ("picture", |budget| {
        let request = PictureRequest { below: Some(60_000), ..PictureRequest::default() };
        game(SLOW).picture(&request, None, budget).map(|_| false)
    }),
    ("adjoin", |budget| game(SLOW).not_adjoinable(60_000, budget).map(|_| false)),
    ("design", |budget| {
        wythoff::design_beatty("pi/2", "1/3", 10_000_000, &DesignKind::ALL, budget).map(|_| false)
    }),
    ("sequence", |budget| {
        numbers::Sequence::parse("beatty(alpha=\"pi/2\")")?.first(100_000_000, budget).map(|_| false)
    }),
    ("word", |budget| numbers::letters("fibonacci", 1_000_000_000, budget).map(|_| false)),
];

/// Milliseconds of its own time after which a question that was cancelled has not ended.
const LATE: u64 = 100;

/// Milliseconds of processor time that a thread has used, by its folder in /proc.
fn spent(thread: &std::path::Path) -> u64 {
    let text = std::fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<u64>().ok()).unwrap_or(0) / 1_000_000
}

/// Asks, and cancels after so many milliseconds of the question's own time, whatever it is doing: how long it went on, and
/// the answer; nothing where it was done before. The time is the thread's own, since the machine may be busy; a request
/// uses one thread.
fn cancelled_after(
    moment: u64,
    ask: fn(&Budget) -> Result<bool, Error>,
) -> Option<(u64, Result<bool, Error>)> {
    let budget = Budget::default().with_memory(1 << 28).with_threads(1);
    let thread = std::path::Path::new("/proc").join(std::fs::read_link("/proc/thread-self").unwrap());
    let (done, cancelled_at) = (AtomicBool::new(false), AtomicU64::new(u64::MAX));
    let (begun, flag) = (spent(&thread), budget.cancel_flag());
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let now = spent(&thread);
                if now >= begun + moment {
                    cancelled_at.store(now, Ordering::Relaxed);
                    flag.store(true, Ordering::Relaxed);
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let answer = ask(&budget);
        done.store(true, Ordering::Relaxed);
        answer
    });
    let at = cancelled_at.load(Ordering::Relaxed);
    (at != u64::MAX).then(|| (spent(&thread).saturating_sub(at), answer))
}

#[cfg(target_os = "linux")]
#[test]
fn every_question_ends_soon_after_it_is_cancelled() {
    let mut wrong = Vec::new();
    for (index, (name, ask)) in QUESTIONS.iter().enumerate() {
        for moment in [0, 7 + index as u64 % 5, 60 + 13 * (index as u64 % 7)] {
            let Some((late, answer)) = cancelled_after(moment, *ask) else { continue };
            if late >= LATE {
                wrong.push(format!("{name}, cancelled after {moment} ms, went on for {late} ms"));
            }
            match answer {
                Ok(partial) if partial || moment > 0 => {}
                Ok(_) => wrong.push(format!("{name} is whole at once")),
                Err(error) if matches!(error.kind, Kind::Interrupted | Kind::Limit) => {}
                Err(error) => wrong.push(format!("{name}: {error:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
