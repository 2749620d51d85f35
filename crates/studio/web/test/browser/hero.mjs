// A character: motion as GLB, with a mesh of one triangle for each joint.

/** A GLB without the motion in it: a character in its bind pose. */
export function withoutMotion(glb) {
  const length = glb.readUInt32LE(12);
  const { animations: _, ...json } = JSON.parse(glb.subarray(20, 20 + length).toString());
  return packed(json, glb.subarray(28 + length));
}

/** A GLB of motion with a skinned mesh in it. */
export function withMesh(glb) {
  const length = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + length).toString());
  const binary = [glb.subarray(28 + length)];
  const joints = json.skins?.[0]?.joints ?? [...new Set(json.animations.flatMap(({ channels }) => channels.map(({ target }) => target.node)))];
  const size = () => binary.reduce((sum, part) => sum + part.length, 0);
  const accessor = (values, componentType, type, width) => {
    json.bufferViews.push({ buffer: 0, byteOffset: size(), byteLength: values.byteLength });
    binary.push(Buffer.from(values.buffer));
    const bounds = type === "VEC3" ? { min: [0, 0, 0], max: [0.1, 0.1, 0] } : {};
    return json.accessors.push({ bufferView: json.bufferViews.length - 1, componentType, count: values.length / width, type, ...bounds }) - 1;
  };
  const corners = joints.flatMap((_, n) => [n, n, n]);
  const attributes = {
    POSITION: accessor(new Float32Array(joints.flatMap(() => [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0])), 5126, "VEC3", 3),
    JOINTS_0: accessor(new Uint16Array(corners.flatMap((n) => [n, 0, 0, 0])), 5123, "VEC4", 4),
    WEIGHTS_0: accessor(new Float32Array(corners.flatMap(() => [1, 0, 0, 0])), 5126, "VEC4", 4),
  };
  json.skins = [{ joints }];
  (json.meshes ??= []).push({ primitives: [{ attributes }] });
  json.nodes.push({ name: "skin", mesh: json.meshes.length - 1, skin: 0 });
  json.scenes[json.scene ?? 0].nodes.push(json.nodes.length - 1);
  json.buffers[0].byteLength = size();
  return packed(json, Buffer.concat(binary));
}

/** How many joints and corners the skinned mesh of a GLB has. */
export function meshes(glb) {
  const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
  const [primitive] = json.meshes.flatMap(({ primitives }) => primitives).filter(({ attributes }) => "JOINTS_0" in attributes);
  return { joints: json.skins[0].joints.length, corners: json.accessors[primitive.attributes.POSITION].count };
}

function packed(json, data) {
  const text = Buffer.from(JSON.stringify(json));
  const head = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, " ")]);
  const body = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  const chunk = (bytes, kind) => Buffer.concat([number(bytes.length), number(kind), bytes]);
  const all = Buffer.concat([chunk(head, 0x4e4f534a), chunk(body, 0x004e4942)]);
  return Buffer.concat([Buffer.from("glTF"), number(2), number(12 + all.length), all]);
}

function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
