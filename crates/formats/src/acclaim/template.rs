//! [`Clip`] to [`Document`] in the shape of the files it came from.

use std::convert::Infallible;

use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, Skeleton as ClipSkeleton};

use super::convert::{parents_first, rig};
use super::document::{Document, Dof, Motion, Skeleton};
use super::print::samples_per_second;
use crate::Conversion;
use crate::rig::{self, Converter};
use crate::table::Table;

/// The document of `clip` in the shape of `template`; `None` when the clip has other joints or bones of other lengths.
pub(super) fn document_of(clip: &Clip, template: &Document, conversion: &Conversion) -> Option<Document> {
    let model = rig(template).ok()?;
    let model = Converter::new(&model, conversion).ok()?;
    if !rig::same_joints(clip.skeleton(), &model.skeleton) || !same_bones(clip.skeleton(), &model.skeleton) {
        return None;
    }
    let mut document = without_rows(clip, template, conversion, &model);
    let target = rig(&document).ok()?;
    let rows = rig::Rows::new(clip, &target, &model, conversion.rest_frame_dropped);
    let mut written = Table::new(target.rows.columns());
    let take = &mut |row: &[f64]| {
        written.push(row);
        Ok::<(), Infallible>(())
    };
    rows.each(take).expect("nothing can fail");
    document.motion.rows = written;
    Some(document)
}

fn same_bones(a: &ClipSkeleton, b: &ClipSkeleton) -> bool {
    a.joints().iter().zip(b.joints()).all(|(a, b)| rig::same_position(a.offset, b.offset))
}

/// The template without its rows, with the clip's rate and enough degrees of freedom for its motion.
fn without_rows(
    clip: &Clip,
    template: &Document,
    conversion: &Conversion,
    model: &Converter<'_>,
) -> Document {
    let mut skeleton = template.skeleton.clone();
    for (index, bone) in
        std::iter::once(None).chain(parents_first(&skeleton).into_iter().map(Some)).enumerate()
    {
        let turns = rig::inexpressible(clip, index, &model.rig.joints[index], model.clip_from_parent(index));
        let moves = rig::unsaid_position(clip, index, model);
        let dof = bone.map_or(&mut skeleton.root.order, |bone| &mut skeleton.bones[bone].dof);
        let before = dof.len();
        add_missing(dof, turns, moves);
        if let Some(bone) = bone.filter(|&bone| skeleton.bones[bone].dof.len() > before) {
            // They are in the order of the degrees of freedom and no longer fit.
            skeleton.bones[bone].limits.clear();
        }
    }
    Document { motion: motion_without_rows(clip, template, conversion, &skeleton), skeleton }
}

fn add_missing(dof: &mut Vec<Dof>, turns: bool, moves: bool) {
    if turns {
        dof.retain(|dof| !matches!(dof, Dof::Rotation(_)));
        dof.extend(EulerOrder::XYZ.axes().iter().map(|&axis| Dof::Rotation(axis)));
    }
    let translations = Axis::ALL.map(Dof::Translation);
    if moves {
        dof.retain(|dof| !translations.contains(dof));
        dof.splice(..0, translations);
    }
}

fn motion_without_rows(
    clip: &Clip,
    template: &Document,
    conversion: &Conversion,
    skeleton: &Skeleton,
) -> Motion {
    let motion = &template.motion;
    let mut header = motion.header.clone();
    let tells_rate = |line: &&mut String| line.to_ascii_uppercase().starts_with(":SAMPLES-PER-SECOND");
    if (clip.rate() - motion.rate.unwrap_or(conversion.rate.value)).abs() > 1e-9 * clip.rate() {
        match header.iter_mut().find(tells_rate) {
            Some(line) => *line = samples_per_second(clip.rate()),
            None => header.insert(0, samples_per_second(clip.rate())),
        }
    }
    let mut lines = motion.lines.clone();
    lines.extend(
        (0..=skeleton.bones.len())
            .filter(|part| !motion.lines.contains(part) && !skeleton.dof(*part).is_empty()),
    );
    let (_, columns) = skeleton.columns();
    Motion { header, lines, rows: Table::new(columns), ..motion_head(motion) }
}

/// All of a motion but what is long.
fn motion_head(motion: &Motion) -> Motion {
    Motion {
        header: Vec::new(),
        angle: motion.angle,
        rate: motion.rate,
        first: motion.first,
        lines: Vec::new(),
        rows: Table::new(motion.rows.columns()),
        style: motion.style,
    }
}
