//! Words of the body in the languages that rigs are named in, lower case and without accents.

use super::Word;

/// The word that a name has when side, prefix and number are taken off.
pub(super) fn lookup(word: &str) -> Option<Word> {
    WORDS.iter().find(|(_, spellings)| spellings.contains(&word)).map(|&(word, _)| word)
}

/// English first, then French, German, Spanish, Italian, Portuguese, Japanese, Chinese and Russian.
#[rustfmt::skip]
const WORDS: &[(Word, &[&str])] = &[
    (Word::Hips, &["hips", "hip", "pelvis", "hanche", "hanches", "bassin", "becken", "huefte", "hufte", "cadera", "caderas",
        "anca", "bacino", "quadril", "koshi", "下半身", "腰", "骨盆", "таз"]),
    (Word::Thigh, &["upleg", "upperleg", "legupper", "thigh", "femur", "cuisse", "oberschenkel", "muslo", "coscia", "coxa",
        "足", "大腿", "бедро"]),
    (Word::Leg, &["leg", "jambe", "bein", "pierna", "gamba", "perna", "ashi", "нога"]),
    (Word::Shin, &["lowleg", "lowerleg", "leglower", "downleg", "shin", "tibia", "knee", "calf", "shank", "mollet", "genou",
        "unterschenkel", "knie", "pantorrilla", "rodilla", "polpaccio", "ginocchio", "panturrilha", "joelho", "hiza",
        "ひざ", "膝", "小腿", "голень", "колено"]),
    (Word::Ankle, &["ankle", "cheville", "knoechel", "knochel", "tobillo", "caviglia", "tornozelo", "ashikubi", "足首", "脚踝"]),
    (Word::Foot, &["foot", "pied", "fuss", "pie", "piede", "pe", "脚", "стопа"]),
    (Word::Toe, &["toe", "toes", "ball", "toebase", "orteil", "orteils", "zehe", "zehen", "tsumasaki", "つま先", "脚趾", "носок"]),
    (Word::Heel, &["heel", "talon", "ferse", "talon", "tallone", "かかと"]),
    (Word::Clavicle, &["collar", "clavicle", "clavicule", "schluesselbein", "schlusselbein", "clavicula", "clavicola", "ключица"]),
    (Word::Shoulder, &["shoulder", "epaule", "schulter", "hombro", "spalla", "ombro", "kata", "肩", "плечо"]),
    (Word::UpperArm, &["shldr", "upperarm", "uparm", "armupper", "humerus", "oberarm", "腕", "上臂", "大臂"]),
    (Word::Arm, &["arm", "bras", "brazo", "braccio", "braco", "ude", "рука"]),
    (Word::Forearm, &["forearm", "lowerarm", "lowarm", "armlower", "downarm", "elbow", "radius", "avantbras", "coude",
        "unterarm", "ellbogen", "antebrazo", "codo", "avambraccio", "gomito", "antebraco", "cotovelo", "hiji", "ひじ", "肘",
        "前臂", "小臂", "предплечье", "локоть"]),
    (Word::Wrist, &["wrist", "poignet", "handgelenk", "muneca", "polso", "pulso", "tekubi", "手首", "手腕", "запястье"]),
    (Word::Hand, &["hand", "main", "mano", "mao", "手", "кисть"]),
    (Word::Neck, &["neck", "lowerneck", "upperneck", "cou", "hals", "nacken", "cuello", "collo", "pescoco", "kubi", "首", "颈",
        "脖子", "шея"]),
    (Word::Head, &["head", "tete", "kopf", "cabeza", "testa", "cabeca", "atama", "頭", "头", "голова"]),
    (Word::Other, &["hipjoint", "buttock", "fingers", "thumb", "finger", "index", "middle", "ring", "pinky", "spine", "chest",
        "torso", "abdomen", "上半身", "tail", "wing", "ear", "pouce", "daumen", "pulgar"]),
];

/// Parts of names that say which program made the rig, not which joint it is.
pub(super) const NOISE: &[&str] = &[
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
    "avatar",
];

/// Parts of names that mark a helper beside the real joint.
pub(super) const HELPERS: &[&str] = &[
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
    "mch",
    "slot",
    "socket",
    "prop",
    "leaf",
    "eye",
    "eyes",
    "jaw",
    "hair",
    "cape",
    "捩",
    "ｉｋ",
];

/// The words for left, as they are written apart; longer ones also with another ending.
pub(super) const LEFT: &[&str] = &["l", "left", "lft", "gauche", "links", "hidari", "左"];

/// The words for right.
pub(super) const RIGHT: &[&str] = &["r", "right", "rgt", "droite", "droit", "rechts", "migi", "右"];

/// How words for left begin that change their endings.
pub(super) const LEFT_STEMS: &[&str] = &["izq", "esquerd", "sinistr", "лев"];

/// The same for right.
pub(super) const RIGHT_STEMS: &[&str] = &["derech", "direit", "destr", "прав"];
