//! Whether matches are as often right as they are said to be.

use segue_search::{MatchNode, MatchSupport};

/// Upper ends of the classes of confidence.
const CLASSES: [f64; 6] = [0.5, 0.8, 0.9, 0.95, 0.99, 1.0];

/// Matches by how sure the search was of them, of the clips tuned on and of the others.
#[derive(Default)]
pub(crate) struct Sureness {
    classes: [[Class; CLASSES.len()]; 2],
}

#[derive(Clone, Copy, Default)]
struct Class {
    matches: usize,
    said: f64,
    right: usize,
}

impl Sureness {
    pub(crate) fn add(&mut self, is_tuned: bool, node: &MatchNode, is_right: bool) {
        if let Some(support) = node.support {
            self.count(is_tuned, support, is_right);
        }
    }

    pub(crate) fn count(&mut self, is_tuned: bool, support: MatchSupport, is_right: bool) {
        let confidence = support.confidence();
        let class = CLASSES.iter().position(|&end| confidence <= end).unwrap_or(CLASSES.len() - 1);
        let class = &mut self.classes[usize::from(!is_tuned)][class];
        class.matches += 1;
        class.said += confidence;
        class.right += usize::from(is_right);
    }

    pub(crate) fn print(&self) {
        println!("sure up to | tuned on: matches, said, right | others: matches, said, right");
        for (n, end) in CLASSES.iter().enumerate() {
            let one = |class: &Class| {
                let share = |sum: f64| sum / class.matches.max(1) as f64;
                format!("{:>6} {:>6.3} {:>6.3}", class.matches, share(class.said), share(class.right as f64))
            };
            println!("{end:>10.2} | {} | {}", one(&self.classes[0][n]), one(&self.classes[1][n]));
        }
    }
}

/// Upper ends of the classes of separation.
const SEPARATIONS: [f64; 6] = [0.5, 1.0, 1.5, 2.0, 3.0, f64::INFINITY];

/// Searches by how far what they took in is above what they left out, of the half tuned on and of the other.
#[derive(Default)]
pub(crate) struct Separations {
    classes: [[[usize; 3]; SEPARATIONS.len()]; 2],
}

impl Separations {
    pub(crate) fn count(&mut self, is_tuned: bool, separation: f64, [right, wrong]: [usize; 2]) {
        let class = SEPARATIONS.iter().position(|&end| separation <= end).unwrap_or(SEPARATIONS.len() - 1);
        let class = &mut self.classes[usize::from(!is_tuned)][class];
        for (sum, more) in class.iter_mut().zip([1, right, wrong]) {
            *sum += more;
        }
    }

    pub(crate) fn print(&self) {
        println!("separated by up to | tuned on: searches, right, wrong | others: searches, right, wrong");
        for (n, end) in SEPARATIONS.iter().enumerate() {
            let one = |[searches, right, wrong]: [usize; 3]| format!("{searches:>6} {right:>6} {wrong:>6}");
            println!("{end:>10.1} | {} | {}", one(self.classes[0][n]), one(self.classes[1][n]));
        }
    }
}
