//! The same rigs as other hands would have built them.

use std::sync::Arc;

use glam::Quat;
use segue_actors::rigs::{
    blanked, hung_on_the_root, on_a_turned_root, posed_as, rolled, scaled, with_sides_exchanged,
    with_twist_bones, without,
};
use segue_motion::{Anatomy, Clip, JointId, PointTable, Retarget, Role, Side, Skeleton};

use super::Rig;

/// A joint farther than this from its place on the unaltered rig, as a share of the height, is wrong.
const FAR: f32 = 0.03;

/// A change that keeps names, which say what has become of each joint.
type Change = fn(&Skeleton, &Clip) -> Skeleton;

/// What becomes of the names after it.
#[derive(Clone, Copy)]
enum Names {
    Kept,
    Blanked,
    Exchanged,
}

const ALTERATIONS: [(&str, Change, f32, Names); 18] = [
    ("names blanked", same, 1.0, Names::Blanked),
    ("names of left and right exchanged", same, 1.0, Names::Exchanged),
    ("scaled by 100", same, 100.0, Names::Kept),
    ("on a turned root", turned, 1.0, Names::Kept),
    ("feet on the root", loose_feet, 1.0, Names::Kept),
    ("feet on the root, blanked", loose_feet, 1.0, Names::Blanked),
    ("random rolls", with_rolls, 1.0, Names::Kept),
    ("random rolls, blanked", with_rolls, 1.0, Names::Blanked),
    ("turned root, scaled by 0.01, blanked", turned, 0.01, Names::Blanked),
    ("turned root, rolls, feet on the root", turned_with_loose_feet, 1.0, Names::Kept),
    ("turned root, rolls, feet on the root, blanked", turned_with_loose_feet, 1.0, Names::Blanked),
    ("without clavicles", without_clavicles, 1.0, Names::Kept),
    ("without clavicles, blanked", without_clavicles, 1.0, Names::Blanked),
    ("without toes", without_toes, 1.0, Names::Kept),
    ("without toes, blanked", without_toes, 1.0, Names::Blanked),
    ("twist bones", with_twists, 1.0, Names::Kept),
    ("twist bones, blanked", with_twists, 1.0, Names::Blanked),
    ("posed in mid-stride", in_mid_stride, 1.0, Names::Kept),
];

pub(crate) fn report(rigs: &[Rig], clip: &Clip) {
    println!("| alteration | as before | of | developed on | other half | not |");
    println!("|---|---|---|---|---|---|");
    let own: Vec<Option<Clip>> = rigs.iter().map(|rig| carried(clip, &rig.skeleton).ok()).collect();
    for (name, change, scale, names) in ALTERATIONS {
        let (mut same, mut other) = ([0, 0], Vec::new());
        for (place, (rig, own)) in rigs.iter().zip(&own).enumerate() {
            let Some(own) = own else { continue };
            let altered = Altered::of(rig, own, change, scale, names);
            match carried(clip, &altered.skeleton).map(|carried| altered.apart(own, &carried)) {
                Ok((far, _)) if far <= FAR => same[place % 2] += 1,
                Ok((far, role)) => other.push(format!("{} ({role} {far:.2})", rig.name)),
                Err(reason) => other.push(format!("{} ({reason})", rig.name)),
            }
        }
        let [even, odd] = same;
        println!("| {name} | {} | {} | {even} | {odd} | {} |", even + odd, rigs.len(), other.join(", "));
    }
}

fn carried(clip: &Clip, target: &Arc<Skeleton>) -> Result<Clip, String> {
    let retarget = Retarget::guessed(clip.skeleton(), target.clone());
    retarget.and_then(|retarget| retarget.clip(clip)).map_err(|error| error.to_string())
}

struct Altered {
    skeleton: Arc<Skeleton>,
    scale: f32,
    /// The parts of the body but for toes and clavicles, and their joints before and after, as far as they are still there.
    body: Vec<(Role, [usize; 2])>,
    height: f32,
}

impl Altered {
    fn of(rig: &Rig, own: &Clip, change: Change, scale: f32, names: Names) -> Self {
        let changed = scaled(&change(&rig.skeleton, own), scale);
        let anatomy = Anatomy::of(&rig.skeleton);
        let body = anatomy.roles().filter(|(role, _)| !matches!(role, Role::Toe(_) | Role::Clavicle(_)));
        let places = body.filter_map(|(role, joint)| {
            Some((role, [joint.index(), changed.find(rig.skeleton.name(joint))?.index()]))
        });
        let body = places.collect();
        let skeleton = match names {
            Names::Kept => changed,
            Names::Blanked => blanked(&changed),
            Names::Exchanged => with_sides_exchanged(&changed),
        };
        Self { skeleton: Arc::new(skeleton), scale, body, height: height(&rig.skeleton) }
    }

    /// How far the part of the body that is furthest off is from where it is on the rig itself, as a share of the height.
    fn apart(&self, own: &Clip, altered: &Clip) -> (f32, Role) {
        let (own, altered) = (PointTable::new(own), PointTable::new(altered));
        let far = |&(role, [before, after]): &(Role, [usize; 2])| {
            let apart = own.iter().zip(altered.iter());
            let apart = apart.map(|(own, altered)| own[before].distance(altered[after] / self.scale));
            (apart.fold(0.0, f32::max) / self.height, role)
        };
        self.body.iter().map(far).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, Role::Hips))
    }
}

fn height(skeleton: &Skeleton) -> f32 {
    let mut world = Vec::new();
    segue_motion::Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let heights = world.iter().map(|joint| joint.translation.y);
    let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
    (high - low).max(f32::MIN_POSITIVE)
}

fn same(rig: &Skeleton, _: &Clip) -> Skeleton {
    rig.clone()
}

fn turned(rig: &Skeleton, _: &Clip) -> Skeleton {
    on_a_turned_root(rig, Quat::from_rotation_x(1.57))
}

fn with_rolls(rig: &Skeleton, _: &Clip) -> Skeleton {
    rolled(rig, 1)
}

fn loose_feet(rig: &Skeleton, _: &Clip) -> Skeleton {
    hung_on_the_root(rig, &joints(rig, Role::Ankle))
}

fn turned_with_loose_feet(rig: &Skeleton, clip: &Clip) -> Skeleton {
    rolled(&on_a_turned_root(&loose_feet(rig, clip), Quat::from_rotation_z(1.2)), 2)
}

fn without_clavicles(rig: &Skeleton, _: &Clip) -> Skeleton {
    without(rig, &joints(rig, Role::Clavicle))
}

fn without_toes(rig: &Skeleton, _: &Clip) -> Skeleton {
    let toes = joints(rig, Role::Toe);
    let gone = rig.ids().filter(|&id| rig.ancestors(id).any(|joint| toes.contains(&joint)));
    without(rig, &gone.collect::<Vec<_>>())
}

fn with_twists(rig: &Skeleton, _: &Clip) -> Skeleton {
    let ends = [Role::Knee, Role::Elbow, Role::Wrist].map(|role| joints(rig, role));
    with_twist_bones(rig, &ends.concat())
}

fn in_mid_stride(_: &Skeleton, clip: &Clip) -> Skeleton {
    posed_as(clip, clip.len() / 2)
}

fn joints(rig: &Skeleton, role: fn(Side) -> Role) -> Vec<JointId> {
    let anatomy = Anatomy::of(rig);
    Side::BOTH.into_iter().filter_map(|side| anatomy.joint(role(side))).collect()
}
