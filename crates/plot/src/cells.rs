//! Maps of cells: rows painted on demand, so that a map of 20,000 x 20,000 cells needs no copy of its data.

/// A map of cells, each with the index of its colour.
pub trait Cells {
    /// Cells across.
    fn columns(&self) -> u64;
    /// Cells up.
    fn rows(&self) -> u64;
    /// Writes the colours of a row, one index for each column. Row 0 has the smallest second coordinate.
    fn paint(&self, row: u64, line: &mut [u8]);
}

/// Cells with the index of a class each, column by column: `classes[x * rows + y]`, as tables are computed.
pub(crate) struct Dense {
    pub columns: u64,
    pub rows: u64,
    pub classes: Vec<u8>,
}

/// Cells whose class is a function of the value there: `values[x * rows + y]`.
pub(crate) struct Valued<'a> {
    pub columns: u64,
    pub rows: u64,
    pub values: &'a [u32],
    pub class: Box<dyn Fn(u32) -> u8 + 'a>,
}

/// Few cells with a class, the others of class 0.
pub(crate) struct Sparse {
    columns: u64,
    rows: u64,
    /// Row, column, class; sorted.
    cells: Vec<(u64, u64, u8)>,
}

impl Sparse {
    /// Later classes lie on earlier ones.
    pub fn new(columns: u64, rows: u64, mut cells: Vec<(u64, u64, u8)>) -> Sparse {
        cells.retain(|(row, column, _)| *row < rows && *column < columns);
        cells.sort_unstable();
        Sparse { columns, rows, cells }
    }
}

impl Cells for Sparse {
    fn columns(&self) -> u64 {
        self.columns
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn paint(&self, row: u64, line: &mut [u8]) {
        line.fill(0);
        let start = self.cells.partition_point(|cell| cell.0 < row);
        for (_, column, class) in self.cells[start..].iter().take_while(|cell| cell.0 == row) {
            if let Some(cell) = usize::try_from(*column).ok().and_then(|column| line.get_mut(column)) {
                *cell = *class;
            }
        }
    }
}

impl Cells for Dense {
    fn columns(&self) -> u64 {
        self.columns
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn paint(&self, row: u64, line: &mut [u8]) {
        let column = self.classes.iter().skip(row as usize).step_by(self.rows.max(1) as usize);
        for (cell, class) in line.iter_mut().zip(column) {
            *cell = *class;
        }
    }
}

impl Cells for Valued<'_> {
    fn columns(&self) -> u64 {
        self.columns
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn paint(&self, row: u64, line: &mut [u8]) {
        let column = self.values.iter().skip(row as usize).step_by(self.rows.max(1) as usize);
        for (cell, value) in line.iter_mut().zip(column) {
            *cell = (self.class)(*value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_painted_from_tables_by_columns() {
        let dense = Dense { columns: 2, rows: 3, classes: vec![1, 2, 3, 4, 5, 6] };
        let mut line = [0; 2];
        dense.paint(1, &mut line);
        assert_eq!(line, [2, 5]);
        let sparse = Sparse::new(4, 2, vec![(1, 3, 2), (1, 0, 1), (5, 0, 1), (1, 3, 1)]);
        let mut line = [9; 4];
        sparse.paint(0, &mut line);
        assert_eq!(line, [0; 4]);
        sparse.paint(1, &mut line);
        assert_eq!(line, [1, 0, 0, 2]);
    }
}
