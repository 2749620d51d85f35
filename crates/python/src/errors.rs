//! One exception for each kind of error.

use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use segue::verbs::VerbError;

/// Makes the exceptions and the function that adds them to the module.
macro_rules! exceptions {
    ($($name:ident $about:literal;)+) => {
        mod made {
            #![allow(missing_docs, clippy::unwrap_used, reason = "what the macro of PyO3 makes")]
            use super::SegueError;
            $(pyo3::create_exception!(segue.errors, $name, SegueError, $about);)+
        }
        pub(crate) use made::*;

        /// Adds every exception to the module.
        pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add("SegueError", module.py().get_type::<SegueError>())?;
            $(module.add(stringify!($name), module.py().get_type::<$name>())?;)+
            Ok(())
        }
    };
}

mod base {
    #![allow(missing_docs, clippy::unwrap_used, reason = "what the macro of PyO3 makes")]
    use super::PyException;
    pyo3::create_exception!(segue.errors, SegueError, PyException, "Any error of Segue.");
}
pub(crate) use base::SegueError;

exceptions! {
    LoadError "An input gives no clip.";
    FileError "A file of plants, weights, stances, a registration or a skeleton map cannot be read.";
    RegisterError "Clips cannot be registered.";
    SkeletonError "Clips do not fit on one skeleton.";
    BlendError "Clips cannot be blended.";
    EditError "A clip cannot be changed so.";
    SaveError "A file or folder cannot be written.";
    LibraryError "A library cannot be used.";
    SearchError "A library cannot be indexed or searched so.";
    ParametricError "A motion with controls cannot be made or played so.";
    StanceError "A stance cannot be extracted, altered or found so.";
    RequestError "A request contradicts itself or its inputs.";
}

/// The exception for an error; what to do about it stands at the end of its text.
pub(crate) fn raised(error: &VerbError) -> PyErr {
    let text = match error.advice() {
        Some(advice) => format!("{error}. {advice}"),
        None => error.to_string(),
    };
    match error {
        VerbError::Load(_) | VerbError::Input(_) => LoadError::new_err(text),
        VerbError::Map(_)
        | VerbError::Plants(_)
        | VerbError::Registration(_)
        | VerbError::Weights(_)
        | VerbError::ParamFile(_)
        | VerbError::StancesFile(_) => FileError::new_err(text),
        VerbError::Register { .. } => RegisterError::new_err(text),
        VerbError::ClipSet { .. } => SkeletonError::new_err(text),
        VerbError::Ensemble(_) | VerbError::Blend(_) | VerbError::PoseSpace(_) => BlendError::new_err(text),
        VerbError::Edit(_) | VerbError::Clip(_) => EditError::new_err(text),
        VerbError::Store(_) | VerbError::Save(_) | VerbError::Folder { .. } => SaveError::new_err(text),
        VerbError::Library(_) => LibraryError::new_err(text),
        VerbError::Find(_) => SearchError::new_err(text),
        VerbError::Parametric(_) | VerbError::Measure(_) => ParametricError::new_err(text),
        VerbError::Stance(_) => StanceError::new_err(text),
        VerbError::Refused { .. } | VerbError::Request(_) | VerbError::Unfit(_) => {
            RequestError::new_err(text)
        }
        VerbError::Cancelled => PyKeyboardInterrupt::new_err(()),
    }
}

/// The exception for a request that is no such request.
pub(crate) fn malformed(text: impl Into<String>) -> PyErr {
    RequestError::new_err(text.into())
}
