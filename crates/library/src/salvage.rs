//! Clips of a file that was cut off, found by their own pages: neither a table nor an index has to be there.
//!
//! A row that is too long for its page goes on in a chain of overflow pages, each of which begins with the number of the next.
//! [Trailers](Trailer) lie at the ends of such chains, never in a page of the table; from there a chain is followed back as far as poses are missing.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use segue_motion::Clip;
use segue_store::open_regular;

use crate::trailer::{MARK, Trailer};

/// Bytes that begin an overflow page: the number of the next.
const LINK: usize = 4;

/// The pages of a file that are whole.
pub(crate) struct Pages {
    file: File,
    size: usize,
    /// By number, the first number of each page: of an overflow page, the page that follows; the first is not used.
    links: Vec<u32>,
    /// The pages that link to a page.
    before: BTreeMap<u32, Vec<u32>>,
    /// Where marks lie: pages and places in them.
    marks: Vec<(u32, usize)>,
}

/// A clip that was found, and where its trailer lies.
pub(crate) struct Found {
    pub(crate) trailer: Trailer,
    /// The page with the last bytes of the poses, and how many of its bytes come before the marks.
    page: u32,
    before_marks: Vec<u8>,
}

impl Pages {
    /// Looks through a file whose pages have `size` bytes.
    pub(crate) fn of(path: &Path, size: usize) -> std::io::Result<Self> {
        let mut pages = Self {
            file: open_regular(path)?,
            size,
            links: vec![0],
            before: BTreeMap::new(),
            marks: Vec::new(),
        };
        let whole = pages.file.metadata()?.len() / size as u64;
        let mut page = vec![0; size];
        for number in 1..=u32::try_from(whole).unwrap_or(u32::MAX) {
            pages.file.read_exact(&mut page)?;
            let link = link_of(&page);
            pages.links.push(link);
            pages.before.entry(link).or_default().push(number);
            let places = page.windows(MARK.len()).enumerate().filter(|(_, bytes)| *bytes == MARK);
            // Of two marks that lie in one page the second ends the poses no sooner.
            let first = places.map(|(place, _)| place).next();
            pages.marks.extend(first.map(|place| (number, place)));
        }
        Ok(pages)
    }

    /// The clips whose trailers are there.
    pub(crate) fn found(&mut self) -> Vec<Found> {
        let marks = self.marks.clone();
        marks.into_iter().filter_map(|(page, place)| self.trailer_at(page, place)).collect()
    }

    /// The clip of a trailer; `None` where a part of its poses is lost.
    pub(crate) fn clip(&mut self, found: &Found) -> Option<Clip> {
        let Found { trailer, page, before_marks } = found;
        let (mut last, mut number) = (vec![before_marks.clone()], *page);
        let mut length = before_marks.len();
        // No row is longer than the file, though pages may link to each other in a circle.
        if trailer.missing() > self.links.len() * self.size {
            return None;
        }
        while length < trailer.missing() {
            number = self.page_before(number)?;
            let page = self.read(number)?;
            length += page.len() - LINK;
            last.push(page[LINK..].to_vec());
        }
        last.reverse();
        trailer.clip(&last.concat())
    }

    /// The page that links to a page: the one before it, if that does.
    fn page_before(&self, number: u32) -> Option<u32> {
        let linking = self.before.get(&number)?;
        linking.iter().find(|&&page| page + 1 == number).or(linking.first()).copied()
    }

    /// The trailer whose first mark, or whose second where the first lies across two pages, is at a place of a page.
    fn trailer_at(&mut self, number: u32, place: usize) -> Option<Found> {
        let page = self.read(number)?;
        let (bytes, next) = (page[place + MARK.len()..].to_vec(), link_of(&page));
        let mut after = Chain { pages: self, bytes, next };
        let mut length = after.take(LINK)?;
        let is_first = length[..] == MARK[..LINK];
        if is_first {
            after.take(MARK.len() - LINK)?;
            length = after.take(LINK)?;
        }
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let trailer = Trailer::decode_unmarked(&after.take(length)?)?;
        if is_first {
            return Some(Found { trailer, page: number, before_marks: page.get(LINK..place)?.to_vec() });
        }
        // The first mark begins in the page before and ends where this one begins.
        let here = place.checked_sub(LINK)?;
        let before = self.page_before(number)?;
        let page = self.read(before)?;
        let end = page.len().checked_sub(MARK.len().checked_sub(here)?)?;
        Some(Found { trailer, page: before, before_marks: page.get(LINK..end)?.to_vec() })
    }

    fn read(&mut self, number: u32) -> Option<Vec<u8>> {
        let start = u64::from(number.checked_sub(1)?) * self.size as u64;
        let is_there = (number as usize) < self.links.len();
        let mut page = vec![0; self.size];
        self.file.seek(SeekFrom::Start(start)).ok().filter(|_| is_there)?;
        self.file.read_exact(&mut page).ok()?;
        Some(page)
    }
}

/// The bytes of a row from somewhere on.
struct Chain<'a> {
    pages: &'a mut Pages,
    bytes: Vec<u8>,
    next: u32,
}

impl Chain<'_> {
    /// The next bytes; `None` where some are lost.
    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        // No row is longer than the file.
        let most = self.pages.links.len() * self.pages.size;
        while self.bytes.len() < count.min(most + 1) {
            let page = self.pages.read(self.next)?;
            self.next = link_of(&page);
            self.bytes.extend_from_slice(&page[LINK..]);
        }
        (count <= most).then(|| self.bytes.drain(..count).collect())
    }
}

fn link_of(page: &[u8]) -> u32 {
    u32::from_be_bytes([page[0], page[1], page[2], page[3]])
}
