// A target to drag, the places that can be reached, and where a target out of reach was projected.
import {
  BufferAttribute, BufferGeometry, Color, Group, Line, LineDashedMaterial, Mesh, MeshBasicMaterial, MeshLambertMaterial, Plane, Points, PointsMaterial, RingGeometry, SphereGeometry, Vector3,
} from "three";
import { type AxisGrip, Axes, pulled } from "./axes";
import { camera, hitPlane, project } from "./camera";
import type { Palette } from "./colors";

const RADIUS = 0.055;
/** Pixels around the target that take hold of it. */
const GRIP = 22;

/** What the hand holds of a target: the ball, or one of its arrows. */
export type Grip = "ball" | AxisGrip;

const targets: Target[] = [];

/** Where the target that is shown and the ends of its arrows are in the viewport, from 0 to 1, for tests. */
export function targetSeen() {
  const shown = targets.find(({ group }) => group.visible);
  return shown ? { ball: project(shown.place), arrows: [0, 1, 2].map((n) => project(shown.axes.end(n))) } : null;
}

/** The target and what belongs to it. */
export class Target {
  readonly group = new Group();
  readonly place = new Vector3();
  private readonly ball = new Mesh(new SphereGeometry(RADIUS, 24, 16), new MeshLambertMaterial({ depthTest: false, transparent: true }));
  private readonly shadow = new Mesh(new RingGeometry(0.6 * RADIUS, RADIUS, 32).rotateX(-Math.PI / 2), new MeshBasicMaterial({ transparent: true, opacity: 0.6 }));
  private readonly line = new Line(new BufferGeometry(), new LineDashedMaterial({ dashSize: 0.03, gapSize: 0.02 }));
  private readonly reached = new Mesh(new SphereGeometry(0.6 * RADIUS, 16, 12), new MeshLambertMaterial());
  readonly axes = new Axes();
  private readonly cloud = new Points(new BufferGeometry(), new PointsMaterial({ size: 0.028, transparent: true, opacity: 0.55 }));

  constructor() {
    targets.push(this);
    // A body must not hide what moves it.
    this.ball.renderOrder = 1;
    this.group.add(this.ball, this.shadow, this.line, this.reached, this.axes.group, this.cloud);
    this.cloud.frustumCulled = false;
    this.line.frustumCulled = false;
  }

  paint(colors: Palette): void {
    this.ball.material.color = new Color(colors.path);
    this.shadow.material.color = new Color(colors.path);
    this.line.material.color = new Color(colors.bad);
    this.reached.material.color = new Color(colors.bad);
    this.cloud.material.color = new Color(colors.left);
  }

  /** Puts the target somewhere, and shows where it was projected if that is elsewhere. */
  put(at: Vector3, reached: Vector3 | null): void {
    this.place.copy(at);
    this.ball.position.copy(at);
    this.axes.group.position.copy(at);
    this.shadow.position.set(at.x, 0.003, at.z);
    const off = reached !== null && reached.distanceTo(at) > 0.01;
    this.line.visible = off;
    this.reached.visible = off;
    if (!off) return;
    this.reached.position.copy(reached);
    this.line.geometry.setFromPoints([at, reached]);
    this.line.computeLineDistances();
  }

  /** Shows the places that can be reached. */
  setCloud(points: Float32Array): void {
    this.cloud.geometry.dispose();
    this.cloud.geometry = new BufferGeometry();
    this.cloud.geometry.setAttribute("position", new BufferAttribute(points, 3));
  }

  /** What a point of the viewport, in pixels, takes hold of. */
  grip(x: number, y: number, size: { width: number; height: number }): Grip | null {
    const seen = project(this.place);
    if (seen !== null && Math.hypot(seen.x * size.width - x, seen.y * size.height - y) < GRIP) return "ball";
    return this.axes.grip(x, y, size);
  }

  /** Where the hand drags to: along an arrow; else in the view plane, on the level it has with Ctrl, straight up and down with Shift. */
  dragged(grip: Grip, x: number, y: number, keys: { ctrlKey: boolean; shiftKey: boolean }): Vector3 | null {
    if (grip !== "ball") return pulled(grip, x, y);
    const facing = camera.getWorldDirection(new Vector3());
    if (keys.ctrlKey) return hitPlane(x, y, new Plane().setFromNormalAndCoplanarPoint(new Vector3(0, 1, 0), this.place));
    const flat = keys.shiftKey ? facing.setY(0).normalize() : facing;
    const hit = hitPlane(x, y, new Plane().setFromNormalAndCoplanarPoint(flat, this.place));
    return hit && keys.shiftKey ? new Vector3(this.place.x, hit.y, this.place.z) : hit;
  }
}
