//! Names of left and right, and what bodies say of them.

use crate::common::{apart, carried, other_figure, walk, with_bent_knees};
use segue_actors::rigs::{scaled, with_sides_exchanged};
use segue_motion::{Anatomy, JointId};

#[test]
fn toes_and_knees_outvote_the_names_of_sides() {
    let clip = walk();
    let bent = with_bent_knees(&other_figure(), 0.03);
    let own = carried(&clip, bent.clone());
    let mirrored = with_sides_exchanged(&bent);
    let doubt = Anatomy::of(&mirrored).doubt().unwrap();
    assert!(doubt.contains("names of left and right are exchanged"), "{doubt}");
    assert!(Anatomy::of(&mirrored).sides_are_exchanged() && !Anatomy::of(&bent).sides_are_exchanged());
    let far = apart(&own, &carried(&clip, mirrored.clone()), 1.0, JointId::index);
    assert!(far < 0.01, "{far}");
    // Those of the capture are outvoted as well, and two figures with exchanged names agree.
    let onto_mirrored = carried(&clip, mirrored);
    let back = carried(&onto_mirrored, bent.clone());
    let twice = carried(&onto_mirrored, with_sides_exchanged(&scaled(&bent, 1.1)));
    assert!(apart(&own, &back, 1.0, JointId::index) < 0.02);
    assert!(apart(&own, &twice, 1.1, JointId::index) < 0.02);
}

#[test]
fn toes_outvote_the_names_of_sides_unless_the_knees_do_not() {
    let clip = walk();
    let straight = other_figure();
    assert_eq!(Anatomy::of(&straight).doubt(), None);
    let own = carried(&clip, straight.as_ref().clone());
    let far = apart(&own, &carried(&clip, with_sides_exchanged(&straight)), 1.0, JointId::index);
    assert!(far < 0.01, "{far}");
    // Of a bird that is called by its true sides, knees would point backwards and toes ahead: nobody knows.
    let birdlike = with_sides_exchanged(&with_bent_knees(&straight, -0.03));
    let anatomy = Anatomy::of(&birdlike);
    assert!(!anatomy.sides_are_exchanged());
    assert!(anatomy.doubt().unwrap().contains("the toes point backwards"), "{:?}", anatomy.doubt());
}
