//! Checked reading of the tables of numbers in a glTF file.

use std::rc::Rc;
use std::sync::Arc;

use segue_store::Budget;

use super::buffers::distinct_bytes;
use super::document::{Accessor, Animation, BufferView, Document, SparsePart};
use crate::error::{Fault, Place, Problem};

/// Values that may be decoded beyond those that the buffers could hold once: room for small files, while accessors
/// that all point at the same bytes cannot exhaust memory.
const SPARE_VALUES: usize = 1 << 22;

/// Decodes accessors of a document, each once, never more than its buffers can justify.
pub(super) struct Accessors<'a> {
    document: &'a Document,
    buffers: &'a [Arc<[u8]>],
    decoded: Vec<Option<Rc<[f32]>>>,
    values_left: usize,
}

impl<'a> Accessors<'a> {
    pub(super) fn new(document: &'a Document, buffers: &'a [Arc<[u8]>]) -> Self {
        let bytes = distinct_bytes(buffers);
        let decoded = vec![None; document.accessors.len()];
        Self { document, buffers, decoded, values_left: bytes.saturating_add(SPARE_VALUES) }
    }

    /// All components of all elements of accessor `index`, which must have the given number of components.
    ///
    /// Every value is finite; normalised integers are turned into fractions.
    pub(super) fn floats(&mut self, index: usize, components: usize) -> Result<Rc<[f32]>, Fault> {
        let accessor = self.document.accessors.get(index).ok_or_else(|| {
            let count = self.document.accessors.len();
            Problem::unexpected(format!("one of {count} accessors"), format!("accessor {index}"))
                .at(Place::File)
        })?;
        let at = |problem: Problem| problem.at(Place::Item(format!("accessor {index}")));
        check_shape(accessor, components).map_err(at)?;
        if let Some(values) = &self.decoded[index] {
            return Ok(values.clone());
        }
        let values: Rc<[f32]> = self.decode(accessor, components).map_err(at)?.into();
        self.decoded[index] = Some(values.clone());
        Ok(values)
    }

    fn decode(&mut self, accessor: &Accessor, components: usize) -> Result<Vec<f32>, Problem> {
        let component = Component::of(accessor)?;
        let count = usize::try_from(accessor.count).unwrap_or(usize::MAX);
        let wanted = count.saturating_mul(components);
        if wanted > self.values_left {
            return Err(Problem::TooMany { what: "values", found: wanted, limit: self.values_left });
        }
        Budget::allow("a table of numbers", wanted as u64 * 4)?;
        let mut values = match accessor.buffer_view {
            None => vec![0.0; wanted],
            Some(view) => {
                let rows = self.rows(view, accessor.byte_offset, count, components * component.size())?;
                rows.flat_map(|row| component.decode(row)).collect()
            }
        };
        self.values_left -= wanted;
        self.apply_sparse(accessor, component, components, &mut values)?;
        match values.iter().position(|value| !value.is_finite()) {
            Some(bad) => Err(Problem::OutOfRange {
                what: format!("element {}", bad / components),
                range: "finite".to_owned(),
                found: values[bad].to_string(),
            }),
            None => Ok(values),
        }
    }

    fn apply_sparse(
        &self,
        accessor: &Accessor,
        component: Component,
        components: usize,
        values: &mut [f32],
    ) -> Result<(), Problem> {
        let Some(sparse) = &accessor.sparse else { return Ok(()) };
        let count = usize::try_from(sparse.count).unwrap_or(usize::MAX);
        let indices = self.sparse_indices(&sparse.indices, count)?;
        let SparsePart { buffer_view, byte_offset, .. } = sparse.values;
        let rows = self.rows(buffer_view, byte_offset, count, components * component.size())?;
        for (index, row) in indices.zip(rows) {
            let target =
                index.checked_mul(components).and_then(|start| values.get_mut(start..start + components));
            let target = target.ok_or_else(|| Problem::OutOfRange {
                what: "a sparse index".to_owned(),
                range: format!("below {}", accessor.count),
                found: index.to_string(),
            })?;
            target.iter_mut().zip(component.decode(row)).for_each(|(target, value)| *target = value);
        }
        Ok(())
    }

    fn sparse_indices(
        &self,
        part: &SparsePart,
        count: usize,
    ) -> Result<impl Iterator<Item = usize> + use<'_>, Problem> {
        let size = match part.component_type {
            Some(5121) => 1,
            Some(5123) => 2,
            Some(5125) => 4,
            other => {
                return Err(Problem::unexpected(
                    "sparse indices of type 5121, 5123 or 5125",
                    format!("{other:?}"),
                ));
            }
        };
        let rows = self.rows(part.buffer_view, part.byte_offset, count, size)?;
        Ok(rows.map(|row| row.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte))))
    }

    /// `count` elements of `size` bytes in a view, after checking that they all lie inside it.
    fn rows(
        &self,
        view: usize,
        offset: u64,
        count: usize,
        size: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, Problem> {
        let view = self.document.buffer_views.get(view).ok_or_else(|| {
            let count = self.document.buffer_views.len();
            Problem::unexpected(format!("one of {count} buffer views"), format!("buffer view {view}"))
        })?;
        let data = self.view(view)?;
        let stride = view.byte_stride.map_or(size as u64, |stride| stride.max(size as u64));
        let needed = match count as u64 {
            0 => 0,
            count => {
                let last = stride.checked_mul(count - 1).and_then(|bytes| bytes.checked_add(size as u64));
                last.and_then(|bytes| bytes.checked_add(offset)).unwrap_or(u64::MAX)
            }
        };
        if needed > data.len() as u64 {
            let expected = format!("a buffer view of at least {needed} bytes for {count} elements");
            return Err(Problem::unexpected(expected, format!("{} bytes", data.len())));
        }
        Ok((0..count).map(move |row| &data[offset as usize + row * stride as usize..][..size]))
    }

    /// What the keys of an animation are compressed with, if they are.
    pub(super) fn compression(&self, animation: &Animation) -> Option<&str> {
        let used = animation.samplers.iter().flat_map(|sampler| [sampler.input, sampler.output]);
        let mut views = used.filter_map(|accessor| self.document.accessors.get(accessor)?.buffer_view);
        views.find_map(|view| compression(self.document.buffer_views.get(view)?))
    }

    fn view(&self, view: &BufferView) -> Result<&[u8], Problem> {
        if let Some(extension) = compression(view) {
            return Err(Problem::Unsupported(format!(
                "the keys are compressed with {extension}, which is not read; export without compression"
            )));
        }
        let buffer = self.buffers.get(view.buffer).ok_or_else(|| {
            Problem::unexpected(
                format!("one of {} buffers", self.buffers.len()),
                format!("buffer {}", view.buffer),
            )
        })?;
        let end = view.byte_offset.checked_add(view.byte_length).filter(|&end| end <= buffer.len() as u64);
        let end = end.ok_or_else(|| {
            let expected =
                format!("a buffer view within the {} bytes of buffer {}", buffer.len(), view.buffer);
            Problem::unexpected(expected, format!("bytes {} + {}", view.byte_offset, view.byte_length))
        })?;
        Ok(&buffer[view.byte_offset as usize..end as usize])
    }
}

/// The extension that a view is compressed with.
fn compression(view: &BufferView) -> Option<&str> {
    view.extensions.keys().find(|name| name.contains("compression")).map(String::as_str)
}

fn check_shape(accessor: &Accessor, components: usize) -> Result<(), Problem> {
    let expected = match components {
        1 => "SCALAR",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    };
    if accessor.shape == expected {
        Ok(())
    } else {
        Err(Problem::unexpected(format!("an accessor of type {expected}"), format!("`{}`", accessor.shape)))
    }
}

/// How one number is stored.
#[derive(Clone, Copy)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    F32,
}

impl Component {
    fn of(accessor: &Accessor) -> Result<Self, Problem> {
        match (accessor.component_type, accessor.normalized) {
            (5126, _) => Ok(Self::F32),
            (5120, true) => Ok(Self::I8),
            (5121, true) => Ok(Self::U8),
            (5122, true) => Ok(Self::I16),
            (5123, true) => Ok(Self::U16),
            (other, normalized) => {
                let kind = if normalized { "normalised" } else { "not normalised" };
                let expected = "32-bit floats (5126) or normalised integers (5120 to 5123)";
                Err(Problem::unexpected(expected, format!("component type {other}, {kind}")))
            }
        }
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::F32 => 4,
        }
    }

    /// The numbers of one element; integers stand for fractions as the format's quantisation rules say.
    fn decode(self, row: &[u8]) -> impl Iterator<Item = f32> {
        row.chunks_exact(self.size()).map(move |bytes| match *bytes {
            [byte] if matches!(self, Self::U8) => f32::from(byte) / 255.0,
            [byte] => (f32::from(byte.cast_signed()) / 127.0).max(-1.0),
            [low, high] if matches!(self, Self::U16) => f32::from(u16::from_le_bytes([low, high])) / 65535.0,
            [low, high] => (f32::from(i16::from_le_bytes([low, high])) / 32767.0).max(-1.0),
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
            _ => unreachable!("components have one, two or four bytes"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::{Buffer, Sparse};
    use super::*;

    fn document(accessor: Accessor, bytes: usize) -> Document {
        let view = BufferView { byte_length: bytes as u64, ..BufferView::default() };
        Document {
            accessors: vec![accessor],
            buffer_views: vec![view],
            buffers: vec![Buffer { byte_length: bytes as u64, ..Buffer::default() }],
            ..Document::default()
        }
    }

    fn accessor(component_type: u32, count: u64, shape: &str) -> Accessor {
        let shape = shape.to_owned();
        Accessor {
            buffer_view: Some(0),
            component_type,
            count,
            shape,
            normalized: true,
            ..Accessor::default()
        }
    }

    fn read(document: &Document, data: &[u8], components: usize) -> Result<Vec<f32>, String> {
        let buffers = [Arc::from(data)];
        let mut accessors = Accessors::new(document, &buffers);
        accessors.floats(0, components).map(|values| values.to_vec()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn quantised_values_are_fractions() {
        let close = |found: Vec<f32>, expected: &[f32]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        };
        let bytes = [0u8, 255, 127, 128];
        close(
            read(&document(accessor(5121, 4, "SCALAR"), 4), &bytes, 1).unwrap(),
            &[0.0, 1.0, 0.498_039_2, 0.501_960_8],
        );
        close(
            read(&document(accessor(5120, 4, "SCALAR"), 4), &bytes, 1).unwrap(),
            &[0.0, -1.0 / 127.0, 1.0, -1.0],
        );
        let words = [0u8, 0, 255, 255, 255, 127, 0, 128];
        close(read(&document(accessor(5123, 4, "SCALAR"), 8), &words, 1).unwrap()[1..2].to_vec(), &[1.0]);
        close(
            read(&document(accessor(5122, 4, "SCALAR"), 8), &words, 1).unwrap()[2..].to_vec(),
            &[1.0, -1.0],
        );
    }

    #[test]
    fn strides_and_offsets_are_followed() {
        let data: Vec<u8> = (0..6).flat_map(|value: u8| f32::from(value).to_le_bytes()).collect();
        let mut strided = document(Accessor { byte_offset: 4, ..accessor(5126, 3, "SCALAR") }, 24);
        strided.buffer_views[0].byte_stride = Some(8);
        assert_eq!(read(&strided, &data, 1).unwrap(), [1.0, 3.0, 5.0]);
        strided.accessors[0].byte_offset = 8;
        assert!(read(&strided, &data, 1).unwrap_err().contains("at least 28 bytes for 3 elements"));
    }

    #[test]
    fn sparse_elements_replace_those_of_the_view() {
        let part = |byte_offset, component_type| SparsePart { buffer_view: 0, byte_offset, component_type };
        let sparse = Sparse { count: 2, indices: part(0, Some(5121)), values: part(4, None) };
        let zeros = Accessor { buffer_view: None, sparse: Some(sparse), ..accessor(5126, 4, "SCALAR") };
        let mut data = vec![1u8, 3, 0, 0];
        data.extend([7.0f32, 9.0].iter().flat_map(|value| value.to_le_bytes()));
        assert_eq!(read(&document(zeros.clone(), 12), &data, 1).unwrap(), [0.0, 7.0, 0.0, 9.0]);
        data[1] = 4;
        assert!(
            read(&document(zeros, 12), &data, 1)
                .unwrap_err()
                .contains("a sparse index must be below 4, found 4")
        );
    }

    #[test]
    fn hostile_accessors_are_refused_by_name() {
        let data = [0u8; 16];
        let refused = |accessor: Accessor, text: &str| {
            let error = read(&document(accessor, 16), &data, 1).unwrap_err();
            assert!(error.contains(text) && error.ends_with(", accessor 0"), "{error}");
        };
        refused(accessor(5126, 1 << 30, "SCALAR"), "are more than the");
        refused(Accessor { buffer_view: None, ..accessor(5126, 1 << 40, "SCALAR") }, "are more than the");
        refused(accessor(5126, u64::MAX, "SCALAR"), "are more than the");
        refused(accessor(5126, 5, "SCALAR"), "at least 20 bytes");
        refused(Accessor { byte_offset: u64::MAX, ..accessor(5126, 1, "SCALAR") }, "at least");
        refused(accessor(5126, 1, "VEC3"), "expected an accessor of type SCALAR, found `VEC3`");
        refused(accessor(5125, 1, "SCALAR"), "component type 5125");
        refused(Accessor { buffer_view: Some(9), ..accessor(5126, 1, "SCALAR") }, "one of 1 buffer views");
        let nan = read(&document(accessor(5126, 1, "SCALAR"), 4), &f32::NAN.to_le_bytes(), 1).unwrap_err();
        assert!(nan.contains("element 0 must be finite, found NaN"), "{nan}");
    }
}
