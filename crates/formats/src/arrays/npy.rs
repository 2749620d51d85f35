//! Arrays in the format of `NumPy`.

use std::collections::BTreeMap;

use super::zip;
use crate::error::Problem;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Arrays that follow from others: of a long clip they are the larger part of a file.
const DERIVED: [&str; 2] = ["positions", "rotations_6d"];

/// The arrays of a `.npz` file by name, without those that follow from others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    arrays: BTreeMap<String, Array>,
}

/// One array: its shape and its values in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array {
    pub(super) shape: Vec<usize>,
    pub(super) values: Values,
}

/// The values of an array.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Single(Vec<f32>),
    Double(Vec<f64>),
    Whole(Vec<i64>),
    Flags(Vec<bool>),
    Text(Vec<String>),
}

impl Archive {
    /// Reads a `.npz` file.
    ///
    /// # Errors
    /// When it is no archive of arrays of numbers, flags or text.
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let mut arrays = BTreeMap::new();
        zip::unpack(bytes, |name, data| {
            let name = name.strip_suffix(".npy").unwrap_or(name);
            // Archives hold what Segue does not need, such as pickled objects; only what is asked for must be readable.
            if !DERIVED.contains(&name)
                && let Some(array) = Array::parse(data)
            {
                arrays.insert(name.to_owned(), array);
            }
        })?;
        Ok(Self { arrays })
    }

    /// Whether it has an array of this name.
    pub fn has(&self, name: &str) -> bool {
        self.arrays.contains_key(name)
    }

    pub(super) fn insert(&mut self, name: &str, shape: &[usize], values: Values) {
        self.arrays.insert(name.to_owned(), Array { shape: shape.to_vec(), values });
    }

    /// An array with this number of dimensions.
    pub(super) fn get(&self, name: &str, dimensions: usize) -> Result<&Array, Problem> {
        let array = self.arrays.get(name).ok_or_else(|| {
            let names: Vec<&str> = self.arrays.keys().map(String::as_str).collect();
            Problem::Unknown {
                what: "the array",
                name: name.to_owned(),
                hint: format!("there are {}", names.join(", ")),
            }
        })?;
        if array.shape.len() == dimensions {
            return Ok(array);
        }
        let expected = format!("{dimensions} dimensions of array `{name}`");
        Err(Problem::unexpected(expected, format!("the shape {:?}", array.shape)))
    }

    /// Numbers of an array with this number of dimensions, and its shape.
    pub(super) fn numbers(&self, name: &str, dimensions: usize) -> Result<(Vec<f64>, &[usize]), Problem> {
        let array = self.get(name, dimensions)?;
        let numbers = match &array.values {
            Values::Single(values) => values.iter().map(|&value| f64::from(value)).collect(),
            Values::Double(values) => values.clone(),
            Values::Whole(values) => values.iter().map(|&value| value as f64).collect(),
            Values::Flags(_) | Values::Text(_) => {
                return Err(Problem::unexpected(format!("numbers in array `{name}`"), "something else"));
            }
        };
        Ok((numbers, &array.shape))
    }

    /// The bytes of a `.npz` file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut archive = zip::Packer::default();
        self.arrays
            .iter()
            .for_each(|(name, array)| archive.add(&format!("{name}.npy"), |out| array.write(out)));
        archive.finish()
    }
}

impl Array {
    /// `None` for arrays of a kind that is not read.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (length, at) = match rest.first()? {
            1 => (usize::from(u16::from_le_bytes(*rest.get(2..)?.first_chunk()?)), 4),
            _ => (u32::from_le_bytes(*rest.get(2..)?.first_chunk()?) as usize, 6),
        };
        let header = std::str::from_utf8(rest.get(at..)?.get(..length)?).ok()?;
        let data = &rest[at + length..];
        if field(header, "fortran_order")?.starts_with("True") {
            return None;
        }
        let kind = field(header, "descr")?.trim_start_matches('\'');
        let kind = &kind[..kind.find('\'')?];
        let shape = field(header, "shape")?.trim_start_matches('(');
        let shape = shape[..shape.find(')')?].split(',').map(str::trim).filter(|text| !text.is_empty());
        let shape: Vec<usize> = shape.map(|text| text.parse().ok()).collect::<Option<_>>()?;
        let count = shape.iter().try_fold(1_usize, |count, &size| count.checked_mul(size))?;
        Some(Self { shape, values: values(kind, count, data)? })
    }

    /// Appends the array as `NumPy` stores it.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut header = |kind: &str| write_header(kind, &self.shape, out);
        match &self.values {
            Values::Single(values) => {
                header("<f4");
                out.extend_from_slice(bytemuck::cast_slice(values));
            }
            Values::Double(values) => {
                header("<f8");
                out.extend_from_slice(bytemuck::cast_slice(values));
            }
            Values::Whole(values) => {
                header("<i8");
                out.extend_from_slice(bytemuck::cast_slice(values));
            }
            Values::Flags(values) => {
                header("|b1");
                out.extend(values.iter().map(|&flag| u8::from(flag)));
            }
            Values::Text(texts) => {
                let (kind, bytes) = text_bytes(texts);
                header(&kind);
                out.extend(bytes);
            }
        }
    }
}

/// Appends what stands before the values of an array.
pub(super) fn write_header(kind: &str, shape: &[usize], out: &mut Vec<u8>) {
    let sizes: Vec<String> = shape.iter().map(|size| format!("{size},")).collect();
    let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({}), }}", sizes.concat());
    // NumPy aligns the data to 64 bytes.
    let length = (MAGIC.len() + 4 + header.len() + 1).next_multiple_of(64) - MAGIC.len() - 4;
    out.extend(MAGIC);
    out.extend([1, 0]);
    out.extend((length as u16).to_le_bytes());
    out.extend(format!("{header:<width$}\n", width = length - 1).into_bytes());
}

/// What follows a key in the header.
fn field<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim_start())
}

fn values(kind: &str, count: usize, data: &[u8]) -> Option<Values> {
    let take = |size: usize| data.get(..count.checked_mul(size)?);
    Some(match kind {
        "<f4" => {
            Values::Single(take(4)?.as_chunks().0.iter().map(|&word| f32::from_le_bytes(word)).collect())
        }
        "<f8" => {
            Values::Double(take(8)?.as_chunks().0.iter().map(|&word| f64::from_le_bytes(word)).collect())
        }
        "<i4" => {
            let words = take(4)?.as_chunks().0.iter();
            Values::Whole(words.map(|&word| i64::from(i32::from_le_bytes(word))).collect())
        }
        "<i8" => Values::Whole(take(8)?.as_chunks().0.iter().map(|&word| i64::from_le_bytes(word)).collect()),
        "|b1" => Values::Flags(take(1)?.iter().map(|&byte| byte != 0).collect()),
        text => {
            let width: usize = text.strip_prefix("<U")?.parse().ok()?;
            let bytes = take(width.checked_mul(4)?)?;
            Values::Text((0..count).map(|index| text_at(bytes, index, width)).collect())
        }
    })
}

/// A text of fixed width, four bytes for each character, filled up with zeros.
fn text_at(bytes: &[u8], index: usize, width: usize) -> String {
    let cell = &bytes[index * width * 4..][..width * 4];
    let points = cell.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word));
    points.take_while(|&point| point != 0).filter_map(char::from_u32).collect()
}

fn text_bytes(texts: &[String]) -> (String, Vec<u8>) {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
    let cell = |text: &String| {
        let mut cell: Vec<u32> = text.chars().map(u32::from).collect();
        cell.resize(width, 0);
        cell.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
    };
    (format!("<U{width}"), texts.iter().flat_map(cell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_come_back_as_they_were() {
        let mut archive = Archive::default();
        archive.insert("single", &[2, 1], Values::Single(vec![1.5, -2.0]));
        archive.insert("double", &[], Values::Double(vec![120.0]));
        archive.insert("whole", &[3], Values::Whole(vec![-1, 0, 1]));
        archive.insert("flags", &[2], Values::Flags(vec![true, false]));
        archive.insert("text", &[2], Values::Text(vec!["tête".to_owned(), String::new()]));
        let bytes = archive.to_bytes();
        assert_eq!(Archive::parse(&bytes).unwrap(), archive);
        assert!(archive.get("none", 1).unwrap_err().to_string().contains("double, flags"));
        assert!(archive.get("whole", 2).unwrap_err().to_string().contains("[3]"));
        for length in 0..bytes.len() {
            assert!(Archive::parse(&bytes[..length]).is_err(), "{length}");
        }
    }
}
