//! What a joint's name says about it.

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

const WORDS: &[(&str, Word)] = &[
    ("hips", Word::Hips),
    ("hip", Word::Hips),
    ("pelvis", Word::Hips),
    ("upleg", Word::Thigh),
    ("upperleg", Word::Thigh),
    ("thigh", Word::Thigh),
    ("femur", Word::Thigh),
    ("leg", Word::Leg),
    ("lowleg", Word::Shin),
    ("lowerleg", Word::Shin),
    ("shin", Word::Shin),
    ("tibia", Word::Shin),
    ("knee", Word::Shin),
    ("calf", Word::Shin),
    ("shank", Word::Shin),
    ("ankle", Word::Ankle),
    ("foot", Word::Foot),
    ("toe", Word::Toe),
    ("toes", Word::Toe),
    ("ball", Word::Toe),
    ("heel", Word::Heel),
    ("collar", Word::Clavicle),
    ("clavicle", Word::Clavicle),
    ("shoulder", Word::Shoulder),
    ("shldr", Word::UpperArm),
    ("upperarm", Word::UpperArm),
    ("uparm", Word::UpperArm),
    ("humerus", Word::UpperArm),
    ("arm", Word::Arm),
    ("forearm", Word::Forearm),
    ("lowerarm", Word::Forearm),
    ("lowarm", Word::Forearm),
    ("elbow", Word::Forearm),
    ("radius", Word::Forearm),
    ("wrist", Word::Wrist),
    ("hand", Word::Hand),
    ("neck", Word::Neck),
    ("lowerneck", Word::Neck),
    ("upperneck", Word::Neck),
    ("head", Word::Head),
    ("hipjoint", Word::Other),
    ("buttock", Word::Other),
    ("fingers", Word::Other),
    ("thumb", Word::Other),
];

/// Parts of names that say which program made the rig, not which joint it is.
const NOISE: &[&str] = &[
    "mixamorig",
    "bip",
    "biped",
    "valve",
    "wolf",
    "d",
    "def",
    "org",
    "fk",
    "jnt",
    "joint",
    "bone",
    "armature",
    "skeleton",
    "rig",
    "cc",
    "base",
    "j",
    "c",
    "character",
    "sk",
    "b",
];

/// Parts of names that mark a helper beside the real joint.
const HELPERS: &[&str] = &[
    "end",
    "tip",
    "nub",
    "site",
    "twist",
    "roll",
    "ik",
    "pole",
    "target",
    "ctrl",
    "control",
    "helper",
    "eff",
    "effector",
    "top",
    "footsteps",
];

/// What a name says: a side, a word of the body, and the name without prefix, side and spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) side: Option<Side>,
    pub(super) word: Option<Word>,
}

pub(super) fn meaning(name: &str) -> Meaning {
    let tokens = tokens(name);
    if tokens.iter().any(|token| HELPERS.contains(&token.as_str())) {
        return Meaning { side: side_of(&tokens), word: None };
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
    Meaning { side: side_of(&tokens).or(glued_side), word }
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

fn lookup(word: &str) -> Option<Word> {
    WORDS.iter().find(|(known, _)| *known == word).map(|&(_, word)| word)
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
    match token {
        "l" | "left" | "lft" => Some(Side::Left),
        "r" | "right" | "rgt" => Some(Side::Right),
        _ => None,
    }
}

fn side_of(tokens: &[String]) -> Option<Side> {
    tokens.iter().find_map(|token| side_token(token))
}

/// The words of a name in lower case: split at punctuation, digits and capitals, without a namespace.
fn tokens(name: &str) -> Vec<String> {
    let bare = name.rsplit([':', '|']).next().unwrap_or(name);
    let letters: Vec<char> = bare.chars().collect();
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

fn starts_word(before: char, letter: char, after: Option<&char>) -> bool {
    !before.is_alphanumeric()
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
            assert_eq!(meaning(name), Meaning { side: Some(Side::Left), word: Some(Word::Thigh) }, "{name}");
        }
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
        assert_eq!(meaning("radius"), Meaning { side: None, word: Some(Word::Forearm) });
        assert_eq!(meaning("rradius"), Meaning { side: Some(Side::Right), word: Some(Word::Forearm) });
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
