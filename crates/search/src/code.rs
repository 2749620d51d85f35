//! Webs as bytes.
//!
//! A container ([`segue_store`]) with the settings, frames, the starts of chains (rows as differences), bridges as the chains
//! they join and where they leave, the steps of all paths with two bits each and the differences of quantised distances. A
//! cell takes about a byte.

use segue_store::{ContainerError, FileKind, Reader, Writer};

use crate::Web;
use crate::path::{PathKind, Step};
use crate::web::Head;

const KIND: FileKind = FileKind {
    tag: *b"WEB",
    name: "a match web",
    version: 3,
    // A thousand million cells: clips of hours that are alike all over.
    largest: 1 << 31,
    remedy: "index the library again",
};

impl Web {
    /// The web as bytes, about one per cell.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Writer::default();
        for number in [self.rate_hz, self.largest_epsilon_metres, f64::from(self.cap_metres)] {
            body.number(number);
        }
        body.byte(u8::from(self.with_itself));
        self.frames.iter().for_each(|&frames| body.small(frames.into()));
        self.write_heads(&mut body);
        let packed =
            self.steps.chunks(4).map(|codes| codes.iter().rev().fold(0, |byte, code| byte << 2 | code));
        body.0.extend(packed);
        let mut before = 0u8;
        body.0.extend(
            self.levels.iter().map(|&level| level.wrapping_sub(std::mem::replace(&mut before, level))),
        );
        KIND.pack(&body.0)
    }

    /// Reads what [`Web::encode`] wrote.
    ///
    /// # Errors
    /// One variant of [`ContainerError`] for each way in which the bytes are not a web.
    pub fn decode(bytes: &[u8]) -> Result<Self, ContainerError> {
        let body = KIND.unpack(bytes)?;
        let mut body = Reader(&body);
        let mut web = read_front(&mut body).ok_or_else(|| KIND.damaged("the settings"))?;
        let cells = read_heads(&mut body, &mut web).ok_or_else(|| KIND.damaged("the list of paths"))?;
        read_cells(&mut body, &mut web, cells).ok_or_else(|| KIND.damaged("the cells"))?;
        if body.0.is_empty() && web.stays_inside() { Ok(web) } else { Err(KIND.damaged("a path")) }
    }

    /// Whether the bytes are a whole web, without unpacking it.
    ///
    /// # Errors
    /// As [`Web::decode`].
    pub fn check(bytes: &[u8]) -> Result<(), ContainerError> {
        KIND.check(bytes)
    }

    fn write_heads(&self, out: &mut Writer) {
        let chains = self.heads.iter().filter(|head| head.kind == PathKind::Chain).count();
        out.small(chains as u64);
        out.small((self.heads.len() - chains) as u64);
        let (mut row, mut chain) = (0, 0);
        for (head, path) in self.heads.iter().zip(self.paths()) {
            match head.kind {
                PathKind::Chain => {
                    out.small((head.start[0] - row).into());
                    out.small(head.start[1].into());
                    row = head.start[0];
                }
                PathKind::Bridge { from, to } => {
                    // Bridges over gaps come after the others, and start again at the first chain.
                    out.short(i64::from(from) - i64::from(chain));
                    out.small(to.into());
                    out.small(head.start[0].into());
                    out.small(head.start[1].into());
                    chain = from;
                }
            }
            out.small(path.len() as u64);
        }
    }

    /// Whether all paths stay on the grid.
    fn stays_inside(&self) -> bool {
        let inside = |at: [u32; 2]| at[0] < self.frames[0] && at[1] < self.frames[1];
        self.paths().all(|path| path.cells().last().is_some_and(|(at, _)| inside(at)))
    }
}

fn positive(body: &mut Reader<'_>) -> Option<f64> {
    body.number().filter(|&number| number > 0.0)
}

fn count(body: &mut Reader<'_>) -> Option<u32> {
    u32::try_from(body.small()?).ok()
}

fn read_front(body: &mut Reader<'_>) -> Option<Web> {
    let (rate_hz, largest_epsilon_metres) = (positive(body)?, positive(body)?);
    let cap_metres = positive(body)? as f32;
    let with_itself = match body.byte()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let frames = [count(body)?, count(body)?];
    let (heads, steps, levels) = (Vec::new(), Vec::new(), Vec::new());
    Some(Web { frames, with_itself, rate_hz, largest_epsilon_metres, cap_metres, heads, steps, levels })
}

/// Reads where the paths start and returns how many cells they have together.
fn read_heads(body: &mut Reader<'_>, web: &mut Web) -> Option<usize> {
    let [chains, bridges] = [count(body)?, count(body)?];
    let (mut row, mut chain, mut cells) = (0u32, 0u32, 0u32);
    for number in 0..chains.checked_add(bridges)? {
        let (kind, start) = if number < chains {
            row = row.checked_add(count(body)?)?;
            (PathKind::Chain, [row, count(body)?])
        } else {
            let from = i64::from(chain).checked_add(body.short()?)?;
            chain = u32::try_from(from).ok().filter(|&from| from < chains)?;
            let to = count(body).filter(|&to| to < chains)?;
            (PathKind::Bridge { from: chain, to }, [count(body)?, count(body)?])
        };
        web.heads.push(Head { kind, start, first_level: cells });
        cells = cells.checked_add(count(body).filter(|&length| length > 0)?)?;
        // A start on the grid, and steps that cannot overflow from there.
        (start[0] < web.frames[0] && start[1] < web.frames[1]).then_some(())?;
        web.frames.iter().all(|frames| frames.checked_add(cells).is_some()).then_some(())?;
    }
    Some(cells as usize)
}

fn read_cells(body: &mut Reader<'_>, web: &mut Web, cells: usize) -> Option<()> {
    let steps = cells - web.heads.len();
    let packed = body.take(steps.div_ceil(4))?;
    let codes = packed.iter().flat_map(|byte| (0..4).map(move |n| byte >> (2 * n) & 3)).take(steps);
    web.steps = codes.map(|code| Step::from_code(code).map(Step::code)).collect::<Option<_>>()?;
    let mut level = 0u8;
    web.levels = body
        .take(cells)?
        .iter()
        .map(|&difference| {
            level = level.wrapping_add(difference);
            level
        })
        .collect();
    Some(())
}
