// Three arrows at a target: a drag along one changes one number.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshLambertMaterial, Quaternion, type Ray, Vector3 } from "three";
import { project, rayAt } from "./camera";

/** Where an arrow begins and where its tip is, in metres from the target. */
const FROM = 0.09;
export const TIP = 0.3;
const HEAD = 0.06;
/** Pixels beside an arrow that take hold of it. */
const GRIP = 9;
/** As other programs paint the axes: left, up, ahead. */
const COLORS = [0xd14a4a, 0x3f9c4f, 0x3f6fd6];
const UP = new Vector3(0, 1, 0);

/** An arrow, or something else that moves along a line, that the hand holds. */
export interface AxisGrip {
  /** Its direction in the world. */
  way: Vector3;
  /** Where it was when it was taken. */
  from: Vector3;
  /** How far along it the hand took it. */
  offset: number;
}

function arrow(color: number): Group {
  const paint = new MeshLambertMaterial({ color, depthTest: false, transparent: true });
  const shaft = new Mesh(new CylinderGeometry(0.008, 0.008, TIP - HEAD - FROM, 8).translate(0, (FROM + TIP - HEAD) / 2, 0), paint);
  const head = new Mesh(new ConeGeometry(0.024, HEAD, 12).translate(0, TIP - HEAD / 2, 0), paint);
  // A body must not hide what moves it.
  shaft.renderOrder = 2;
  head.renderOrder = 2;
  return new Group().add(shaft, head);
}

/** The arrows. */
export class Axes {
  readonly group = new Group();
  private readonly arrows = COLORS.map(arrow);
  private ways = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

  constructor() {
    this.group.add(...this.arrows);
  }

  /** Points the arrows along the numbers that they change. */
  point(ways: Vector3[]): void {
    this.ways = ways;
    ways.forEach((way, n) => this.arrows[n].setRotationFromQuaternion(new Quaternion().setFromUnitVectors(UP, way)));
  }

  /** Where the end of an arrow is. */
  end(n: number): Vector3 {
    return this.group.position.clone().addScaledVector(this.ways[n], TIP);
  }

  /** Takes hold of the arrow under a point of the viewport, in pixels. */
  grip(x: number, y: number, size: { width: number; height: number }): AxisGrip | null {
    const offs = this.ways.map((way) => {
      const [a, b] = [FROM, TIP].map((far) => project(this.group.position.clone().addScaledVector(way, far)));
      return a && b ? distance(x, y, [a.x * size.width, a.y * size.height], [b.x * size.width, b.y * size.height]) : Infinity;
    });
    const best = offs.indexOf(Math.min(...offs));
    if (offs[best] > GRIP) return null;
    return taken(this.ways[best], this.group.position, x / size.width, y / size.height);
  }
}

/** Takes hold, by a point of the viewport from 0 to 1, of something that moves along a line. */
export function taken(way: Vector3, from: Vector3, x: number, y: number): AxisGrip {
  const grip = { way, from: from.clone(), offset: 0 };
  return { ...grip, offset: along(rayAt(x, y), grip) };
}

/** Where an arrow was pulled to by a point of the viewport, from 0 to 1. */
export function pulled(grip: AxisGrip, x: number, y: number): Vector3 {
  return grip.from.clone().addScaledVector(grip.way, along(rayAt(x, y), grip) - grip.offset);
}

/** How far along an arrow's line it comes nearest to a ray. */
function along({ origin, direction }: Ray, { way, from }: AxisGrip): number {
  const apart = origin.clone().sub(from);
  const cosine = way.dot(direction);
  const sine2 = 1 - cosine * cosine;
  // Seen from its end, an arrow cannot be pulled.
  return sine2 < 1e-3 ? 0 : (apart.dot(way) - apart.dot(direction) * cosine) / sine2;
}

/** How far a point is from a stretch between two. */
function distance(x: number, y: number, [ax, ay]: number[], [bx, by]: number[]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
