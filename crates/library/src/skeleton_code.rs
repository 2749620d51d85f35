//! Skeletons as bytes.

use glam::{Quat, Vec3};
use segue_motion::{EndSite, Joint, JointId, Skeleton};

use segue_motion::bytes::{Reader, Writer};

/// Changes whenever the bytes do.
const VERSION: u8 = 1;

/// In place of a parent.
const NO_PARENT: usize = u32::MAX as usize;

/// The skeleton to the last bit.
pub(crate) fn encode(skeleton: &Skeleton) -> Vec<u8> {
    let mut out = Writer(vec![VERSION]);
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
    out.0
}

/// What [`encode`] made bytes of; `None` when they are something else.
pub(crate) fn decode(bytes: &[u8]) -> Option<Skeleton> {
    let mut bytes = Reader(bytes);
    bytes.byte().filter(|&version| version == VERSION)?;
    let joints = bytes.length(36)?;
    let joints = (0..joints).map(|_| joint(&mut bytes)).collect::<Option<_>>()?;
    let sites = bytes.length(16)?;
    let sites = (0..sites).map(|_| site(&mut bytes)).collect::<Option<_>>()?;
    Skeleton::new(joints, sites).ok().filter(|_| bytes.0.is_empty())
}

fn joint(bytes: &mut Reader<'_>) -> Option<Joint> {
    let name = bytes.word()?;
    let parent = Some(bytes.count()?).filter(|&parent| parent != NO_PARENT).map(JointId::new);
    let offset = Vec3::from_array(bytes.singles()?);
    Some(Joint { name, parent, offset, rest: Quat::from_array(bytes.singles()?) })
}

fn site(bytes: &mut Reader<'_>) -> Option<EndSite> {
    Some(EndSite { parent: JointId::new(bytes.count()?), offset: Vec3::from_array(bytes.singles()?) })
}
