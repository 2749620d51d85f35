//! What an FBX file says about itself.

/// The header of an FBX file and the motions in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// File format version, e.g. 7400.
    pub version: u32,
    /// Text instead of binary.
    pub ascii: bool,
    /// The program that wrote the file.
    pub creator: String,
    /// Metres per unit, as the file says.
    pub unit_metres: f64,
    /// Frames per second of its time mode; `None` where the file leaves it to the reader.
    pub rate: Option<f64>,
    /// Nodes that are limbs, tips included.
    pub limbs: usize,
    /// The motions, in order.
    pub stacks: Vec<Stack>,
}

/// One motion of an FBX file.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// What it is called.
    pub name: String,
    /// Where it starts, in seconds.
    pub begin_secs: f64,
    /// Where it ends, in seconds.
    pub end_secs: f64,
    /// Number of curves that move nodes.
    pub curves: usize,
}
