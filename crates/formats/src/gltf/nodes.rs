//! The nodes of a glTF file as a tree.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::document::{Document, Node};
use crate::error::{Fault, Problem};
use crate::scene::tree::{self, Local, Tree, Trs, place, rotation_in};

/// The tree of a document's nodes.
pub(super) fn tree(document: &Document) -> Result<Tree, Fault> {
    let node = |(index, node): (usize, &Node)| {
        Ok(tree::Node {
            name: node.name.clone(),
            children: node.children.clone(),
            rest: rest(node).map_err(|problem| problem.at(place(index, node.name.as_deref())))?,
            bare: node.mesh.is_none() && node.camera.is_none() && node.skin.is_none(),
            mesh: node.mesh.is_some() && node.skin.is_none(),
            bind: None,
            tip: node.extras.is_some_and(|extras| extras.end_site),
        })
    };
    Tree::new(document.nodes.iter().enumerate().map(node).collect::<Result<_, Fault>>()?)
}

fn rest(node: &Node) -> Result<Local, Problem> {
    let numbers = (node.matrix.iter().flatten())
        .chain(node.translation.iter().flatten())
        .chain(node.rotation.iter().flatten())
        .chain(node.scale.iter().flatten());
    if let Some(bad) = numbers.copied().find(|number| !number.is_finite()) {
        let (what, range) = ("a number of the transform".to_owned(), "finite".to_owned());
        return Err(Problem::OutOfRange { what, range, found: bad.to_string() });
    }
    if let Some(matrix) = node.matrix {
        let columns = matrix.map(f64::from);
        let matrix3 = DMat3::from_cols_array_2d(&[
            [columns[0], columns[1], columns[2]],
            [columns[4], columns[5], columns[6]],
            [columns[8], columns[9], columns[10]],
        ]);
        let affine =
            DAffine3::from_mat3_translation(matrix3, DVec3::new(columns[12], columns[13], columns[14]));
        return Ok(Local::Matrix(affine, rotation_in(matrix3)));
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]).map(f64::from);
    let rotation = DQuat::from_xyzw(x, y, z, w);
    if rotation.length_squared() < 1e-12 {
        let (what, range) = ("a rotation".to_owned(), "of unit length".to_owned());
        return Err(Problem::OutOfRange { what, range, found: rotation.to_string() });
    }
    Ok(Local::Trs(Trs {
        translation: DVec3::from_array(node.translation.unwrap_or_default().map(f64::from)),
        rotation: rotation.normalize(),
        scale: DVec3::from_array(node.scale.unwrap_or([1.0; 3]).map(f64::from)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusable_transforms_are_refused_by_node() {
        let error = |node: Node| {
            let name = Some("Hips".to_owned());
            tree(&Document { nodes: vec![Node { name, ..node }], ..Document::default() })
                .unwrap_err()
                .to_string()
        };
        let zero = error(Node { rotation: Some([0.0; 4]), ..Node::default() });
        assert!(
            zero.contains("a rotation must be of unit length") && zero.ends_with("node 0 `Hips`"),
            "{zero}"
        );
        let huge = error(Node { scale: Some([f32::INFINITY, 1.0, 1.0]), ..Node::default() });
        assert!(huge.contains("must be finite, found inf"), "{huge}");
    }
}
