//! PNG from SVG.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::canvas::{Canvas, FONT_FAMILY};

/// A drawing that cannot be turned into pixels.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// More pixels than fit in memory, or none.
    #[error("a picture of {width:.0} × {height:.0} pixels cannot be made; draw fewer frames or save as SVG")]
    Size {
        /// In pixels.
        width: f64,
        /// In pixels.
        height: f64,
    },
    /// The drawing is not valid SVG.
    #[error("the drawing is not valid SVG")]
    Svg(#[from] resvg::usvg::Error),
    /// The pixels could not be packed.
    #[error("the picture cannot be packed as PNG: {0}")]
    Png(String),
}

/// Larger pictures are refused: no screen shows them, and a mistyped size must not fill the memory.
const MAX_SIDE: f64 = 16384.0;

/// Only the font inside the program: a font of the machine would make the picture differ from place to place.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

impl Canvas {
    /// The drawing as a PNG, `scale` picture pixels for each pixel of the drawing.
    ///
    /// # Errors
    /// When the picture would be empty or enormous.
    pub fn to_png(&self, scale: f64) -> Result<Vec<u8>, RasterError> {
        self.rasterize(scale)?.encode_png().map_err(|error| RasterError::Png(error.to_string()))
    }

    pub(super) fn rasterize(&self, scale: f64) -> Result<Pixmap, RasterError> {
        let [width, height] = [self.width(), self.height()].map(|side| (side * scale).ceil());
        let too_large = || RasterError::Size { width, height };
        if !(width <= MAX_SIDE && height <= MAX_SIDE) {
            return Err(too_large());
        }
        let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
        let options =
            Options { fontdb: FONTS.clone(), font_family: FONT_FAMILY.to_owned(), ..Options::default() };
        let tree = Tree::from_str(&self.to_svg(), &options)?;
        resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
        Ok(pixels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_cannot_be_is_refused() {
        for (side, scale) in [(1e9, 1.0), (0.0, 1.0), (100.0, f64::NAN), (100.0, -1.0)] {
            assert!(
                matches!(Canvas::new(side, side).to_png(scale), Err(RasterError::Size { .. })),
                "{side} × {scale}"
            );
        }
    }

    #[test]
    fn the_font_is_the_one_we_ship() {
        assert!(FONTS.faces().any(|face| face.families.iter().any(|(name, _)| name == FONT_FAMILY)));
    }
}
