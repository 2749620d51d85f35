//! Requests of the page name clips of the opened library, never files: here they become what the verbs understand.

use axum::http::StatusCode;
use serde_json::Value;

use crate::{AppError, Studio, uploads};

/// What one field of a request may name. Fields of nested requests are written with dots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Names {
    /// Inputs, one or several: `#CLIP`, `#CLIP@first-last` or `sample:NAME`.
    Inputs(&'static str),
    /// A clip of the library or a sample to search for, in the grammar of inputs.
    Query(&'static str),
    /// A stance of a clip: an input and `:N`.
    Stance(&'static str),
    /// The opened library itself, which the server fills in.
    Library(&'static str),
    /// Something that is kept in the opened library: `#NAME`.
    Kept(&'static str),
    /// A file of the user's machine: the page never names one.
    Path(&'static str),
}

/// The request with everything that it names in the words of the verbs.
pub(crate) fn resolve(request: &mut Value, names: &[Names], studio: &Studio) -> Result<(), AppError> {
    for name in names {
        match name {
            Names::Inputs(field) => each(request, field, &|value| inputs(value, studio))?,
            Names::Query(field) => each(request, field, &|value| query(value, studio))?,
            Names::Stance(field) => each(request, field, &|value| stance(value, studio))?,
            Names::Kept(field) => each(request, field, &|value| kept(value, studio))?,
            Names::Library(field) => {
                if !get(request, field).is_null() {
                    return Err(refused(field, "is the server's to say"));
                }
                put(request, field, text(studio.place().library().display()))?;
            }
            Names::Path(field) => {
                let found = get(request, field);
                let is_empty = found.as_array().is_some_and(Vec::is_empty);
                if !found.is_null() && !is_empty {
                    return Err(refused(field, "names a file, which a page may not"));
                }
            }
        }
    }
    Ok(())
}

fn refused(what: impl std::fmt::Display, why: &str) -> AppError {
    AppError::new(StatusCode::UNPROCESSABLE_ENTITY, "path", format!("`{what}` {why}"))
}

fn text(value: impl std::fmt::Display) -> Value {
    Value::String(value.to_string())
}

fn get<'a>(request: &'a Value, field: &str) -> &'a Value {
    field.split('.').try_fold(request, |at, step| at.get(step)).unwrap_or(&Value::Null)
}

fn put(request: &mut Value, field: &str, value: Value) -> Result<(), AppError> {
    let mut at = request;
    for step in field.split('.') {
        if at.is_null() {
            *at = Value::Object(serde_json::Map::new());
        }
        let Value::Object(fields) = at else { return Err(AppError::malformed("the request is no object")) };
        at = fields.entry(step).or_insert(Value::Null);
    }
    *at = value;
    Ok(())
}

/// Replaces what a field names: nothing, one text, or a list of them.
fn each(
    request: &mut Value,
    field: &str,
    f: &dyn Fn(&str) -> Result<Vec<String>, AppError>,
) -> Result<(), AppError> {
    let wrong = || AppError::malformed(format!("`{field}` must be a text or a list of texts"));
    let found = match get(request, field) {
        Value::Null => return Ok(()),
        Value::String(one) => {
            let [one] = &f(one)?[..] else { return Err(refused(one, "is not one clip")) };
            text(one)
        }
        Value::Array(several) => {
            let mut all = Vec::new();
            for one in several {
                all.extend(f(one.as_str().ok_or_else(wrong)?)?);
            }
            Value::from(all)
        }
        _ => return Err(wrong()),
    };
    put(request, field, found)
}

fn inputs(written: &str, studio: &Studio) -> Result<Vec<String>, AppError> {
    if let Some(group) = written.strip_prefix("upload:") {
        return uploads::files(studio.place(), group);
    }
    if is_sample(written) {
        return Ok(vec![written.to_owned()]);
    }
    let library = studio.place().library().display();
    Ok(vec![format!("{library}#{}", stored(written, studio)?)])
}

/// A search looks for clips of the library by their plain name.
fn query(written: &str, studio: &Studio) -> Result<Vec<String>, AppError> {
    let name = if is_sample(written) { written.to_owned() } else { stored(written, studio)? };
    Ok(vec![name])
}

fn stance(written: &str, studio: &Studio) -> Result<Vec<String>, AppError> {
    let number = written.rsplit_once(':').filter(|(_, number)| number.parse::<usize>().is_ok());
    let (clip, number) =
        number.map_or((written, String::new()), |(clip, number)| (clip, format!(":{number}")));
    Ok(inputs(clip, studio)?.into_iter().map(|clip| clip + &number).collect())
}

fn kept(written: &str, studio: &Studio) -> Result<Vec<String>, AppError> {
    let name = written.strip_prefix('#').filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| refused(written, "is not `#NAME`"))?;
    Ok(vec![format!("{}#{name}", studio.place().library().display())])
}

fn is_sample(written: &str) -> bool {
    let name = written.strip_prefix("sample:");
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || "-/@".contains(c)))
}

/// The name and the range of a clip that is in the library: `#NAME` or `#NAME@first-last`.
fn stored(written: &str, studio: &Studio) -> Result<String, AppError> {
    let name = written
        .strip_prefix('#')
        .ok_or_else(|| refused(written, "is not a clip: write `#NAME` or `sample:NAME`"))?;
    let entries = studio.entries()?;
    if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
        // A name that looks like a range of frames must not be read as one.
        let plain = name.rsplit_once('@').is_none_or(|(_, tail)| !is_range(tail));
        return Ok(if plain {
            name.to_owned()
        } else {
            format!("{name}@0-{}", entry.frames.saturating_sub(1))
        });
    }
    let cut = name.rsplit_once('@').filter(|(_, tail)| is_range(tail));
    if cut.is_some_and(|(name, _)| entries.iter().any(|entry| entry.name == name)) {
        return Ok(name.to_owned());
    }
    Err(AppError::unknown(format!("no clip is called `{name}`")))
}

fn is_range(tail: &str) -> bool {
    segue::files::parse_range(tail).is_some()
}
