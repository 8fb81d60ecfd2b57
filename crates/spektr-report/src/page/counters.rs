//! The page of how often things happen in two groups: a line for each, with both intervals.

use super::{escape, head};
use crate::facts::{CounterFacts, CounterRow};
use crate::plot::intervals;

/// A page of its own, of counters of a tool with two kinds of programs.
pub fn counters_page(facts: &CounterFacts) -> String {
    let [first, second] = &facts.groups;
    let rows: String = facts.rows.iter().map(line).collect();
    [
        head("spektr: counters", false),
        format!(
            "<main id=\"main\"><h1>Counters</h1><p class=\"lead\">{}</p><section><table><tr>\
             <th>counter</th><th>{}</th><th>{}</th><th>means and 95% intervals, the first group \
             above</th></tr>{rows}</table></section>",
            escape(&facts.about),
            escape(first),
            escape(second)
        ),
        format!(
            "</main><footer><p>Written by spektr {}.</p></footer></body></html>\n",
            escape(&facts.spektr_version)
        ),
    ]
    .concat()
}

fn line(row: &CounterRow) -> String {
    let mean = |(mean, around): (f64, f64)| format!("{mean:.1} ± {around:.1}");
    format!(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        escape(&row.name),
        mean(row.means[0]),
        mean(row.means[1]),
        intervals(&row.means)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_every_counter_and_runs_nothing() {
        let row = CounterRow { name: "<b>".to_owned(), means: [(3.0, 1.0), (2.0, 0.5)] };
        let groups = ["with".to_owned(), "without".to_owned()];
        let facts = CounterFacts {
            spektr_version: "1".to_owned(),
            groups,
            about: "per megabyte".to_owned(),
            rows: vec![row],
        };
        let page = counters_page(&facts);
        assert!(page.contains("<td>3.0 ± 1.0</td><td>2.0 ± 0.5</td>"), "{page}");
        assert!(page.contains("&lt;b&gt;") && page.contains("per megabyte"), "{page}");
    }
}
