//! When a foot has landed in the motion at hand.
//!
//! A plant of a blend is the mean of its clips' plants. Where those begin and end at different moments of a step, or some of them step
//! where others stand, it takes in frames in which the foot swings in this blend: to hold it there would drag it.

use segue_motion::PlantSettings;

use super::wish::{Blend, Plant};

impl Blend<'_> {
    /// The parts of a plant in which its point stands in this motion; none when it swings all the time. A plant in which the point
    /// stands at about one place stays as it is.
    pub(super) fn landed(&self, plant: Plant) -> Vec<Plant> {
        if self.is_same_step(&plant) {
            return vec![plant];
        }
        let fastest = PlantSettings::default().slow_out * self.leg;
        plant.parts(|frame| self.floor_speed(&plant, frame) <= fastest)
    }

    /// How fast the point of a plant moves over the floor in a frame, in metres a second.
    fn floor_speed(&self, plant: &Plant, frame: usize) -> f64 {
        let [before, after] = [frame.saturating_sub(1), (frame + 1).min(self.table.len() - 1)];
        let [from, to] = [before, after].map(|n| self.table.at(n, plant.point).as_dvec3());
        (to.x - from.x).hypot(to.z - from.z) * self.rate / (after - before).max(1) as f64
    }
}
