//! The report of a tournament as one self-contained page: no network, no script, light and dark.

use super::{
    plan::Plan,
    standings::{ResultTable, Standings, per_choice, plain, share, signed},
};
use std::fmt::Write;

const STYLE: &str = include_str!("html_report.css");

/// The width of a plot that fills the page, and of one of two side by side: about the displayed width, so
/// that its text has the size of the page's text.
const FULL_WIDTH: f64 = 640.0;
const HALF_WIDTH: f64 = 400.0;

/// The whole page.
pub(crate) fn page(plan: &Plan, standings: &Standings) -> String {
    let title = format!("{} bots, {} games", plan.bots.len(), standings.all.played);
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Tournament: {title}</title>\n<style>\n{STYLE}</style>\n<main>\n\
         <header><p class=\"kicker\">Parlor tournament</p><h1>{title}</h1><p>{}</p></header>\n",
        about(plan)
    );
    html.push_str("<section><h2>Ratings</h2>\n");
    html.push_str(&plot(plan, standings, &standings.all, FULL_WIDTH));
    html.push_str(&ranking(plan, standings));
    html.push_str(
        "<p class=\"note\">Elo’s scale, fitted over all games at once; the mean is 0. \
         The whiskers and ± are 95 % confidence intervals.</p></section>\n",
    );
    html.push_str("<section><h2>Who beats whom</h2>\n");
    html.push_str(&crosstable(plan, standings, &standings.all));
    html.push_str("<p class=\"note\">Share of the points, row against column.</p></section>\n");
    for (discipline, table) in plan.games.iter().zip(&standings.games) {
        let (game, seats, played) = (escaped(&discipline.game), discipline.seats, table.played);
        let _ = write!(
            html,
            "<section class=\"game\"><h2>{game}</h2><p class=\"note\">{seats} seats, {played} games</p>\n\
             <div class=\"pair\">{}{}</div></section>\n",
            plot(plan, standings, table, HALF_WIDTH),
            crosstable(plan, standings, table)
        );
    }
    html.push_str("</main>\n</html>\n");
    html
}

fn about(plan: &Plan) -> String {
    let games: Vec<String> = plan.games.iter().map(|game| escaped(&game.game)).collect();
    let rounds = plan.rounds;
    format!(
        "{} · {} · every line-up on every seat, {rounds} {} with shared luck · seed {}",
        games.join(", "),
        plan.thought(),
        if rounds == 1 { "round" } else { "rounds" },
        plan.seed
    )
}

fn ranking(plan: &Plan, standings: &Standings) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table><thead><tr><th></th><th class=\"name\">bot</th><th>rating</th><th>±</th>\
         <th>points</th><th>share</th><th>ms a choice</th><th>timeouts</th><th>errors</th></tr></thead><tbody>\n",
    );
    for (place, &bot) in standings.order.iter().enumerate() {
        let (rating, (points, of)) = (standings.all.ratings[bot], standings.all.score(bot));
        let conduct = &standings.conduct[bot];
        let _ = writeln!(
            html,
            "<tr><td class=\"place\">{}</td><th class=\"name\">{}</th><td><b>{}</b></td><td>{:.0}</td>\
             <td>{} / {}</td><td>{}</td><td>{:.1}</td><td>{}</td><td>{}</td></tr>",
            place + 1,
            escaped(&plan.bots[bot]),
            signed(rating.elo),
            rating.error,
            plain(points),
            plain(of),
            share(points, of),
            per_choice(conduct),
            conduct.timeouts,
            conduct.errors
        );
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// The points of each bot against each other; the shade of a cell is the share.
fn crosstable(plan: &Plan, standings: &Standings, table: &ResultTable) -> String {
    let mut html = String::from("<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th>");
    for &bot in &standings.order {
        let _ = write!(html, "<th>{}</th>", escaped(&plan.bots[bot]));
    }
    html.push_str("</tr></thead><tbody>\n");
    for &a in &standings.order {
        let _ = write!(html, "<tr><th class=\"name\">{}</th>", escaped(&plan.bots[a]));
        for &b in &standings.order {
            let (points, of) = table.results.points(a, b);
            if a == b || of == 0.0 {
                html.push_str("<td class=\"none\">–</td>");
                continue;
            }
            let part = points / of;
            let (kind, strength) = if part >= 0.5 { ("won", part - 0.5) } else { ("lost", 0.5 - part) };
            let _ = write!(
                html,
                "<td class=\"{kind}\" style=\"--s:{:.0}%\" title=\"{} of {}\">{}</td>",
                8.0 + 120.0 * strength,
                plain(points),
                plain(of),
                share(points, of)
            );
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// The ratings as dots with whiskers over a common scale.
fn plot(plan: &Plan, standings: &Standings, table: &ResultTable, width: f64) -> String {
    const ROW: f64 = 30.0;
    const NAMES: f64 = 90.0;
    const RIGHT: f64 = 24.0;
    let reach = |bot: &usize| table.ratings[*bot].elo.abs() + table.ratings[*bot].error;
    let most = standings.order.iter().map(reach).fold(100.0, f64::max);
    let step =
        [50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0].into_iter().find(|step| most / step <= width / 160.0);
    let step = step.unwrap_or(5000.0);
    let x = |elo: f64| NAMES + (width - NAMES - RIGHT) * (elo + most) / (2.0 * most);
    let height = ROW * standings.order.len() as f64;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {width} {:.0}\" role=\"img\" aria-label=\"Ratings with confidence intervals\">\n",
        height + 26.0
    );
    let lines = (most / step) as i32;
    for line in -lines..=lines {
        let (at, elo) = (x(f64::from(line) * step), f64::from(line) * step);
        let class = if line == 0 { "zero" } else { "grid" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{height:.0}\"/>\
             <text class=\"tick\" x=\"{at:.1}\" y=\"{:.0}\">{}</text>",
            height + 18.0,
            signed(elo)
        );
    }
    for (row, &bot) in standings.order.iter().enumerate() {
        let (y, rating) = (ROW * (row as f64 + 0.5), table.ratings[bot]);
        let (low, high) = (x(rating.elo - rating.error), x(rating.elo + rating.error));
        let _ = writeln!(
            svg,
            "<text class=\"who\" x=\"{:.0}\" y=\"{:.1}\">{}</text>\
             <path class=\"whisker\" d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\"/>\
             <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\"><title>{} ± {:.0}</title></circle>",
            NAMES - 14.0,
            y + 4.5,
            escaped(&plan.bots[bot]),
            y - 4.0,
            y - 4.0,
            x(rating.elo),
            signed(rating.elo),
            rating.error
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::tournament::{
        contest::{Conduct, Record},
        plan::Discipline,
    };

    #[test]
    fn the_page_needs_nothing_else_and_shows_everybody() {
        let games = vec![Discipline { game: "x<y".into(), seats: 2 }];
        let bots = ["anna", "bert", "carl"].map(String::from).to_vec();
        let plan = Plan { bots, games, rounds: 1, seed: 1, ..Plan::default() };
        let records: Vec<Record> = (0..6)
            .map(|fixture| Record {
                fixture,
                places: vec![1, 2],
                moves: 1,
                conduct: vec![Conduct::default(); 2],
                fault: None,
            })
            .collect();
        let html = page(&plan, &Standings::of(&plan, &records));
        for name in ["anna", "bert", "carl", "x&lt;y", "50 %", "<svg", "prefers-color-scheme: dark"] {
            assert!(html.contains(name), "{name} is missing");
        }
        for foreign in ["http", "<script", "src=", "url(", "@import", "x<y", "NaN", "inf"] {
            assert!(!html.contains(foreign), "{foreign} in the page");
        }
    }
}
