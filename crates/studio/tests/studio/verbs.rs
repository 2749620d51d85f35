//! Verbs as routes: answers, pictures and files as the program gives them, and no path from a page.

use axum::http::StatusCode;
use segue::Input;
use segue::formats::{Format, WriteOptions, encode};
use segue::verbs::{BlendRequest, ClipsRequest, MakeRequest, Picture as _, Silent, Verb as _};
use serde_json::{Value, json};

use crate::server::Server;

const NUMBERS: &str = "application/x-segue";

fn blend() -> Value {
    json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}, "weights": [0.25, 0.75], "make": {"name": "half"}})
}

/// The same request as the command line makes it.
fn typed(server: &Server) -> BlendRequest {
    let input = |name: &str| {
        Input::parse(format!("{}#{name}", server.library().canonicalize().unwrap().display())).unwrap()
    };
    BlendRequest {
        clips: ClipsRequest {
            inputs: vec![input("walk-left"), input("walk-right")],
            ..ClipsRequest::default()
        },
        weights: vec![0.25, 0.75],
        make: MakeRequest { name: Some("half".to_owned()), ..MakeRequest::default() },
        ..BlendRequest::default()
    }
}

#[tokio::test]
async fn a_blend_is_the_programs_own_in_every_form() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let done = typed(&server).run(&Silent).unwrap();
    let answer = server.ask("blend", &blend(), "application/json").await.ok().json();
    let mut expected = serde_json::to_value(done.envelope()).unwrap();
    expected["notes"] = answer["notes"].clone();
    assert_eq!(answer, expected);
    let made = &done.work.made;
    for (accept, format) in [
        ("model/gltf-binary", Format::Glb),
        ("application/x-bvh", Format::Bvh),
        ("model/gltf+json", Format::Gltf),
    ] {
        let file = server.ask("blend", &blend(), accept).await.ok();
        let files = encode(format, std::slice::from_ref(&made.clip), made.origin(), &WriteOptions::default())
            .unwrap()
            .files;
        assert_eq!(file.header("content-type"), accept);
        assert!(file.bytes == files[0].bytes, "{accept}");
    }
    let svg = server.ask("blend", &blend(), "image/svg+xml").await.ok();
    assert!(svg.bytes == done.work.picture().unwrap().to_svg().into_bytes());
    let numbers = server.ask("blend", &blend(), NUMBERS).await.ok();
    let (header, data) = numbers.container();
    assert_eq!(header["clips"][0]["role"], "result");
    assert_eq!(header["arrays"]["clip0.u"]["shape"], json!([made.clip.len()]));
    assert_eq!(data[..4], made.clip.frame(0).root.x.to_le_bytes());
    server.get(&format!("/api/skeletons/{}", header["clips"][0]["skeleton"].as_str().unwrap())).await.ok();
}

#[tokio::test]
async fn what_stays_warm_changes_nothing() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let first = server.ask("blend", &blend(), NUMBERS).await.ok();
    let mut other = blend();
    other["weights"] = json!([0.9, 0.1]);
    server.ask("blend", &other, NUMBERS).await.ok();
    assert!(server.ask("blend", &blend(), NUMBERS).await.ok().bytes == first.bytes);
    assert!(server.restarted().ask("blend", &blend(), NUMBERS).await.ok().bytes == first.bytes);
}

#[tokio::test]
async fn the_linear_blend_comes_beside_with_its_verdict() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let answer = server.post("/api/verbs/blend?extra=linear", &blend()).await.ok();
    assert!(answer.json().get("linear").is_none(), "numbers were not asked for");
    let request = crate::server::page(axum::http::Method::POST, "/api/verbs/blend?extra=linear");
    let request = request.header("content-type", "application/json").header("accept", NUMBERS);
    let answer = server.send(request.body(blend().to_string().into()).unwrap()).await.ok();
    let (header, _) = answer.container();
    assert!(header["linear"]["summary"].is_string());
    let slides = |quality: &Value| quality["skate_cm_per_sec"].as_f64().unwrap();
    assert!(slides(&header["linear"]["quality"]) > 5.0 * slides(&header["answer"]["quality"]), "{header}");
    assert_eq!(header["clips"].as_array().unwrap().last().unwrap()["role"], "linear");
}

#[tokio::test]
async fn a_registration_comes_with_its_grid() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let request = json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}});
    let answer = server.ask("register", &request, NUMBERS).await.ok();
    let (header, data) = answer.container();
    let shape: Vec<usize> = serde_json::from_value(header["arrays"]["grid0.cells"]["shape"].clone()).unwrap();
    let cells = &data[..shape[0] * shape[1]];
    let alike = cells.iter().any(|&cell| cell < 40);
    assert!(cells.contains(&255) && alike, "no path leads to the corners, some cells are alike");
    let path: Vec<[f64; 2]> = serde_json::from_value(header["grids"][0]["path"].clone()).unwrap();
    let grows = path.windows(2).all(|two| two[0][0] <= two[1][0] && two[0][1] <= two[1][1]);
    assert!(path.len() > shape[0].min(shape[1]) / 2 && grows);
}

#[tokio::test]
async fn the_curve_of_a_grid_passes_the_pins() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let pin = json!({"clip": "2", "reference_secs": 1.5, "secs": 1.8});
    let request = json!({
        "clips": {"inputs": ["#walk-left", "#walk-right"]}, "register": {"reference": "1", "pins": [pin]},
    });
    let answer = server.ask("register", &request, NUMBERS).await.ok();
    let (header, _) = answer.container();
    let curve: Vec<[f64; 2]> = serde_json::from_value(header["grids"][0]["curve"].clone()).unwrap();
    let two = curve.windows(2).find(|two| two[0][0] <= 1.5 && two[1][0] > 1.5).unwrap();
    let share = (1.5 - two[0][0]) / (two[1][0] - two[0][0]);
    let there = two[0][1] + share * (two[1][1] - two[0][1]);
    assert!((there - 1.8).abs() < 0.5 / 60.0, "at 1.5 s the curve is at {there} s");
}

#[tokio::test]
async fn no_request_names_a_file() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let with = |field: &str, value: Value| {
        let mut request = blend();
        request[field] = value;
        request
    };
    let inputs = |input: &str| json!({"clips": {"inputs": [input, "#walk-right"]}, "weights": [1, 0]});
    let library = server.library().display().to_string();
    let refused = [
        ("blend", inputs("/etc/passwd")),
        ("blend", inputs("../../etc/passwd.bvh")),
        ("blend", inputs("walk.bvh")),
        ("blend", inputs(&format!("{library}#walk-left"))),
        ("blend", inputs("sample:../../x")),
        ("blend", with("registration", json!("/tmp/x.segue-reg"))),
        ("blend", json!({"clips": {"inputs": ["#walk-left"], "skeleton": "/etc/passwd"}, "weights": [1]})),
        ("samples", json!({"folder": "/tmp/x"})),
        ("convert", json!({"clips": {"inputs": ["#walk-left"]}, "edit": {"onto": "/tmp/x.glb"}})),
        ("convert", json!({"clips": {"inputs": ["#walk-left"]}, "edit": {"retarget": "/tmp/x.json"}})),
        ("library.list", json!({"library": "/tmp/x.segue"})),
        ("library.add", json!({"inputs": ["/etc"]})),
        ("library.label", json!({"clips": ["walk-left"], "plants": "/etc/passwd"})),
        ("search", json!({"query": "/etc/passwd"})),
        ("parametric.at", json!({"motion": "/tmp/x.segue-param"})),
        ("stance.path", json!({"source": {"from": ["/etc"]}})),
        ("stance.judge", json!({"stance": {"name": "/etc/passwd:1"}})),
        ("map", json!({"source": "/etc/passwd", "target": "#walk-left"})),
    ];
    for (verb, request) in refused {
        let answer = server.ask(verb, &request, "application/json").await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, "path"),
            "{verb} {request}"
        );
    }
    let unknown = server.ask("blend", &inputs("#../../etc/passwd"), "application/json").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND, "a clip of that name is not there");
}

/// The names of fields of requests that hold paths or inputs, as the sources say.
#[test]
fn every_field_that_can_name_a_file_is_known_to_the_server() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = std::fs::read_to_string(root.join("studio/src/verbs.rs")).unwrap();
    let mut folders = vec![root.join("segue/src/verbs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let fields = text
                .lines()
                .filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(": "))
                .filter(|(field, _)| field.chars().all(|c| c.is_lowercase() || c == '_'));
            for (field, _) in fields.filter(|(_, kind)| {
                kind.contains("PathBuf") || kind.contains("Input>") || kind.starts_with("Input,")
            }) {
                // Answers name files, work holds inputs, and clips in memory are never parsed; none comes from a page. Two
                // verbs are no routes.
                let is_request = !matches!(field, "written" | "files" | "only");
                let known = ["\"", "."].iter().any(|before| table.contains(&format!("{before}{field}\"")));
                let elsewhere = ["library/export.rs", "library/new.rs", "verbs/held.rs"]
                    .iter()
                    .any(|end| path.ends_with(end));
                assert!(
                    !is_request || known || elsewhere,
                    "{}: `{field}` is not in the table of routes",
                    path.display()
                );
            }
        }
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_said_with_what_to_try() {
    let server = Server::of(&["walk", "take-kicks"]);
    let request = json!({"clips": {"inputs": ["#walk", "#nothing"]}, "weights": [1, 1]});
    assert_eq!(server.ask("blend", &request, "application/json").await.status, StatusCode::NOT_FOUND);
    let request = json!({"clips": {"inputs": ["#walk"]}, "weights": [1, 1]});
    let answer = server.ask("blend", &request, "application/json").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "request"));
    assert_eq!(server.ask("nothing", &json!({}), "application/json").await.status, StatusCode::NOT_FOUND);
    assert_eq!(
        server.ask("blend", &json!({"wieghts": []}), "application/json").await.status,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(server.ask("blend", &blend(), "text/html").await.status, StatusCode::NOT_ACCEPTABLE);
    let nothing = server.ask("library.list", &json!({}), "model/gltf-binary").await;
    assert_eq!(nothing.code(), "unfit");
}

#[tokio::test]
async fn motion_that_is_kept_is_a_clip_like_any_other() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let name = "<img src=x onerror=alert(1)>";
    let query = "/api/verbs/blend?save=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E";
    server.post(query, &blend()).await.ok();
    server.post(query, &blend()).await.ok();
    let clips = server.get("/api/clips").await.json()["clips"].as_array().unwrap().clone();
    assert_eq!(clips.iter().filter(|clip| clip["name"] == name).count(), 1, "kept twice is kept once");
    let again = json!({"clips": {"inputs": [format!("#{name}"), format!("#{name}@5-60")]}});
    server.ask("info", &again, "application/json").await.ok();
    server.ask("library.remove", &json!({"clips": [name]}), "application/json").await.ok();
    assert_eq!(server.get("/api/clips").await.json()["clips"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn every_verb_has_a_default_request_that_can_be_read_again() {
    let server = Server::new();
    let session = server.get("/api/session").await.ok().json();
    assert_eq!(session["library"], json!({"name": "test.segue", "scratch": false, "samples": false}));
    let verbs = session["verbs"].as_object().unwrap();
    assert!(verbs.len() > 30);
    for (verb, request) in verbs {
        let mut request = request.clone();
        // The server's own to say.
        request.as_object_mut().unwrap().remove("library");
        if let Some(search) = request.get_mut("search").and_then(Value::as_object_mut) {
            search.remove("library");
        }
        let answer = server.ask(verb, &request, "application/json").await;
        assert_ne!(answer.status, StatusCode::BAD_REQUEST, "{verb}: {}", answer.json());
        assert_ne!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{verb}: {}", answer.json());
    }
}

#[tokio::test]
async fn a_pin_is_on_the_curve_and_in_the_command() {
    let server = Server::of(&["walk-left", "walk-right"]);
    let mut request = json!({"clips": {"inputs": ["#walk-left", "#walk-right"]}});
    let free = server.ask("register", &request, "application/json").await.ok().json();
    let at =
        |answer: &Value, clip: usize, n: usize| answer["clips"][clip]["moments_secs"][n].as_f64().unwrap();
    let middle = free["u"].as_array().unwrap().len() / 2;
    let (reference_secs, secs) = (at(&free, 0, middle), at(&free, 1, middle) + 0.1);
    request["register"] = json!({"pins": [{"clip": "2", "reference_secs": reference_secs, "secs": secs}]});
    let pinned = server.ask("register", &request, "application/json").await.ok().json();
    let near = (0..pinned["u"].as_array().unwrap().len()).min_by(|&a, &b| {
        let off = |n: usize| (at(&pinned, 0, n) - reference_secs).abs();
        off(a).total_cmp(&off(b))
    });
    let near = near.unwrap();
    let slip = (at(&pinned, 1, near) - secs) - (at(&pinned, 0, near) - reference_secs);
    assert!(slip.abs() < 1.0 / 30.0, "{slip}");
    let command = server.ask("register", &request, "text/x-shellscript").await.ok();
    let command = String::from_utf8(command.bytes).unwrap();
    assert!(command.contains(&format!("--pin 2:{reference_secs}:{secs}")), "{command}");
}
