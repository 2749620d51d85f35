//! What a joint's name says about it.

mod words;

use self::words::{HELPERS, LEFT, LEFT_STEMS, NOISE, RIGHT, RIGHT_STEMS, lookup};
use super::Side;

/// The part of the body that a name speaks of. Some words mean different joints in different rigs (`LeftLeg` is the
/// knee beside `LeftUpLeg`, `LeftShoulder` the clavicle beside `LeftArm`); [`super::resolve`] settles them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Hips,
    Thigh,
    Leg,
    Shin,
    Ankle,
    Foot,
    Toe,
    Heel,
    Clavicle,
    Shoulder,
    UpperArm,
    Arm,
    Forearm,
    Wrist,
    Hand,
    Neck,
    Head,
    /// A word of the body that is none of the roles: spine joints, fingers, the stub between pelvis and thigh.
    Other,
}

/// What a name says: a side, a word of the body, and the name without prefix, side and spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) side: Option<Side>,
    pub(super) word: Option<Word>,
    /// The name marks a control, a twist bone, a prop: not a joint of the body, whatever part it speaks of.
    pub(super) helper: bool,
}

pub(super) fn meaning(name: &str) -> Meaning {
    let tokens = tokens(name);
    if tokens.iter().any(|token| HELPERS.contains(&token.as_str())) {
        return Meaning { side: side_of(&tokens), word: None, helper: true };
    }
    let core = |drop_noise: bool| -> String {
        let kept = tokens.iter().filter(|token| {
            let noise = drop_noise && NOISE.contains(&token.as_str());
            !noise && side_token(token).is_none() && !token.starts_with(|c: char| c.is_ascii_digit())
        });
        kept.map(String::as_str).collect()
    };
    let glued = |word: String| split_glued_side(&word);
    let found = [core(false), core(true)].into_iter().map(glued).find(|(_, word)| word.is_some());
    let (glued_side, word) = found.unwrap_or((None, None));
    Meaning { side: side_of(&tokens).or(glued_side), word, helper: false }
}

/// The name in one spelling: without prefix and punctuation, lower case, side first as `l` or `r`, numbers kept.
/// Two joints of different rigs with the same normal form are the same joint.
pub(crate) fn normal_form(name: &str) -> String {
    let tokens = tokens(name);
    let core: String = without_prefixes(&tokens).map(|token| token.trim_start_matches('0')).collect();
    let (side, core) = match side_of(&tokens) {
        Some(side) => (Some(side), core.as_str()),
        None => glued_side(&core),
    };
    match side {
        Some(Side::Left) => format!("l {core}"),
        Some(Side::Right) => format!("r {core}"),
        None => core.to_owned(),
    }
}

/// The words of a name but for its side and what rigs put before every name, with the rig's number (`Bip01`).
fn without_prefixes(tokens: &[String]) -> impl Iterator<Item = &str> {
    const PREFIXES: [&str; 6] = ["mixamorig", "bip", "def", "jnt", "valve", "biped"];
    let prefix = |index: usize| PREFIXES.contains(&tokens[index].as_str());
    let number = |index: usize| tokens[index].starts_with(|c: char| c.is_ascii_digit());
    let kept = move |&index: &usize| {
        let rig_number = number(index) && index.checked_sub(1).is_some_and(prefix);
        !prefix(index) && !rig_number && side_token(&tokens[index]).is_none()
    };
    (0..tokens.len()).filter(kept).map(|index| tokens[index].as_str())
}

/// A side that is written together with a word of the body: `lfemur`.
fn glued_side(core: &str) -> (Option<Side>, &str) {
    match split_glued_side(core) {
        (Some(side), Some(_)) => {
            let word = core.trim_start_matches(if side == Side::Left { "left" } else { "right" });
            (Some(side), if word == core { &core[1..] } else { word })
        }
        _ => (None, core),
    }
}

/// A normal form with left and right exchanged; `None` for names without a side.
pub(crate) fn sides_exchanged(normal_form: &str) -> Option<String> {
    let left = normal_form.strip_prefix("l ").map(|core| format!("r {core}"));
    left.or_else(|| normal_form.strip_prefix("r ").map(|core| format!("l {core}")))
}

/// `lfemur` is a left femur, `leg` is not a left "eg".
fn split_glued_side(word: &str) -> (Option<Side>, Option<Word>) {
    if let Some(word) = lookup(word) {
        return (None, Some(word));
    }
    let sides = [("left", Side::Left), ("right", Side::Right), ("l", Side::Left), ("r", Side::Right)];
    let split = |(prefix, side): (&str, Side)| Some((side, lookup(word.strip_prefix(prefix)?)?));
    sides.into_iter().find_map(split).map_or((None, None), |(side, word)| (Some(side), Some(word)))
}

fn side_token(token: &str) -> Option<Side> {
    let says = |words: &[&str], stems: &[&str]| {
        words.contains(&token) || stems.iter().any(|stem| token.starts_with(stem))
    };
    match (says(LEFT, LEFT_STEMS), says(RIGHT, RIGHT_STEMS)) {
        (true, _) => Some(Side::Left),
        (_, true) => Some(Side::Right),
        _ => None,
    }
}

fn side_of(tokens: &[String]) -> Option<Side> {
    tokens.iter().find_map(|token| side_token(token))
}

/// The words of a name in lower case and without accents: split at punctuation, digits, capitals and changes of script,
/// without a namespace.
fn tokens(name: &str) -> Vec<String> {
    let bare = name.rsplit([':', '|']).next().unwrap_or(name);
    let letters: Vec<char> = bare.chars().flat_map(plain).collect();
    let mut tokens: Vec<String> = Vec::new();
    for (index, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            continue;
        }
        let before = index.checked_sub(1).map(|i| letters[i]);
        if tokens.is_empty()
            || before.is_none_or(|before| starts_word(before, letter, letters.get(index + 1)))
        {
            tokens.push(String::new());
        }
        let token = tokens.last_mut().expect("a token was pushed above");
        token.extend(letter.to_lowercase());
    }
    tokens
}

/// A letter without its accent, and wide letters as usual ones.
fn plain(letter: char) -> impl Iterator<Item = char> {
    const ACCENTED: [(&str, &str); 10] = [
        ("àáâãäåÀÁÂÃÄÅ", "a"),
        ("èéêëÈÉÊË", "e"),
        ("ìíîïÌÍÎÏ", "i"),
        ("òóôõöÒÓÔÕÖ", "o"),
        ("ùúûüÙÚÛÜ", "u"),
        ("çÇ", "c"),
        ("ñÑ", "n"),
        ("ß", "ss"),
        ("œŒ", "oe"),
        ("æÆ", "ae"),
    ];
    let wide = matches!(letter, '！'..='～').then(|| char::from_u32(letter as u32 - 0xFEE0)).flatten();
    let base = ACCENTED.iter().find(|(letters, _)| letters.contains(letter)).map_or("", |&(_, base)| base);
    // An accented capital begins a word as a plain one does.
    let upper = letter.is_uppercase();
    let base = base.chars().map(move |c| if upper { c.to_ascii_uppercase() } else { c });
    let kept = if base.clone().next().is_none() { Some(wide.unwrap_or(letter)) } else { None };
    base.chain(kept)
}

/// The letters that mean left and right in Japanese and Chinese are words of their own.
fn is_side_letter(letter: char) -> bool {
    matches!(letter, '左' | '右')
}

fn starts_word(before: char, letter: char, after: Option<&char>) -> bool {
    !before.is_alphanumeric()
        || before.is_ascii() != letter.is_ascii()
        || is_side_letter(before)
        || is_side_letter(letter)
        || before.is_ascii_digit() != letter.is_ascii_digit()
        || (before.is_lowercase() && letter.is_uppercase())
        || (before.is_uppercase() && letter.is_uppercase() && after.is_some_and(|next| next.is_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_left_thigh() {
        let names = [
            "LeftUpLeg",
            "mixamorig:LeftUpLeg",
            "mixamorig_LeftUpLeg",
            "Bip01 L Thigh",
            "lfemur",
            "thigh_l",
            "lThigh",
            "DEF-thigh.L",
            "leftUpperLeg",
            "J_Bip_L_UpperLeg",
            "CC_Base_L_Thigh",
            "L_upLeg_jnt",
            "upper_leg.L",
            "ValveBiped.Bip01_L_Thigh",
            "LEFT_THIGH",
            "thigh.left",
        ];
        for name in names {
            let Meaning { side, word, .. } = meaning(name);
            assert_eq!((side, word), (Some(Side::Left), Some(Word::Thigh)), "{name}");
        }
    }

    #[test]
    fn other_languages_are_read() {
        let read = |name| (meaning(name).side, meaning(name).word);
        for (name, word) in [
            ("CuisseGauche", Word::Thigh),
            ("Oberschenkel_links", Word::Thigh),
            ("muslo.izquierdo", Word::Thigh),
            ("Fuß links", Word::Foot),
            ("左ひざ", Word::Shin),
            ("左足首", Word::Ankle),
            ("左大腿", Word::Thigh),
            ("Левая голень", Word::Shin),
            ("AvantBras_Gauche", Word::Forearm),
            ("braço esquerdo", Word::Arm),
        ] {
            assert_eq!(read(name), (Some(Side::Left), Some(word)), "{name}");
        }
        assert_eq!(read("Tête"), (None, Some(Word::Head)));
        assert!(meaning("左足ＩＫ").helper, "wide letters are letters");
    }

    #[test]
    fn helpers_and_fingers_are_no_joints_of_the_body() {
        for name in
            ["HeadTop_End", "Bip01 L Toe0Nub", "LeftUpLegTwist", "LeftHandIndex1", "PoleTarget.L", "lthumb"]
        {
            assert!(matches!(meaning(name).word, None | Some(Word::Other)), "{name}");
        }
    }

    #[test]
    fn words_that_begin_with_a_side_letter_keep_it() {
        assert_eq!(meaning("leg").side, None);
        assert_eq!(meaning("lowerback").side, None);
        let read = |name| (meaning(name).side, meaning(name).word);
        assert_eq!(read("radius"), (None, Some(Word::Forearm)));
        assert_eq!(read("rradius"), (Some(Side::Right), Some(Word::Forearm)));
        assert_eq!(meaning("LHipJoint").word, Some(Word::Other));
    }

    #[test]
    fn normal_forms_agree_across_rigs() {
        assert_eq!(normal_form("mixamorig:LeftHandIndex1"), normal_form("LeftHandIndex1"));
        assert_eq!(normal_form("thigh_l"), normal_form("DEF-thigh.L"));
        assert_eq!(normal_form("DEF-f_index.01.L"), normal_form("f_index_1_l"));
        assert_eq!(normal_form("Bip01 L Thigh"), normal_form("thigh_l"));
        assert_eq!(normal_form("lhipjoint"), normal_form("LHipJoint"));
        assert_eq!(normal_form("leftfoot"), normal_form("foot.L"));
        assert_ne!(normal_form("LeftArm"), normal_form("RightArm"));
        assert_ne!(normal_form("Spine"), normal_form("Spine1"));
    }
}
