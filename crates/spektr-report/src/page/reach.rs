//! The page of what programs reach in tools: for each tool how it grows, and a table.

use super::{escape, head};
use crate::facts::{ReachFacts, ReachRow};
use crate::plot::{Growth, growth};
use std::collections::BTreeSet;

/// A page of its own, of what `spektr scope` measured.
pub fn reach_page(facts: &ReachFacts) -> String {
    let tools: BTreeSet<&str> = facts.rows.iter().map(|row| row.tool.as_str()).collect();
    let sections: String =
        tools.iter().enumerate().map(|(k, tool)| section(k, tool, &facts.rows)).collect();
    [
        head("spektr: blocks reached", false),
        "<main id=\"main\"><h1>Blocks reached</h1><p class=\"lead\">Of tools as they are shipped, \
         by the programs of each generator, one after the other. A block is counted once, however \
         often it is run.</p>"
            .to_owned(),
        sections,
        format!(
            "</main><footer><p>Written by spektr {}.</p></footer></body></html>\n",
            escape(&facts.spektr_version)
        ),
    ]
    .concat()
}

fn section(number: usize, tool: &str, rows: &[ReachRow]) -> String {
    let rows: Vec<&ReachRow> = rows.iter().filter(|row| row.tool == tool).collect();
    let curves: Vec<Growth<'_>> =
        rows.iter().map(|row| Growth { name: &row.generator, values: &row.growth }).collect();
    let title = if tool.is_empty() { "Command" } else { tool };
    let description = format!("Blocks reached in {title} by the number of programs");
    let plot = growth(&format!("reach-{number}"), &description, &curves);
    let lines: String = rows.iter().flat_map(|row| lines(row)).collect();
    format!(
        "<section><h2>{}</h2><figure>{plot}<figcaption>{}</figcaption></figure><table><tr>\
         <th>generator</th><th>file</th><th>blocks</th><th>reached</th><th>share</th></tr>{lines}\
         </table></section>",
        escape(title),
        escape(&description)
    )
}

fn lines(row: &ReachRow) -> Vec<String> {
    let line = |(file, blocks, reached): &(String, u64, u64)| {
        let share = 100.0 * *reached as f64 / (*blocks).max(1) as f64;
        format!(
            "<tr><td>{}</td><td>{}</td><td>{blocks}</td><td>{reached}</td><td>{share:.2}%</td></tr>",
            escape(&row.generator),
            escape(file)
        )
    };
    row.files.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_was_reached_and_runs_nothing() {
        let row = ReachRow {
            generator: "<script>".to_owned(),
            tool: "tool-1".to_owned(),
            growth: vec![3, 7],
            files: vec![("library".to_owned(), 70, 7)],
        };
        let facts = ReachFacts { spektr_version: "1".to_owned(), rows: vec![row] };
        let page = reach_page(&facts);
        assert!(page.contains("<td>70</td><td>7</td><td>10.00%</td>"), "{page}");
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"));
    }
}
