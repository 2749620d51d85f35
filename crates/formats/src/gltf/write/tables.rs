//! The binary part of a file being written, and the accessors into it.

use bytemuck::NoUninit;

use super::super::document::{Accessor, BufferView, Document};

const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// What a table is for, which decides the buffer view it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Inverse bind matrices of a skin.
    Skin,
    /// Keys of animations.
    Keys,
    /// A vertex attribute.
    Vertices,
    /// Vertex numbers of triangles.
    Indices,
}

/// Tables of numbers on their way into the one buffer of a file.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) bytes: Vec<u8>,
    pub(super) accessors: Vec<Accessor>,
    pub(super) views: Vec<BufferView>,
    last_use: Option<Use>,
    /// Every table has a view of its own.
    apart: bool,
}

impl Tables {
    /// Tables with a view each, for a file that has views to replace.
    pub(super) fn apart() -> Self {
        Self { apart: true, ..Self::default() }
    }

    /// Adds a table of 32-bit floats, `N` to an element; `bounded` adds the smallest and largest values, which the
    /// format demands for positions and key times.
    pub(super) fn floats<const N: usize>(&mut self, used: Use, rows: &[[f32; N]], bounded: bool) -> usize {
        let fold = |pick: fn(f32, f32) -> f32| {
            let first = rows.first().copied().unwrap_or([0.0; N]);
            rows.iter().fold(first, |best, row| std::array::from_fn(|i| pick(best[i], row[i]))).to_vec()
        };
        let (min, max) = if bounded { (Some(fold(f32::min)), Some(fold(f32::max))) } else { (None, None) };
        let shape = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let accessor =
            Accessor { component_type: F32, shape: shape.to_owned(), min, max, ..Accessor::default() };
        self.push(used, rows.as_flattened(), rows.len(), accessor)
    }

    /// Adds joint numbers of vertices.
    pub(super) fn joints(&mut self, rows: &[[u16; 4]]) -> usize {
        let accessor = Accessor { shape: "VEC4".to_owned(), ..Accessor::default() };
        if rows.iter().flatten().all(|&joint| u8::try_from(joint).is_ok()) {
            let small: Vec<[u8; 4]> = rows.iter().map(|row| row.map(|joint| joint as u8)).collect();
            self.push(Use::Vertices, &small, rows.len(), Accessor { component_type: U8, ..accessor })
        } else {
            self.push(Use::Vertices, rows, rows.len(), Accessor { component_type: U16, ..accessor })
        }
    }

    /// Adds vertex weights, as fractions of 255.
    pub(super) fn weights(&mut self, rows: &[[u8; 4]]) -> usize {
        let accessor = Accessor {
            component_type: U8,
            normalized: true,
            shape: "VEC4".to_owned(),
            ..Accessor::default()
        };
        self.push(Use::Vertices, rows, rows.len(), accessor)
    }

    /// Adds vertex numbers of triangles.
    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        let accessor = Accessor { shape: "SCALAR".to_owned(), ..Accessor::default() };
        // The largest number of each width is reserved for restarting strips.
        if indices.iter().all(|&index| index < u32::from(u16::MAX)) {
            let small: Vec<u16> = indices.iter().map(|&index| index as u16).collect();
            self.push(Use::Indices, &small, small.len(), Accessor { component_type: U16, ..accessor })
        } else {
            self.push(Use::Indices, indices, indices.len(), Accessor { component_type: U32, ..accessor })
        }
    }

    /// Adds bytes that no accessor describes, such as an image, and gives the number of their view.
    pub(super) fn bytes_view(&mut self, bytes: &[u8]) -> usize {
        let (byte_offset, byte_length) = (self.bytes.len() as u64, bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(BufferView { byte_offset, byte_length, ..BufferView::default() });
        self.last_use = None;
        self.views.len() - 1
    }

    fn push<T: NoUninit>(&mut self, used: Use, data: &[T], count: usize, accessor: Accessor) -> usize {
        let data: &[u8] = bytemuck::cast_slice(data);
        let view = self.view_for(used, data.len());
        let start = self.bytes.len() as u64;
        self.bytes.extend_from_slice(data);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let byte_offset = start - self.views[view].byte_offset;
        self.views[view].byte_length = byte_offset + data.len() as u64;
        self.accessors.push(Accessor {
            buffer_view: Some(view),
            byte_offset,
            count: count as u64,
            ..accessor
        });
        self.accessors.len() - 1
    }

    /// Tables of keys that follow each other share a view; vertex attributes of several tables in one view would
    /// need a stride, so each has its own.
    fn view_for(&mut self, used: Use, length: usize) -> usize {
        if self.apart || used != Use::Keys || self.last_use != Some(Use::Keys) {
            let target = match used {
                Use::Skin | Use::Keys => None,
                Use::Vertices => Some(VERTICES),
                Use::Indices => Some(INDICES),
            };
            let (byte_offset, byte_length) = (self.bytes.len() as u64, length as u64);
            self.views.push(BufferView { byte_offset, byte_length, target, ..BufferView::default() });
        }
        self.last_use = Some(used);
        self.views.len() - 1
    }

    /// Moves accessors and views into a document and gives the bytes of its buffer.
    pub(super) fn finish(self, document: &mut Document) -> Vec<u8> {
        document.accessors = self.accessors;
        document.buffer_views = self.views;
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned_bounded_and_share_views_only_as_keys() {
        let mut tables = Tables::default();
        tables.floats(Use::Keys, &[[1.0], [3.0], [2.0]], true);
        tables.floats(Use::Keys, &[[0.0; 4]], false);
        tables.joints(&[[1, 0, 0, 0], [255, 0, 0, 0]]);
        tables.joints(&[[256, 0, 0, 0]]);
        tables.indices(&[0, 1, 65_534]);
        tables.indices(&[65_535]);
        assert_eq!(tables.accessors[0].min, Some(vec![1.0]));
        assert_eq!(tables.accessors[0].max, Some(vec![3.0]));
        assert_eq!(tables.accessors[1].byte_offset, 12);
        let views: Vec<_> = tables.accessors.iter().map(|accessor| accessor.buffer_view.unwrap()).collect();
        assert_eq!(views, [0, 0, 1, 2, 3, 4]);
        let types: Vec<_> = tables.accessors.iter().map(|accessor| accessor.component_type).collect();
        assert_eq!(types, [F32, F32, U8, U16, U16, U32]);
        assert!(tables.views.iter().all(|view| view.byte_offset % 4 == 0));
        assert_eq!(tables.views.last().unwrap().byte_offset + 4, tables.bytes.len() as u64);

        let mut apart = Tables::apart();
        apart.floats(Use::Keys, &[[1.0], [3.0]], true);
        apart.floats(Use::Keys, &[[0.0; 4]], false);
        let places: Vec<_> =
            apart.accessors.iter().map(|accessor| (accessor.buffer_view, accessor.byte_offset)).collect();
        assert_eq!(places, [(Some(0), 0), (Some(1), 0)]);
    }
}
