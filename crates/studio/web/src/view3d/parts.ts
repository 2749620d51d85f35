// Many small shapes as one mesh: each is moved, turned and coloured by the page, so that whatever their number they are one thing to
// draw. A graphics card would be as quick with an instance for each; a processor that draws begins anew for every instance.
import { BufferAttribute, BufferGeometry, type Color, Mesh, type Material } from "three";

/** A shape around the origin, to be put in many places. */
export interface Shape {
  places: Float32Array;
  normals: Float32Array;
  faces: Uint16Array;
}

/** Takes a shape out of a geometry. */
export function shapeOf(geometry: BufferGeometry): Shape {
  const [places, normals] = ["position", "normal"].map((name) => Float32Array.from(geometry.getAttribute(name).array));
  return { places, normals, faces: Uint16Array.from(geometry.getIndex()?.array ?? []) };
}

/** A shape that was put somewhere: where its vertices begin, and its colour. */
interface Part {
  shape: Shape;
  first: number;
  red: number;
  green: number;
  blue: number;
}

/** Vertices for which there is room at first: two figures. */
const ROOM = 8192;

/** The shapes. */
export class Parts {
  readonly geometry = new BufferGeometry();
  private parts: Part[] = [];
  private count = 0;
  private vertices = 0;
  private isOther = true;
  private repainted = true;
  private places = new Float32Array(0);
  private normals = new Float32Array(0);
  private colors = new Float32Array(0);

  constructor() {
    this.grow(ROOM);
  }

  /** A mesh of all shapes. */
  mesh(material: Material): Mesh {
    const mesh = new Mesh(this.geometry, material);
    mesh.frustumCulled = false;
    return mesh;
  }

  begin(): void {
    [this.count, this.vertices] = [0, 0];
  }

  /** Adds a shape whose own axes are given as columns, at a place. */
  add(shape: Shape, x: number[], y: number[], z: number[], at: number[], color: Color): void {
    const first = this.vertices;
    const size = shape.places.length / 3;
    if (3 * (first + size) > this.places.length) this.grow(2 * (first + size));
    this.vertices += size;
    this.note(shape, first, color);
    this.put(shape, first, [...x, ...y, ...z, ...at]);
  }

  /** Remembers what stands where; what stood there before needs neither other faces nor another colour. */
  private note(shape: Shape, first: number, { r, g, b }: Color): void {
    const before = this.parts[this.count];
    const isSame = before?.shape === shape && before.first === first;
    if (isSame && before.red === r && before.green === g && before.blue === b) return void (this.count += 1);
    this.isOther ||= !isSame;
    this.repainted = true;
    this.parts[this.count] = { shape, first, red: r, green: g, blue: b };
    this.count += 1;
    for (let at = 3 * first; at < 3 * first + shape.places.length; at += 3) this.colors.set([r, g, b], at);
  }

  private put({ places, normals }: Shape, first: number, [ax, ay, az, bx, by, bz, cx, cy, cz, ox, oy, oz]: number[]): void {
    const inverse = (u: number, v: number, w: number) => 1 / Math.max(u * u + v * v + w * w, 1e-12);
    const [ia, ib, ic] = [inverse(ax, ay, az), inverse(bx, by, bz), inverse(cx, cy, cz)];
    for (let from = 0, to = 3 * first; from < places.length; from += 3, to += 3) {
      const x = places[from], y = places[from + 1], z = places[from + 2];
      this.places[to] = ox + x * ax + y * bx + z * cx;
      this.places[to + 1] = oy + x * ay + y * by + z * cy;
      this.places[to + 2] = oz + x * az + y * bz + z * cz;
      // Where a shape is stretched its normals lean the other way; the shader makes them as long as they must be.
      const u = normals[from] * ia, v = normals[from + 1] * ib, w = normals[from + 2] * ic;
      this.normals[to] = u * ax + v * bx + w * cx;
      this.normals[to + 1] = u * ay + v * by + w * cy;
      this.normals[to + 2] = u * az + v * bz + w * cz;
    }
  }

  end(): void {
    this.isOther ||= this.parts.length !== this.count;
    this.parts.length = this.count;
    if (this.isOther) this.joinFaces();
    this.send("position");
    this.send("normal");
    if (this.repainted) this.send("color");
    [this.isOther, this.repainted] = [false, false];
  }

  private send(name: string): void {
    const attribute = this.geometry.getAttribute(name) as BufferAttribute;
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, 3 * this.vertices);
    attribute.needsUpdate = true;
  }

  private joinFaces(): void {
    const faces = new Uint32Array(this.parts.reduce((sum, { shape }) => sum + shape.faces.length, 0));
    let at = 0;
    for (const { shape, first } of this.parts) for (const corner of shape.faces) faces[at++] = first + corner;
    this.geometry.setIndex(new BufferAttribute(faces, 1));
  }

  private grow(vertices: number): void {
    const larger = (old: Float32Array<ArrayBuffer>) => {
      const made = new Float32Array(3 * vertices);
      made.set(old);
      return made;
    };
    [this.places, this.normals, this.colors] = [this.places, this.normals, this.colors].map(larger);
    // What was sent before has another size.
    this.geometry.dispose();
    this.geometry.setAttribute("position", new BufferAttribute(this.places, 3));
    this.geometry.setAttribute("normal", new BufferAttribute(this.normals, 3));
    this.geometry.setAttribute("color", new BufferAttribute(this.colors, 3));
    this.repainted = true;
  }
}
