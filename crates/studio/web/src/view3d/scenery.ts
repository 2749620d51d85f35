// The scene of a sketch: boxes, planned arcs, contacts, apexes and their arrows.
import {
  ArrowHelper, BoxGeometry, BufferGeometry, Color, EdgesGeometry, Group, Line, LineBasicMaterial, LineLoop, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, RingGeometry, SphereGeometry, Vector2, Vector3,
} from "three";
import { camera, project } from "./camera";
import type { Palette } from "./colors";

export interface Block {
  least: [number, number, number];
  greatest: [number, number, number];
}

/** An inclined piece of ground. */
export interface Slope {
  corners: [number, number, number][];
}

/** An arc of flight with its points. */
export interface Arc {
  apex: [number, number, number];
  velocity: [number, number, number];
  points: [number, number, number][];
}

/** Something of the scene that can be dragged. */
export type Handle =
  | { kind: "box"; index: number; at: Vector3 }
  | { kind: "side"; shape: "box" | "slope"; index: number; at: Vector3; axis: "x" | "z"; isFar: boolean }
  | { kind: "slope"; index: number; at: Vector3 }
  | { kind: "apex"; index: number; at: Vector3 }
  | { kind: "contact"; index: number; at: Vector3 }
  | { kind: "arrow"; index: number; at: Vector3 };

/** Metres of an arrow for each metre a second. */
export const ARROW = 0.15;
/** Pixels around a handle that take hold of it. */
const GRIP = 16;
/** Half the width of an arrow's head, in metres. */
const HEAD = 0.03;
/** A handle is never smaller than this to either side of its middle, in pixels. */
const LEAST_PIXELS = 5;

/** The handle of a side is smaller than that on the top. */
const SIDE = 0.03;
/** A side is pulled along its axis unless one looks almost along it: this is the cosine of the least angle. */
const ALONG = 0.95;

/** Whether a hand can pull a handle from where the camera is. */
function canPull(handle: Handle): boolean {
  if (handle.kind !== "side") return true;
  const facing = handle.at.clone().sub(camera.position).normalize();
  return Math.abs(facing[handle.axis]) < ALONG;
}

/** Lets a mesh of this radius grow where it would be too small to be seen and taken hold of. */
function seenFromAfar<M extends Mesh>(mesh: M, radius: number, isShown = () => true): M {
  const own = mesh.scale.clone();
  const size = new Vector2();
  const there = new Vector3();
  mesh.onBeforeRender = (renderer, _, camera) => {
    const { fov } = camera as PerspectiveCamera;
    const metresHigh = 2 * Math.tan((fov * Math.PI) / 360) * camera.position.distanceTo(mesh.getWorldPosition(there));
    const pixels = (radius * renderer.getSize(size).y) / metresHigh;
    mesh.scale.copy(own).multiplyScalar(isShown() ? Math.max(1, LEAST_PIXELS / pixels) : 1e-6);
    mesh.updateMatrixWorld();
  };
  return mesh;
}

const middleOf = (places: Vector3[]): Vector3 => places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length);

/** The middle of a side of a slope; where the handle of its height is, halfway to a corner and to the floor. */
function sideOf(corners: Vector3[], axis: "x" | "z", isFar: boolean, taken: Vector3): Vector3 {
  const end = Math[isFar ? "max" : "min"](...corners.map((corner) => corner[axis]));
  const edge = corners.filter((corner) => Math.abs(corner[axis] - end) < 1e-6);
  const middle = middleOf(edge);
  const lowest = Math.min(...corners.map(({ y }) => y));
  return middle.distanceTo(taken) < 1e-6 ? middle.lerp(edge[0], 0.5).setY((middle.y + lowest) / 2) : middle;
}

/** The scene. */
export class Scenery {
  readonly group = new Group();
  handles: Handle[] = [];

  /** Draws boxes and slopes and, where there is a plan, its arcs, contacts, apexes and arrows. */
  draw({ blocks, planes = [] }: { blocks: Block[]; planes?: Slope[] }, arcs: Arc[], contacts: [number, number, number][], doubtful: boolean[], chosen: number | null, colors: Palette): void {
    this.clear();
    blocks.forEach((block, index) => this.box(block, index, colors));
    planes.forEach((slope, index) => this.slope(slope, index, colors));
    arcs.forEach((arc, n) => {
      const color = new Color(doubtful[n] ? colors.doubtful : colors.good);
      this.group.add(new Line(new BufferGeometry().setFromPoints(arc.points.map((place) => new Vector3(...place))), new LineBasicMaterial({ color })));
      this.handle({ kind: "apex", index: n, at: new Vector3(...arc.apex) }, 0.045, color);
      this.arrow(arc, n, color);
    });
    contacts.forEach((place, index) => {
      const isChosen = index === chosen;
      const ring = new Mesh(new RingGeometry(isChosen ? 0.07 : 0.1, isChosen ? 0.16 : 0.13, 32).rotateX(-Math.PI / 2), new MeshBasicMaterial({ color: isChosen ? colors.focus : colors.path, side: 2 }));
      ring.position.set(place[0], place[1] + 0.01, place[2]);
      this.group.add(ring);
      this.handle({ kind: "contact", index, at: ring.position.clone() }, 0.03, new Color(isChosen ? colors.focus : colors.path));
    });
  }

  private clear(): void {
    this.handles = [];
    for (const child of [...this.group.children]) {
      child.traverse((part) => {
        if (part instanceof Mesh || part instanceof Line) part.geometry.dispose();
      });
      this.group.remove(child);
    }
  }

  private box({ least, greatest }: Block, index: number, colors: Palette): void {
    const size = [0, 1, 2].map((axis) => Math.max(0.02, greatest[axis] - least[axis]));
    const shape = new BoxGeometry(size[0], size[1], size[2]);
    const solid = new Mesh(shape, new MeshLambertMaterial({ color: colors.line }));
    const edges = new LineSegments(new EdgesGeometry(shape), new LineBasicMaterial({ color: colors.muted }));
    for (const part of [solid, edges]) part.position.set(...([0, 1, 2].map((axis) => (least[axis] + greatest[axis]) / 2) as [number, number, number]));
    solid.castShadow = true;
    this.group.add(solid, edges);
    const top = new Vector3((least[0] + greatest[0]) / 2, greatest[1], (least[2] + greatest[2]) / 2);
    this.handle({ kind: "box", index, at: top }, 0.04, new Color(colors.focus));
    for (const isFar of [false, true]) {
      const [x, , z] = isFar ? greatest : least;
      this.handle({ kind: "side", shape: "box", index, at: top.clone().setX(x), axis: "x", isFar }, SIDE, new Color(colors.muted));
      this.handle({ kind: "side", shape: "box", index, at: top.clone().setZ(z), axis: "z", isFar }, SIDE, new Color(colors.muted));
    }
  }

  private slope({ corners }: Slope, index: number, colors: Palette): void {
    const places = corners.map((corner) => new Vector3(...corner));
    const fan = places.slice(2).flatMap((corner, n) => [places[0], places[n + 1], corner]);
    const shape = new BufferGeometry().setFromPoints(fan);
    shape.computeVertexNormals();
    const solid = new Mesh(shape, new MeshLambertMaterial({ color: colors.line, side: 2 }));
    solid.castShadow = true;
    this.group.add(solid, new LineLoop(new BufferGeometry().setFromPoints(places), new LineBasicMaterial({ color: colors.muted })));
    const top = Math.max(...places.map(({ y }) => y));
    const at = middleOf(places.filter(({ y }) => y > top - 1e-6));
    this.handle({ kind: "slope", index, at }, 0.04, new Color(colors.focus));
    for (const axis of ["x", "z"] as const) {
      for (const isFar of [false, true]) this.handle({ kind: "side", shape: "slope", index, at: sideOf(places, axis, isFar, at), axis, isFar }, SIDE, new Color(colors.muted));
    }
  }

  private handle(handle: Handle, radius: number, color: Color): void {
    const ball = seenFromAfar(new Mesh(new SphereGeometry(radius, 16, 12), new MeshLambertMaterial({ color })), radius, () => canPull(handle));
    ball.position.copy(handle.at);
    this.group.add(ball);
    this.handles.push(handle);
  }

  private arrow({ apex, velocity }: Arc, index: number, color: Color): void {
    const way = new Vector3(velocity[0], 0, velocity[2]);
    const speed = way.length();
    if (speed < 0.05) return;
    const start = new Vector3(...apex);
    const length = speed * ARROW;
    const arrow = new ArrowHelper(way.clone().normalize(), start, length, color, 2 * HEAD, 2 * HEAD);
    seenFromAfar(arrow.cone, HEAD);
    this.group.add(arrow);
    this.handles.push({ kind: "arrow", index, at: start.clone().addScaledVector(way.normalize(), length) });
  }

  /** The handle at a point of the viewport. */
  handleAt(x: number, y: number, size: { width: number; height: number }): Handle | null {
    let best: { handle: Handle; off: number } | null = null;
    for (const handle of this.handles) {
      const seen = canPull(handle) ? project(handle.at) : null;
      if (!seen) continue;
      const off = Math.hypot(seen.x * size.width - x, seen.y * size.height - y);
      if (off < GRIP && (best === null || off < best.off)) best = { handle, off };
    }
    return best?.handle ?? null;
  }
}
