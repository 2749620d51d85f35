// The rigid body of a plan: an ellipsoid with the body's inertia, the force of the ground, and the polygon of its feet.
import { ArrowHelper, BufferGeometry, Color, Group, LineBasicMaterial, LineLoop, Mesh, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from "three";
import { placeIn } from "../motion/clip";
import type { RigidMoment } from "../tools/sketchdoc";
import type { Palette } from "./colors";

/** Metres of the arrow for each newton: body weight is half a metre. */
const PER_NEWTON = 0.5 / 700;

/** The rigid body. */
export class RigidBody {
  readonly group = new Group();
  private readonly ball = new Mesh(new SphereGeometry(1, 32, 20), new MeshLambertMaterial());
  private readonly force = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), 1, 0xffffff, 0.1, 0.06);
  private readonly support = new LineLoop(new BufferGeometry(), new LineBasicMaterial());

  constructor() {
    this.ball.castShadow = true;
    this.group.add(this.ball, this.force, this.support);
  }

  /** Shows the body at a moment. */
  put(playback: RigidMoment[], secs: number, colors: Palette): void {
    this.group.visible = playback.length > 0;
    if (playback.length === 0) return;
    const { at, share } = placeIn(playback.map((moment) => moment.secs), secs);
    const [a, b] = [playback[at], playback[Math.min(at + 1, playback.length - 1)]];
    this.ball.position.fromArray(a.position).lerp(new Vector3(...b.position), share);
    this.ball.quaternion.fromArray(a.orientation).slerp(new Quaternion(...b.orientation), share);
    this.ball.scale.fromArray(a.half_axes);
    this.ball.material.color = new Color(colors.left);
    const push = new Vector3(...a.force_newtons);
    this.force.visible = push.length() > 1;
    if (this.force.visible) {
      this.force.position.fromArray(a.contact);
      this.force.setLength(push.length() * PER_NEWTON, 0.1, 0.06);
      this.force.setDirection(push.normalize());
      this.force.setColor(new Color(colors.path));
    }
    this.support.visible = a.support.length > 2;
    if (this.support.visible) this.support.geometry.setFromPoints(a.support.map((corner) => new Vector3(corner[0], corner[1] + 0.01, corner[2])));
    this.support.material.color = new Color(colors.path);
  }
}
