//! Reading glTF features.
