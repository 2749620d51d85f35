// Figures as tapered bones and round joints. All figures are one instanced mesh for each shape, whatever their number.
import {
  Color, CylinderGeometry, Group, InstancedMesh, type Material, MeshLambertMaterial, SphereGeometry, type BufferGeometry,
} from "three";
import { type Ball, ballsOf, type Bone, bonesOf, girth, TAPER } from "../motion/body";
import type { Skeleton } from "../motion/clip";
import type { Pose } from "../motion/pose";

/** A figure to draw. */
export interface Drawn {
  skeleton: Skeleton;
  pose: Pose;
  height: number;
  isGhost: boolean;
  color(side: Bone["side"]): Color;
}

/** What a skeleton is drawn of. */
interface Body {
  bones: Bone[];
  balls: Ball[];
}

const bodies = new Map<string, Body>();

/** The body of a skeleton, found once. */
export function bodyFor(skeleton: Skeleton): Body {
  let found = bodies.get(skeleton.hash);
  if (!found) {
    const bones = bonesOf(skeleton);
    bodies.set(skeleton.hash, (found = { bones, balls: ballsOf(bones) }));
  }
  return found;
}

const GHOST_OPACITY = 0.34;
/** How much wider than long a head is. */
const HEAD_WIDTH = 0.62;

/** One instanced mesh that grows. */
class Shapes {
  readonly group = new Group();
  private mesh: InstancedMesh;
  private used = 0;

  constructor(private readonly geometry: BufferGeometry, private readonly material: Material, private readonly shadow: boolean) {
    this.mesh = this.make(64);
  }

  private make(size: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, size);
    mesh.setColorAt(0, new Color());
    mesh.frustumCulled = false;
    mesh.castShadow = this.shadow;
    this.group.add(mesh);
    return mesh;
  }

  begin(): void {
    this.used = 0;
  }

  /** Adds a shape whose own axes are given as columns, at a place. */
  add(x: number[], y: number[], z: number[], at: number[], color: Color): void {
    if (this.used === this.mesh.instanceMatrix.count) this.grow();
    this.mesh.instanceMatrix.array.set([...x, 0, ...y, 0, ...z, 0, ...at, 1], 16 * this.used);
    this.mesh.setColorAt(this.used, color);
    this.used += 1;
  }

  private grow(): void {
    const old = this.mesh;
    this.mesh = this.make(2 * old.instanceMatrix.count);
    (this.mesh.instanceMatrix.array as Float32Array).set(old.instanceMatrix.array);
    if (old.instanceColor && this.mesh.instanceColor) (this.mesh.instanceColor.array as Float32Array).set(old.instanceColor.array);
    this.group.remove(old);
    old.dispose();
  }

  end(): void {
    this.mesh.count = this.used;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

/** All figures without a mesh of their own. */
export class Figures {
  readonly group = new Group();
  private readonly solid: [Shapes, Shapes];
  private readonly ghost: [Shapes, Shapes];

  constructor() {
    const limb = new CylinderGeometry(TAPER, 1, 1, 12, 1, true).translate(0, 0.5, 0);
    const ball = new SphereGeometry(1, 8, 6);
    const solid = new MeshLambertMaterial();
    const faint = new MeshLambertMaterial({ transparent: true, opacity: GHOST_OPACITY });
    this.solid = [new Shapes(limb, solid, true), new Shapes(ball, solid, true)];
    this.ghost = [new Shapes(limb, faint, false), new Shapes(ball, faint, false)];
    this.group.add(...[...this.solid, ...this.ghost].map((shapes) => shapes.group));
  }

  /** Draws these figures and no others. */
  draw(figures: Drawn[]): void {
    const all = [...this.solid, ...this.ghost];
    for (const shapes of all) shapes.begin();
    for (const figure of figures) this.add(figure);
    for (const shapes of all) shapes.end();
  }

  private add(figure: Drawn): void {
    const [limbs, balls] = figure.isGhost ? this.ghost : this.solid;
    const { places } = figure.pose;
    const scale = girth(figure.height);
    const { bones, balls: joints } = bodyFor(figure.skeleton);
    for (const bone of bones) {
      const color = figure.color(bone.side);
      if (bone.isHead) this.head(balls, places, bone, color, scale);
      else limb(limbs, places, bone, bone.radius * scale, color);
    }
    for (const { point, side, radius } of joints) {
      const wide = radius * scale;
      balls.add([wide, 0, 0], [0, wide, 0], [0, 0, wide], [places[3 * point], places[3 * point + 1], places[3 * point + 2]], figure.color(side));
    }
  }

  private head(balls: Shapes, places: Float32Array, bone: Bone, color: Color, scale: number): void {
    const { axis, length, from } = along(places, bone);
    const long = Math.max(0.11 * scale, 0.62 * length);
    const [x, z] = across(axis);
    const wide = Math.max(0.085 * scale, HEAD_WIDTH * long);
    const at = from.map((value, i) => value + axis[i] * Math.max(length * 0.55, long * 0.8));
    balls.add(x.map((v) => v * wide), axis.map((v) => v * long), z.map((v) => v * wide), at, color);
  }
}

function along(places: Float32Array, bone: Bone): { axis: number[]; length: number; from: number[] } {
  const from = [0, 1, 2].map((i) => places[3 * bone.from + i]);
  const way = from.map((value, i) => places[3 * bone.to + i] - value);
  const length = Math.hypot(...way);
  return { axis: length > 1e-6 ? way.map((v) => v / length) : [0, 1, 0], length, from };
}

/** Two directions across an axis. */
function across([x, y, z]: number[]): [number[], number[]] {
  const helper = Math.abs(y) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const side = [y * helper[2] - z * helper[1], z * helper[0] - x * helper[2], x * helper[1] - y * helper[0]];
  const size = Math.hypot(...side);
  const u = side.map((v) => v / size);
  return [u, [u[1] * z - u[2] * y, u[2] * x - u[0] * z, u[0] * y - u[1] * x]];
}

function limb(limbs: Shapes, places: Float32Array, bone: Bone, radius: number, color: Color): void {
  const { axis, length, from } = along(places, bone);
  if (length < 1e-5) return;
  const [x, z] = across(axis);
  limbs.add(x.map((v) => v * radius), axis.map((v) => v * length), z.map((v) => v * radius), from, color);
}
