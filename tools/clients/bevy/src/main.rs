//! Plays one clip of a GLB file with Bevy, without a window, and prints where its nodes are, by name, as JSON:
//!   cargo run --release -- FILE CLIP TIME,TIME,…
//!
//! [`sync`] is the helper of docs/sync.md.

mod sync;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use bevy::gltf::Gltf;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::window::ExitCondition;

/// Updates after which what has not been loaded never will be.
const MOST_UPDATES: usize = 4000;

fn main() {
    let [file, clip, times] = arguments();
    let times: Vec<f32> = times.split(',').map(|time| time.parse().expect("times are numbers")).collect();
    let mut app = headless(Path::new(&file).parent().expect("a file is in a folder"));
    let name = Path::new(&file).file_name().expect("a file has a name").to_string_lossy().into_owned();
    let gltf: Handle<Gltf> = app.world().resource::<AssetServer>().load(name);
    update_until(&mut app, |world| world.resource::<AssetServer>().is_loaded_with_dependencies(&gltf));
    let (scene, animation) = {
        let gltf = app.world().resource::<Assets<Gltf>>().get(&gltf).expect("it is loaded");
        let animation = gltf.named_animations.get(&*clip).unwrap_or_else(|| panic!("no animation {clip}"));
        (gltf.default_scene.clone().unwrap_or_else(|| gltf.scenes[0].clone()), animation.clone())
    };
    app.world_mut().spawn(SceneRoot(scene));
    update_until(&mut app, |world| world.query::<&AnimationPlayer>().iter(world).next().is_some());
    let (graph, node) = AnimationGraph::from_clip(animation);
    let graph = app.world_mut().resource_mut::<Assets<AnimationGraph>>().add(graph);
    let world = app.world_mut();
    let players: Vec<Entity> = world.query_filtered::<Entity, With<AnimationPlayer>>().iter(world).collect();
    for &player in &players {
        world.entity_mut(player).insert(AnimationGraphHandle(graph.clone()));
        // A paused animation is not applied; one that stands still is.
        world.get_mut::<AnimationPlayer>(player).expect("it has one").play(node).set_speed(0.0);
    }
    let mut joints: BTreeMap<String, Vec<[f32; 3]>> = BTreeMap::new();
    for time in times {
        for &player in &players {
            let mut player = app.world_mut().get_mut::<AnimationPlayer>(player).expect("it has one");
            player.animation_mut(node).expect("it plays").seek_to(time);
        }
        app.update();
        app.update();
        let world = app.world_mut();
        for (name, place) in world.query::<(&Name, &GlobalTransform)>().iter(world) {
            joints.entry(name.to_string()).or_default().push(place.translation().to_array());
        }
    }
    println!("{}", serde_json::json!({ "client": "Bevy", "joints": joints }));
}

fn arguments() -> [String; 3] {
    let given: Vec<String> = std::env::args().skip(1).collect();
    given.try_into().unwrap_or_else(|_| panic!("usage: segue-bevy-check FILE CLIP TIME,TIME,…"))
}

/// An app without a window and without a graphics card.
fn headless(assets: &Path) -> App {
    let render = RenderPlugin {
        render_creation: RenderCreation::Automatic(WgpuSettings { backends: None, ..default() }),
        ..default()
    };
    let files = AssetPlugin { file_path: assets.display().to_string(), ..default() };
    let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(render).set(files).set(window));
    app.finish();
    app.cleanup();
    app
}

fn update_until(app: &mut App, done: impl Fn(&mut World) -> bool) {
    for _ in 0..MOST_UPDATES {
        app.update();
        if done(app.world_mut()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the file is not loaded");
}
