// The container of all numbers that the server sends: a header in JSON, then arrays, each at a multiple of eight bytes.
//
//   0    "SGB1"
//   4    u32, bytes of the header
//   8    the header, padded with spaces
//   8+H  the arrays, little-endian, which `arrays` names with type, shape and place

/** An array in a container: a view into the received bytes. */
export type Numbers = Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** A decoded container. */
export interface Container<Header> {
  header: Header;
  array(name: string): Numbers | null;
  shape(name: string): number[];
}

interface Entry {
  type: "f32" | "u32" | "u16" | "u8";
  shape: number[];
  at: number;
}

const TYPES = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
const MAGIC = "SGB1";

/** Reads a container; throws when the bytes are something else. */
export function decode<Header>(bytes: ArrayBuffer): Container<Header> {
  const magic = String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)));
  if (magic !== MAGIC || bytes.byteLength < 8) throw new Error(`not a container of numbers: begins with "${magic}"`);
  const length = new DataView(bytes).getUint32(4, true);
  const start = 8 + length;
  if (start > bytes.byteLength) throw new Error("a container of numbers is cut off in its header");
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length))) as Header & { arrays?: Record<string, Entry> };
  const arrays = header.arrays ?? {};
  const view = (name: string): Numbers | null => {
    const entry = arrays[name];
    if (!entry) return null;
    const size = entry.shape.reduce((product, side) => product * side, 1);
    const Type = TYPES[entry.type];
    if (start + entry.at + size * Type.BYTES_PER_ELEMENT > bytes.byteLength) throw new Error(`array ${name} is cut off`);
    return new Type(bytes, start + entry.at, size);
  };
  return { header, array: view, shape: (name) => arrays[name]?.shape ?? [] };
}
