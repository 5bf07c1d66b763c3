//! Ratings of players, fitted over all results at once.

/// Results of games between players. Only counts are kept, so the order of the games does not matter.
///
/// ```
/// use parlor_bots::Results;
///
/// let mut results = Results::new(2);
/// for game in 0..100 {
///     let places = if game % 4 == 0 { [2, 1] } else { [1, 2] };
///     results.add(&[0, 1], &places); // player 0 wins three games of four
/// }
/// let ratings = results.ratings();
/// let ahead = ratings[0].elo - ratings[1].elo;
/// assert!((ahead - 190.0).abs() < 10.0); // 75 % are 191 points on Elo's scale
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    players: usize,
    /// For each two players and each number of seats: the half points of the first against the second.
    halves: Vec<u64>,
}

/// How strong a player is, on Elo's scale: 400 points more are ten wins for each loss. The mean of all players is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// The 95 % confidence interval of a player's share of points, after this many points in this many games:
/// Wilson's interval, which is valid even if all or none were won.
///
/// ```
/// let (low, high) = parlor_bots::interval(36.0, 40);
/// assert_eq!((format!("{low:.2}"), format!("{high:.2}")), ("0.77".into(), "0.96".into()));
/// ```
pub fn interval(points: f64, games: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    if games == 0 {
        return (0.0, 1.0);
    }
    let games = games as f64;
    let share = points / games;
    let middle = share + Z * Z / (2.0 * games);
    let reach = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let whole = 1.0 + Z * Z / games;
    (((middle - reach) / whole).max(0.0), ((middle + reach) / whole).min(1.0))
}

/// The maximum number of seats; more are counted as this many.
const SEATS: usize = parlor_kit::MAX_SEATS;
/// Points of Elo's scale in one unit of the natural logarithm.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Virtual draws of each player against an average player, so that the rating of a player who always wins is
/// finite.
const PRIOR: f64 = 1.0;

impl Results {
    /// No results yet, for this many players.
    pub fn new(players: usize) -> Results {
        Results { players, halves: vec![0; players * players * (SEATS + 1)] }
    }

    /// Adds a game: the player on each seat, and the place of each seat. Seats of the same player do not
    /// compete.
    ///
    /// # Panics
    /// If a player does not exist.
    pub fn add(&mut self, seated: &[usize], places: &[u8]) {
        let seats = seated.len().min(places.len());
        for (one, &player) in seated.iter().enumerate().take(seats) {
            for (two, &other) in seated.iter().enumerate().take(seats).filter(|(_, other)| **other != player)
            {
                let halves = match places[one].cmp(&places[two]) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
                let at = self.at(player, other, seats.min(SEATS));
                self.halves[at] += halves;
            }
        }
    }

    /// The points of one player against another, and the maximum; each comparison of two seats is one point.
    pub fn points(&self, player: usize, other: usize) -> (f64, f64) {
        let sum =
            |a: usize, b: usize| (0..=SEATS).map(|seats| self.halves[self.at(a, b, seats)]).sum::<u64>();
        let (own, theirs) = (sum(player, other), sum(other, player));
        (own as f64 / 2.0, (own + theirs) as f64 / 2.0)
    }

    /// The maximum-likelihood ratings (Bradley-Terry model, draws as half a win each), with their errors.
    pub fn ratings(&self) -> Vec<Rating> {
        let strengths = self.strengths();
        let errors = self.errors(&strengths);
        let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let mean = logs.iter().sum::<f64>() / self.players.max(1) as f64;
        let rate =
            |(log, error): (&f64, f64)| Rating { elo: SCALE * (log - mean), error: 1.96 * SCALE * error };
        logs.iter().zip(errors).map(rate).collect()
    }

    fn at(&self, player: usize, other: usize, seats: usize) -> usize {
        (player * self.players + other) * (SEATS + 1) + seats
    }

    /// The weighted points of one player against another. The comparisons within one game with many seats are
    /// correlated: `n` seats carry no more information than `n - 1` games of two, so each comparison counts
    /// for `2 / n`.
    fn weighed(&self, player: usize, other: usize) -> f64 {
        let weigh = |seats: usize| self.halves[self.at(player, other, seats)] as f64 / seats.max(1) as f64;
        (0..=SEATS).map(weigh).sum()
    }

    /// Maximises the likelihood by Hunter's MM algorithm, which always converges.
    fn strengths(&self) -> Vec<f64> {
        let players = 0..self.players;
        let points: Vec<f64> = players
            .clone()
            .map(|i| PRIOR / 2.0 + players.clone().map(|j| self.weighed(i, j)).sum::<f64>())
            .collect();
        let mut strengths = vec![1.0; self.players];
        for _ in 0..10_000 {
            let next: Vec<f64> = players
                .clone()
                .map(|i| {
                    let met = players.clone().filter(|&j| j != i).map(|j| {
                        let games = self.weighed(i, j) + self.weighed(j, i);
                        games / (strengths[i] + strengths[j])
                    });
                    points[i] / (met.sum::<f64>() + PRIOR / (strengths[i] + 1.0))
                })
                .collect();
            let change =
                strengths.iter().zip(&next).map(|(old, new)| (new / old).ln().abs()).fold(0.0, f64::max);
            strengths = next;
            if change < 1e-10 {
                break;
            }
        }
        strengths
    }

    /// The standard error of each player's rating relative to the mean, in natural logarithms: from the
    /// curvature of the likelihood at its maximum.
    fn errors(&self, strengths: &[f64]) -> Vec<f64> {
        let n = self.players;
        let mut curvature = vec![vec![0.0; n]; n];
        for i in 0..n {
            let even = strengths[i] / (strengths[i] + 1.0).powi(2);
            curvature[i][i] += PRIOR * even;
            for j in (0..n).filter(|&j| j != i) {
                let games = self.weighed(i, j) + self.weighed(j, i);
                let even = strengths[i] * strengths[j] / (strengths[i] + strengths[j]).powi(2);
                curvature[i][i] += games * even;
                curvature[i][j] -= games * even;
            }
        }
        let covariance = inverse(curvature);
        let mean: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / n as f64).collect();
        let overall = mean.iter().sum::<f64>() / n.max(1) as f64;
        (0..n).map(|i| (covariance[i][i] - 2.0 * mean[i] + overall).max(0.0).sqrt()).collect()
    }
}

/// The inverse of an invertible symmetric matrix, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for at in 0..n {
        let pivot =
            (at..n).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs())).unwrap_or(at);
        matrix.swap(at, pivot);
        result.swap(at, pivot);
        let scale = matrix[at][at];
        matrix[at].iter_mut().chain(&mut result[at]).for_each(|value| *value /= scale);
        for row in (0..n).filter(|&row| row != at) {
            let factor = matrix[row][at];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[at][column];
                result[row][column] -= factor * result[at][column];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::Luck;

    /// Games between players of known strength.
    fn played(elos: &[f64], games: u64, seed: u64) -> Vec<([usize; 2], [u8; 2])> {
        let mut luck = Luck::fast(seed);
        let mut all = Vec::new();
        for i in 0..elos.len() {
            for j in 0..i {
                for _ in 0..games {
                    let wins = luck.chance(1.0 / (1.0 + 10f64.powf((elos[j] - elos[i]) / 400.0)));
                    all.push(([i, j], if wins { [1, 2] } else { [2, 1] }));
                }
            }
        }
        all
    }

    fn results(players: usize, games: &[([usize; 2], [u8; 2])]) -> Results {
        let mut results = Results::new(players);
        games.iter().for_each(|(seated, places)| results.add(seated, places));
        results
    }

    #[test]
    fn true_strengths_are_found_and_lie_within_the_errors_19_times_in_20() {
        let truth = [-300.0, -50.0, 100.0, 250.0];
        let (mut inside, mut all) = (0, 0);
        for seed in 0..200 {
            let ratings = results(4, &played(&truth, 60, seed)).ratings();
            for (rating, truth) in ratings.iter().zip(truth) {
                assert!((rating.elo - truth).abs() < 200.0, "{rating:?} for {truth}");
                all += 1;
                inside += u32::from((rating.elo - truth).abs() <= rating.error);
            }
        }
        let share = f64::from(inside) / f64::from(all);
        assert!((0.92..=0.98).contains(&share), "{share} of the intervals hold the truth");
    }

    #[test]
    fn the_order_of_games_changes_nothing() {
        let mut games = played(&[0.0, 120.0, -80.0], 40, 1);
        let ratings = results(3, &games).ratings();
        Luck::fast(9).shuffle(&mut games);
        assert_eq!(results(3, &games).ratings(), ratings, "to the last bit");
        games.reverse();
        assert_eq!(results(3, &games).ratings(), ratings);
    }

    #[test]
    fn the_names_of_players_change_nothing() {
        let games = played(&[0.0, 120.0, -80.0], 40, 1);
        let renamed: Vec<_> = games.iter().map(|(seated, places)| (seated.map(|i| 2 - i), *places)).collect();
        let (one, two) = (results(3, &games).ratings(), results(3, &renamed).ratings());
        for i in 0..3 {
            assert!((one[i].elo - two[2 - i].elo).abs() < 1e-6);
            assert!((one[i].error - two[2 - i].error).abs() < 1e-6);
        }
    }

    #[test]
    fn draws_and_nothing_at_all_say_that_players_are_equal() {
        assert!(
            Results::new(3).ratings().iter().all(|rating| rating.elo.abs() < 1e-9 && rating.error > 300.0)
        );
        let mut drawn = Results::new(2);
        (0..50).for_each(|_| drawn.add(&[0, 1], &[1, 1]));
        let ratings = drawn.ratings();
        assert!(ratings[0].elo.abs() < 1e-9 && ratings[0].error < 100.0, "{ratings:?}");
        assert_eq!(drawn.points(0, 1), (25.0, 50.0));
        assert!(Results::new(0).ratings().is_empty());
    }

    #[test]
    fn who_always_wins_is_rated_high_but_not_infinitely_and_more_games_make_it_higher() {
        let won = |games: usize| {
            let mut results = Results::new(2);
            (0..games).for_each(|_| results.add(&[0, 1], &[1, 2]));
            results.ratings()[0].elo
        };
        assert!(won(10) > 100.0 && won(100) > won(10) && won(100).is_finite());
    }

    #[test]
    fn more_games_make_ratings_surer() {
        let error = |games| results(2, &played(&[0.0, 0.0], games, 1)).ratings()[0].error;
        assert!(error(400) < 0.6 * error(100));
    }

    #[test]
    fn a_game_of_many_seats_tells_more_than_one_of_two_but_less_than_all_its_pairs() {
        let error = |seated: &[usize], places: &[u8]| {
            let mut results = Results::new(4);
            (0..100).for_each(|_| results.add(seated, places));
            results.ratings()[0].error
        };
        let mut pairs = Results::new(4);
        for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            (0..100).for_each(|_| pairs.add(&[i, j], &[1, 1]));
        }
        assert!(error(&[0, 1, 2, 3], &[1, 1, 1, 1]) < error(&[0, 1], &[1, 1]));
        assert!(error(&[0, 1, 2, 3], &[1, 1, 1, 1]) > pairs.ratings()[0].error);
        assert_eq!(
            {
                let mut own = Results::new(2);
                own.add(&[0, 0, 1], &[1, 3, 2]);
                own.points(0, 1)
            },
            (1.0, 2.0),
            "one seat before the other player, one behind"
        );
    }
}
