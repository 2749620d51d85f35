//! Segue.
