// An animated WebP made of single ones: the container is RIFF, every frame keeps its own compressed chunks.

/** Bytes of a little-endian number. */
function bytes(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, n) => (value >>> (8 * n)) & 255);
}

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

function chunk(name: string, body: Uint8Array): Uint8Array {
  const padded = body.length + (body.length % 2);
  const made = new Uint8Array(8 + padded);
  made.set([...letters(name), ...bytes(body.length, 4)]);
  made.set(body, 8);
  return made;
}

function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The chunks of a still WebP that hold its picture: `VP8 `, `VP8L` and `ALPH`. */
export function pictureChunks(still: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const view = new DataView(still.buffer, still.byteOffset, still.byteLength);
  for (let at = 12; at + 8 <= still.length; ) {
    const name = String.fromCharCode(...still.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const whole = 8 + size + (size % 2);
    if (["VP8 ", "VP8L", "ALPH"].includes(name)) parts.push(still.subarray(at, at + whole));
    at += whole;
  }
  return joined(parts);
}

/** Joins stills of one size into a picture that loops for ever; each is shown for so many milliseconds. */
export function animatedWebp(stills: Uint8Array[], width: number, height: number, milliseconds: number): Uint8Array {
  const ANIMATED = 2;
  const size = [...bytes(width - 1, 3), ...bytes(height - 1, 3)];
  const frames = stills.map((still) => {
    const head = new Uint8Array([0, 0, 0, 0, 0, 0, ...size, ...bytes(milliseconds, 3), 2]);
    return chunk("ANMF", joined([head, pictureChunks(still)]));
  });
  const body = joined([
    new Uint8Array(letters("WEBP")),
    chunk("VP8X", new Uint8Array([ANIMATED, 0, 0, 0, ...size])),
    chunk("ANIM", new Uint8Array([255, 255, 255, 255, 0, 0])),
    ...frames,
  ]);
  return chunk("RIFF", body);
}

/** How many frames an animated WebP has. */
export function framesOf(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let count = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    if (String.fromCharCode(...file.subarray(at, at + 4)) === "ANMF") count += 1;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return count;
}
