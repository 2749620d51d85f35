//! The page's types are those of the verbs: `web/src/types.gen.ts` is made from the Rust sources and compared.
//!
//! `SEGUE_WRITE_TYPES=1 cargo nextest run -p segue-studio types` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{
    Attribute, Fields, GenericArgument, Item, ItemEnum, ItemImpl, ItemStruct, Lit, PathArguments, Type,
};

/// Types that write themselves as something else than their fields.
const BY_HAND: [(&str, &str); 9] = [
    ("String", "string"),
    ("str", "string"),
    ("PathBuf", "string"),
    ("Input", "string"),
    ("StanceName", "string"),
    ("ContentHash", "string"),
    ("Value", "unknown"),
    ("bool", "boolean"),
    ("Duration", "number"),
];

const NUMBERS: [&str; 11] = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "f32", "f64"];

#[test]
fn the_types_of_the_page_are_those_of_the_verbs() {
    let made = Sources::read().typescript();
    let file = root().join("crates/studio/web/src/types.gen.ts");
    if std::env::var_os("SEGUE_WRITE_TYPES").is_some() {
        fs::write(&file, &made).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == made,
        "{} is out of date; run: SEGUE_WRITE_TYPES=1 cargo nextest run -p segue-studio types",
        file.display()
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Everything that the sources of the workspace declare.
#[derive(Default)]
struct Sources {
    types: BTreeMap<String, Item>,
    /// Requests with the names of their answers.
    verbs: Vec<(String, String)>,
    /// Types that the server itself sends.
    wire: Vec<String>,
}

impl Sources {
    fn read() -> Self {
        let mut sources = Self::default();
        let crates = root().join("crates");
        for name in [
            "motion",
            "formats",
            "register",
            "blend",
            "search",
            "parametric",
            "stance",
            "library",
            "segue",
            "studio",
        ] {
            for file in rust_files(&crates.join(name).join("src")) {
                let text = fs::read_to_string(&file).unwrap();
                let parsed =
                    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                sources.take(
                    parsed.items,
                    file.parent().is_some_and(|folder| folder.ends_with("studio/src/wire")),
                );
            }
        }
        sources.verbs.sort();
        sources
    }

    fn take(&mut self, items: Vec<Item>, is_wire: bool) {
        for item in items {
            match &item {
                Item::Struct(ItemStruct { ident, attrs, .. }) | Item::Enum(ItemEnum { ident, attrs, .. })
                    if is_serde(attrs) =>
                {
                    if is_wire {
                        self.wire.push(ident.to_string());
                    }
                    self.types.insert(ident.to_string(), item);
                }
                Item::Impl(found) => self.verbs.extend(verb(found)),
                _ => {}
            }
        }
    }

    /// All types that can be reached from what the page sends and hears.
    fn typescript(&self) -> String {
        let mut wanted: Vec<String> =
            self.verbs.iter().flat_map(|(request, answer)| [request.clone(), answer.clone()]).collect();
        wanted.extend(self.wire.iter().cloned());
        let mut done: BTreeMap<String, String> = BTreeMap::new();
        while let Some(name) = wanted.pop() {
            if done.contains_key(&name) {
                continue;
            }
            let item =
                self.types.get(&name).unwrap_or_else(|| panic!("`{name}` has no serde; add it to BY_HAND"));
            let mut used = BTreeSet::new();
            done.insert(name.clone(), declaration(item, &mut used));
            wanted.extend(used);
        }
        let mut text = String::from(
            "// Made from the Rust sources by the test `types` of crates/studio; do not edit.\n\n",
        );
        text.extend(done.into_values().map(|one| one + "\n"));
        text.push_str(&self.verb_table());
        text
    }

    /// What each verb takes and gives, by its name in the address.
    fn verb_table(&self) -> String {
        let mut text = String::from("/** What each verb takes and gives. */\nexport interface Verbs {\n");
        for (request, answer) in &self.verbs {
            let _ = writeln!(text, "  {:?}: [{request}, {answer}];", address(request));
        }
        text + "}\n"
    }
}

/// `StancePathRequest` is `stance.path`, `RegistrationRequest` is `register`.
fn address(request: &str) -> String {
    let name = request.strip_suffix("Request").unwrap();
    if name == "Registration" {
        return "register".to_owned();
    }
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('.');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// `impl Verb for X { type Answer = Y; }`.
fn verb(found: &ItemImpl) -> Option<(String, String)> {
    let (_, path, _) = found.trait_.as_ref()?;
    if path.segments.last()?.ident != "Verb" {
        return None;
    }
    let answer = found.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(one) if one.ident == "Answer" => name_of(&one.ty),
        _ => None,
    });
    Some((name_of(&found.self_ty)?, answer?))
}

fn name_of(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

fn is_serde(attributes: &[Attribute]) -> bool {
    let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let text: String = derives.map(quote).collect();
    text.contains("Serialize") || text.contains("Deserialize")
}

fn quote(attribute: &Attribute) -> String {
    match &attribute.meta {
        syn::Meta::List(list) => list.tokens.to_string(),
        _ => String::new(),
    }
}

/// What serde is told about a type, a field or a variant.
#[derive(Default)]
struct Serde {
    words: BTreeMap<String, String>,
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Self {
        let mut words = BTreeMap::new();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            let read = attribute.parse_nested_meta(|meta| {
                let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                let value = match meta.value() {
                    Ok(value) => match value.parse::<Lit>()? {
                        Lit::Str(text) => text.value(),
                        _ => String::new(),
                    },
                    Err(_) => String::new(),
                };
                words.insert(name, value);
                Ok(())
            });
            read.unwrap();
        }
        Self { words }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    fn renamed(&self, name: &str, rule: Option<&String>, is_variant: bool) -> String {
        if let Some(new) = self.words.get("rename") {
            return new.clone();
        }
        match rule.map(String::as_str) {
            Some("lowercase") => name.to_lowercase(),
            Some("snake_case") if is_variant => broken(name, '_'),
            Some("kebab-case") => broken(name, '-').replace('_', "-"),
            Some("snake_case") | None => name.to_owned(),
            Some(other) => panic!("unknown rule {other}"),
        }
    }
}

/// `FromStand` as `from_stand`.
fn broken(name: &str, by: char) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(by);
        }
        words.extend(letter.to_lowercase());
    }
    words
}

fn comment(attributes: &[Attribute], indent: &str) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && let syn::Expr::Lit(literal) = &pair.value
            && let Lit::Str(text) = &literal.lit
        {
            lines.push(text.value().trim().replace("*/", "*\\/"));
        }
    }
    let first: Vec<String> = lines.into_iter().take_while(|line| !line.is_empty()).collect();
    if first.is_empty() { String::new() } else { format!("{indent}/** {} */\n", first.join(" ")) }
}

fn declaration(item: &Item, used: &mut BTreeSet<String>) -> String {
    match item {
        Item::Struct(one) => structure(one, used),
        Item::Enum(one) => enumeration(one, used),
        _ => unreachable!("only types are kept"),
    }
}

fn structure(item: &ItemStruct, used: &mut BTreeSet<String>) -> String {
    let serde = Serde::of(&item.attrs);
    let head = comment(&item.attrs, "");
    let parameters: Vec<String> = item.generics.type_params().map(|one| one.ident.to_string()).collect();
    let generic = if parameters.is_empty() { String::new() } else { format!("<{}>", parameters.join(", ")) };
    let name = &item.ident;
    if serde.words.get("into").is_some_and(|into| into == "String") {
        return format!("{head}export type {name} = string;\n");
    }
    let body = match &item.fields {
        Fields::Named(_) => fields(&item.fields, &serde, &parameters, used),
        Fields::Unnamed(one) if one.unnamed.len() == 1 => typed(&one.unnamed[0].ty, &parameters, used),
        _ => panic!("{name} is no plain structure"),
    };
    format!("{head}export type {name}{generic} = {body};\n")
}

/// Named fields, and those of flattened ones beside them.
fn fields(fields: &Fields, owner: &Serde, parameters: &[String], used: &mut BTreeSet<String>) -> String {
    let (mut text, mut beside) = (String::from("{\n"), Vec::new());
    for field in fields {
        let serde = Serde::of(&field.attrs);
        if serde.has("skip") {
            continue;
        }
        let kind = typed(&field.ty, parameters, used);
        if serde.has("flatten") {
            beside.push(kind);
            continue;
        }
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let name = serde.renamed(name.trim_start_matches("r#"), owner.words.get("rename_all"), false);
        let optional = owner.has("default") || serde.has("default") || serde.has("skip_serializing_if");
        let mark = if optional { "?" } else { "" };
        let _ = writeln!(text, "{}  {name}{mark}: {kind};", comment(&field.attrs, "  "));
    }
    text.push('}');
    beside.insert(0, text);
    beside.join(" & ")
}

fn enumeration(item: &ItemEnum, used: &mut BTreeSet<String>) -> String {
    let serde = Serde::of(&item.attrs);
    let head = comment(&item.attrs, "");
    if serde.words.get("into").is_some_and(|into| into == "String") {
        return format!("{head}export type {} = string;\n", item.ident);
    }
    let variants: Vec<String> = item
        .variants
        .iter()
        .map(|variant| {
            let own = Serde::of(&variant.attrs);
            let name = own.renamed(&variant.ident.to_string(), serde.words.get("rename_all"), true);
            let content = match &variant.fields {
                Fields::Unit => None,
                Fields::Named(_) => Some(fields(&variant.fields, &own, &[], used)),
                Fields::Unnamed(one) if one.unnamed.len() == 1 => Some(typed(&one.unnamed[0].ty, &[], used)),
                Fields::Unnamed(_) => panic!("{}::{name} has several values without names", item.ident),
            };
            match (content, serde.words.get("tag")) {
                (Some(content), _) if serde.has("untagged") => content,
                (Some(content), Some(tag)) => format!("({{ {tag}: {name:?} }} & {content})"),
                (None, Some(tag)) => format!("{{ {tag}: {name:?} }}"),
                (Some(content), None) => format!("{{ {name:?}: {content} }}"),
                (None, None) => format!("{name:?}"),
            }
        })
        .collect();
    format!("{head}export type {} = {};\n", item.ident, variants.join(" | "))
}

/// A type as TypeScript has it; names of ours that it uses are added to `used`.
fn typed(ty: &Type, parameters: &[String], used: &mut BTreeSet<String>) -> String {
    match ty {
        Type::Reference(one) => typed(&one.elem, parameters, used),
        Type::Array(one) => {
            let item = typed(&one.elem, parameters, used);
            let length = match &one.len {
                syn::Expr::Lit(literal) => match &literal.lit {
                    Lit::Int(number) => number.base10_parse::<usize>().unwrap(),
                    _ => 0,
                },
                _ => 0,
            };
            if (1..=4).contains(&length) {
                format!("[{}]", vec![item; length].join(", "))
            } else {
                list(&item)
            }
        }
        Type::Slice(one) => list(&typed(&one.elem, parameters, used)),
        Type::Tuple(one) => {
            let items: Vec<String> = one.elems.iter().map(|item| typed(item, parameters, used)).collect();
            if items.is_empty() { "null".to_owned() } else { format!("[{}]", items.join(", ")) }
        }
        Type::Path(path) => named(path, parameters, used),
        _ => panic!("a type that cannot be written"),
    }
}

fn list(item: &str) -> String {
    if item.contains([' ', '|']) { format!("({item})[]") } else { format!("{item}[]") }
}

fn named(path: &syn::TypePath, parameters: &[String], used: &mut BTreeSet<String>) -> String {
    let segment = path.path.segments.last().unwrap();
    let name = segment.ident.to_string();
    let inner: Vec<String> = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(typed(ty, parameters, used)),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    if let Some((_, written)) = BY_HAND.iter().find(|(known, _)| *known == name) {
        return (*written).to_owned();
    }
    if NUMBERS.contains(&name.as_str()) {
        return "number".to_owned();
    }
    match (name.as_str(), &inner[..]) {
        ("Option", [one]) => format!("{one} | null"),
        ("Vec" | "VecDeque" | "BTreeSet", [one]) => list(one),
        ("Box" | "Arc" | "Cow", [one]) => one.clone(),
        ("BTreeMap" | "HashMap", [_, value]) => format!("Record<string, {value}>"),
        _ if parameters.contains(&name) => name,
        _ => {
            used.insert(name.clone());
            if inner.is_empty() { name } else { format!("{name}<{}>", inner.join(", ")) }
        }
    }
}
