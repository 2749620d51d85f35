//! Motion by name, and everything that is kept in files: a reader and a writer for each.

mod bundle;
mod free_names;
mod in_file;
mod input;
mod map;
mod origin;
mod output;
mod overrides;
mod parametric;
mod plants;
mod read;
mod registration;
mod save;
mod stances;
mod weights;
mod write;

pub use free_names::FreeNames;
pub use in_file::InFile;
pub use input::{Input, InputError, Source, parse_range};
pub use map::{MapProblem, read_map, write_map};
pub(crate) use origin::library_origin;
pub use output::{OutputOptions, check_output, check_side_output};
pub use overrides::{OverrideError, Overrides};
pub use parametric::{
    ParamPlace, ParamProblem, ParamSize, load_parametric, parametric_names, parametric_size, read_parametric,
    store_parametric, write_parametric,
};
pub(crate) use plants::plants_text;
pub use plants::{
    PlantsProblem, detect_plants, file_name, parse_plants, plants_path, plants_to_json, read_plants,
    write_plants,
};
pub use read::{LoadError, Reading, cut, expand, pick, read, read_figure};
pub(crate) use read::{is_library, list};
pub use registration::{RegistrationProblem, read_registration, write_registration};
pub use save::{Save, SaveError, save};
pub(crate) use stances::built_in_clip;
pub use stances::{StancesProblem, built_in_stance_clips, built_in_stances, read_stances, write_stances};
pub use weights::{WeightsProblem, parse_weights, print_weights, read_weights, write_weights};
pub use write::{StoreError, Written, clip_file, holds_several, write, write_with_plants};
