//! Skeletons as bytes.

use glam::{Quat, Vec3};
use segue_motion::{EndSite, Joint, JointId, Skeleton};
use segue_store::{ContainerError, FileKind, Reader, Writer};

const KIND: FileKind = FileKind {
    tag: *b"SKL",
    name: "a skeleton",
    version: 2,
    // As many joints as there can be, with names of a hundred letters.
    largest: 1 << 24,
    remedy: "add its clips to the library again",
};

/// In place of a parent.
const NO_PARENT: usize = u32::MAX as usize;

/// The skeleton to the last bit, as a container.
pub(crate) fn encode(skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer::default();
    write(skeleton, &mut out);
    KIND.pack(&out.0)
}

/// The skeleton to the last bit.
pub(crate) fn write(skeleton: &Skeleton, out: &mut Writer) {
    out.count(skeleton.len());
    for joint in skeleton.joints() {
        out.word(&joint.name);
        out.count(joint.parent.map_or(NO_PARENT, JointId::index));
        out.singles(&joint.offset.to_array());
        out.singles(&joint.rest.to_array());
    }
    out.count(skeleton.end_sites().len());
    for site in skeleton.end_sites() {
        out.count(site.parent.index());
        out.singles(&site.offset.to_array());
    }
}

/// What [`encode`] made bytes of.
pub(crate) fn decode(bytes: &[u8]) -> Result<Skeleton, ContainerError> {
    let body = KIND.unpack(bytes)?;
    let mut body = Reader(&body);
    read(&mut body).filter(|_| body.0.is_empty()).ok_or_else(|| KIND.damaged("its joints make no skeleton"))
}

/// What [`write`] wrote; `None` when the bytes are something else.
pub(crate) fn read(bytes: &mut Reader<'_>) -> Option<Skeleton> {
    let joints = bytes.length(36)?;
    let joints = (0..joints).map(|_| joint(bytes)).collect::<Option<_>>()?;
    let sites = bytes.length(16)?;
    let sites = (0..sites).map(|_| site(bytes)).collect::<Option<_>>()?;
    Skeleton::new(joints, sites).ok().filter(Skeleton::is_within_bounds)
}

fn joint(bytes: &mut Reader<'_>) -> Option<Joint> {
    let name = bytes.word()?;
    let parent = match bytes.count()? {
        NO_PARENT => None,
        parent => Some(JointId::checked(parent)?),
    };
    let offset = Vec3::from_array(bytes.singles()?);
    Some(Joint { name, parent, offset, rest: Quat::from_array(bytes.singles()?) })
}

fn site(bytes: &mut Reader<'_>) -> Option<EndSite> {
    let parent = JointId::checked(bytes.count()?)?;
    Some(EndSite { parent, offset: Vec3::from_array(bytes.singles()?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joint_number_that_no_skeleton_has_is_damage() {
        let joints = |parent: usize| {
            let mut out = Writer::default();
            out.count(2);
            for (name, parent) in [("Hips", NO_PARENT), ("Spine", parent)] {
                out.word(name);
                out.count(parent);
                out.singles(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
            }
            out
        };
        let decoded = |parent: usize, site: usize| {
            let mut out = joints(parent);
            out.count(1);
            out.count(site);
            out.singles(&[0.0, 1.0, 0.0]);
            decode(&KIND.pack(&out.0)).map(|skeleton| skeleton.len())
        };
        assert_eq!(decoded(0, 1), Ok(2));
        for (parent, site) in [(70_000, 1), (0, 70_000), (0, 1 << 31)] {
            assert!(matches!(decoded(parent, site), Err(ContainerError::Damaged { .. })), "{parent} {site}");
        }
    }
}
