// Figures as tapered bones and round joints, all of them together one mesh, and one more for those that can be seen through.
import { type Color, CylinderGeometry, Group, MeshLambertMaterial, SphereGeometry } from "three";
import { type Ball, ballsOf, type Bone, bonesOf, girth, TAPER } from "../motion/body";
import type { Skeleton } from "../motion/clip";
import type { Pose } from "../motion/pose";
import { Parts, shapeOf } from "./parts";

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

/** Shapes of so many sides. */
const shapes = (limb: number, around: number, along: number) => ({
  limb: shapeOf(new CylinderGeometry(TAPER, 1, 1, limb, 1, true).translate(0, 0.5, 0)),
  ball: shapeOf(new SphereGeometry(1, around, along)),
});
type Shapes = ReturnType<typeof shapes>;
const [FINE, COARSE] = [shapes(12, 8, 6), shapes(7, 6, 4)];
/** More figures than these are seen from afar. */
const FEW = 5;

/** All figures without a mesh of their own. */
export class Figures {
  readonly group = new Group();
  private readonly solid = new Parts();
  private readonly ghost = new Parts();

  constructor() {
    const solid = this.solid.mesh(new MeshLambertMaterial({ vertexColors: true }));
    solid.castShadow = true;
    // A ghost shows what stands behind it, and nothing of its own inside: its depth is drawn first, by the same shader, so that
    // what is nearest has that depth exactly.
    const depth = this.ghost.mesh(new MeshLambertMaterial({ vertexColors: true, transparent: true, colorWrite: false }));
    const faint = this.ghost.mesh(new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: GHOST_OPACITY }));
    [depth.renderOrder, faint.renderOrder] = [1, 2];
    this.group.add(solid, depth, faint);
  }

  /** Draws these figures and no others. */
  draw(figures: Drawn[]): void {
    const all = [this.solid, this.ghost];
    for (const parts of all) parts.begin();
    for (const figure of figures) this.add(figure, figures.length > FEW ? COARSE : FINE);
    for (const parts of all) parts.end();
  }

  private add(figure: Drawn, shape: Shapes): void {
    const parts = figure.isGhost ? this.ghost : this.solid;
    const { places } = figure.pose;
    const scale = girth(figure.height);
    const { bones, balls } = bodyFor(figure.skeleton);
    for (const bone of bones) {
      const color = figure.color(bone.side);
      const put = (x: number[], y: number[], z: number[], at: number[]) => parts.add(bone.isHead ? shape.ball : shape.limb, x, y, z, at, color);
      if (bone.isHead) head(put, along(places, bone), scale);
      else limb(put, along(places, bone), bone.radius * scale);
    }
    for (const { point, side, radius } of balls) {
      const wide = radius * scale;
      parts.add(shape.ball, [wide, 0, 0], [0, wide, 0], [0, 0, wide], [places[3 * point], places[3 * point + 1], places[3 * point + 2]], figure.color(side));
    }
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

/** Puts a shape whose axes are given as columns at a place. */
type Put = (x: number[], y: number[], z: number[], at: number[]) => void;

function limb(put: Put, { axis, length, from }: ReturnType<typeof along>, radius: number): void {
  const [x, z] = across(axis);
  put(x.map((v) => v * radius), axis.map((v) => v * length), z.map((v) => v * radius), from);
}

function head(put: Put, { axis, length, from }: ReturnType<typeof along>, scale: number): void {
  const long = Math.max(0.11 * scale, 0.62 * length);
  const [x, z] = across(axis);
  const wide = Math.max(0.085 * scale, HEAD_WIDTH * long);
  const at = from.map((value, i) => value + axis[i] * Math.max(length * 0.55, long * 0.8));
  put(x.map((v) => v * wide), axis.map((v) => v * long), z.map((v) => v * wide), at);
}
