//! Files that no reader should trust.
