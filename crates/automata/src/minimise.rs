//! Minimisation of a partial automaton in O(m log m), m its number of transitions: Hopcroft's "process the
//! smaller half" with a partition of transitions beside that of states, after Valmari and Lehtinen (2008).
//! All states must reach a nonzero output, so that missing transitions need no sink.

use crate::limits::{Limit, Limits};

/// A refinable partition of 0..n: the elements of a set are contiguous, marked ones first.
struct Partition {
    elements: Vec<u32>,
    location: Vec<u32>,
    set: Vec<u32>,
    first: Vec<u32>,
    end: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    fn new(n: usize) -> Self {
        Partition {
            elements: (0..n as u32).collect(),
            location: (0..n as u32).collect(),
            set: vec![0; n],
            first: if n > 0 { vec![0] } else { vec![] },
            end: if n > 0 { vec![n as u32] } else { vec![] },
            marked: if n > 0 { vec![0] } else { vec![] },
            touched: Vec::new(),
        }
    }

    fn sets(&self) -> usize {
        self.first.len()
    }

    fn mark(&mut self, element: u32) {
        let s = self.set[element as usize] as usize;
        let from = self.location[element as usize];
        let to = self.first[s] + self.marked[s];
        if from < to {
            return;
        }
        let other = self.elements[to as usize];
        self.elements[from as usize] = other;
        self.location[other as usize] = from;
        self.elements[to as usize] = element;
        self.location[element as usize] = to;
        if self.marked[s] == 0 {
            self.touched.push(s as u32);
        }
        self.marked[s] += 1;
    }

    /// Splits every touched set into marked and unmarked; the smaller half gets the new number.
    fn split(&mut self) {
        while let Some(s) = self.touched.pop() {
            let s = s as usize;
            let middle = self.first[s] + self.marked[s];
            let marked = std::mem::take(&mut self.marked[s]);
            if middle == self.end[s] {
                continue;
            }
            let new = self.first.len() as u32;
            if marked <= self.end[s] - middle {
                self.first.push(self.first[s]);
                self.end.push(middle);
                self.first[s] = middle;
            } else {
                self.first.push(middle);
                self.end.push(self.end[s]);
                self.end[s] = middle;
            }
            self.marked.push(0);
            for i in self.first[new as usize]..self.end[new as usize] {
                self.set[self.elements[i as usize] as usize] = new;
            }
        }
    }
}

/// Transitions between two looks at the clock.
const PACE: u32 = 1 << 16;

/// The coarsest partition of states 0..n that respects outputs and transitions: the class of each state, and
/// the number of classes. `edges` are (from, letter, to).
pub(crate) fn classes(
    output: &[u8],
    edges: &[(u32, u32, u32)],
    limits: &Limits,
) -> Result<(Vec<u32>, usize), Limit> {
    let n = output.len();
    let mut blocks = Partition::new(n);
    let mut values: Vec<u8> = output.to_vec();
    values.sort_unstable();
    values.dedup();
    for &value in values.iter().skip(1) {
        for (state, &o) in output.iter().enumerate() {
            if o == value {
                blocks.mark(state as u32);
            }
        }
        blocks.split();
    }
    // Transitions, grouped by letter.
    let m = edges.len();
    let mut cords = Partition::new(m);
    if m > 0 {
        let letters = edges.iter().map(|e| e.1).max().unwrap_or(0) as usize + 1;
        let mut starts = vec![0u32; letters + 1];
        for e in edges {
            starts[e.1 as usize + 1] += 1;
        }
        for l in 0..letters {
            starts[l + 1] += starts[l];
        }
        let mut fill = starts.clone();
        for (i, e) in edges.iter().enumerate() {
            let at = &mut fill[e.1 as usize];
            cords.elements[*at as usize] = i as u32;
            cords.location[i] = *at;
            *at += 1;
        }
        (cords.first, cords.end, cords.marked) = (vec![], vec![], vec![]);
        for l in 0..letters {
            if starts[l] < starts[l + 1] {
                let id = cords.first.len() as u32;
                cords.first.push(starts[l]);
                cords.end.push(starts[l + 1]);
                cords.marked.push(0);
                for i in starts[l]..starts[l + 1] {
                    cords.set[cords.elements[i as usize] as usize] = id;
                }
            }
        }
    }
    // Incoming transitions of each state.
    let mut incoming_start = vec![0u32; n + 1];
    for e in edges {
        incoming_start[e.2 as usize + 1] += 1;
    }
    for s in 0..n {
        incoming_start[s + 1] += incoming_start[s];
    }
    let mut incoming = vec![0u32; m];
    let mut fill = incoming_start.clone();
    for (i, e) in edges.iter().enumerate() {
        incoming[fill[e.2 as usize] as usize] = i as u32;
        fill[e.2 as usize] += 1;
    }
    let (mut b, mut c) = (1, 0);
    let mut since = 0u32;
    while c < cords.sets() {
        since += cords.end[c] - cords.first[c] + 1;
        if since >= PACE {
            since = 0;
            limits.budget.check()?;
        }
        for i in cords.first[c]..cords.end[c] {
            blocks.mark(edges[cords.elements[i as usize] as usize].0);
        }
        blocks.split();
        c += 1;
        while b < blocks.sets() {
            for i in blocks.first[b]..blocks.end[b] {
                let state = blocks.elements[i as usize] as usize;
                for j in incoming_start[state]..incoming_start[state + 1] {
                    cords.mark(incoming[j as usize]);
                }
            }
            cords.split();
            b += 1;
        }
    }
    let count = blocks.sets();
    Ok((blocks.set, count))
}
