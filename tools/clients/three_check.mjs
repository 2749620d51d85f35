// Plays one clip of a GLB file with three.js and prints where its nodes are, by name, as JSON:
//   node three_check.mjs FILE CLIP TIME,TIME,…
// Textures are left out: there is no browser to decode them.
import { readFileSync } from "node:fs";
import { AnimationMixer, Texture, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

globalThis.self ??= globalThis;
const [file, name, times] = process.argv.slice(2);
const loader = new GLTFLoader();
loader.register(() => ({ name: "no-textures", loadTexture: () => Promise.resolve(new Texture()) }));
const bytes = readFileSync(file);
const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
const clip = gltf.animations.find((animation) => animation.name === name);
if (!clip) throw new Error(`no animation ${name}; there are ${gltf.animations.map((a) => a.name).join(", ")}`);
const root = gltf.scene;
const mixer = new AnimationMixer(root);
const action = mixer.clipAction(clip);
action.clampWhenFinished = true;
action.setLoop(2200, 1);
action.play();
const joints = {};
for (const time of times.split(",").map(Number)) {
  action.reset();
  mixer.setTime(time);
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    const name = object.userData.name ?? object.name;
    if (!name || object.isMesh) return;
    const place = new Vector3().setFromMatrixPosition(object.matrixWorld);
    (joints[name] ??= []).push(place.toArray());
  });
}
console.log(JSON.stringify({ client: "three.js", joints }));
