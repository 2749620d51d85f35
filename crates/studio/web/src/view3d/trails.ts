// Root trajectories on the floor, as flat bands; that of the linear blend is dashed.
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from "three";
import type { Actor } from "../motion/stage";

/** Points of a trajectory at most: finer is not seen. */
const MOST_POINTS = 600;
const HEIGHT = 0.004;
/** Points of a dash and of the gap after it. */
const DASH = 4;

/** A band along points on the floor. Its buffers and its material stay while it is laid elsewhere: a new material would be
 * compiled in the middle of a drag. */
class Band {
  private readonly places = new BufferAttribute(new Float32Array(6 * MOST_POINTS), 3);
  private readonly faces = new BufferAttribute(new Uint16Array(6 * MOST_POINTS), 1);
  private readonly material = new MeshBasicMaterial({ side: DoubleSide, transparent: true });
  readonly mesh = new Mesh(new BufferGeometry(), this.material);

  constructor() {
    this.mesh.geometry.setAttribute("position", this.places);
    this.mesh.geometry.setIndex(this.faces);
    this.mesh.frustumCulled = false;
  }

  lay(points: [number, number][], width: number, dashed: boolean): void {
    let used = 0;
    points.forEach(([x, z], n) => {
      const [ax, az] = points[Math.max(0, n - 1)];
      const [bx, bz] = points[Math.min(points.length - 1, n + 1)];
      const size = Math.hypot(bx - ax, bz - az) || 1;
      const [sx, sz] = [(-(bz - az) / size) * width, ((bx - ax) / size) * width];
      this.places.array.set([x + sx, HEIGHT, z + sz, x - sx, HEIGHT, z - sz], 6 * n);
      const gap = dashed && Math.floor(n / DASH) % 2 === 1;
      if (n === 0 || gap) return;
      this.faces.array.set([2 * n - 2, 2 * n - 1, 2 * n, 2 * n, 2 * n - 1, 2 * n + 1], used);
      used += 6;
    });
    this.places.needsUpdate = true;
    this.faces.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, used);
  }

  paint(color: string, opacity: number): void {
    this.material.color.set(color);
    this.material.opacity = opacity;
  }
}

/** The trajectory of an actor's root, laid where the actor is at each moment. */
export function trajectory(actor: Actor, length: number): [number, number][] {
  const { motion } = actor;
  const count = Math.max(2, Math.min(MOST_POINTS, motion.frames));
  const points: [number, number][] = [];
  for (let n = 0; n < count; n += 1) {
    const secs = (n / (count - 1)) * length;
    const frame = Math.min(Math.max(Math.round(actor.time(secs) * motion.rate), 0), motion.frames - 1);
    const x = motion.rows[frame * motion.stride];
    const z = motion.rows[frame * motion.stride + 2];
    const ground = actor.ground?.(secs);
    if (!ground) points.push([x, z]);
    else {
      const [cosine, sine] = [Math.cos(ground.turn), Math.sin(ground.turn)];
      points.push([x * cosine + z * sine + ground.x, -x * sine + z * cosine + ground.z]);
    }
  }
  return points;
}

/** The trails of all actors. */
export class Trails {
  readonly group = new Group();
  private readonly bands: Band[] = [];

  draw(actors: { actor: Actor; color: string }[], length: number): void {
    while (this.bands.length < actors.length) this.add();
    this.bands.forEach(({ mesh }, n) => {
      mesh.visible = n < actors.length;
    });
    actors.forEach(({ actor, color }, n) => {
      const leads = actor.role === "main";
      this.bands[n].lay(trajectory(actor, length), leads ? 0.012 : 0.006, actor.role === "linear");
      this.bands[n].paint(color, leads ? 0.9 : 0.6);
    });
  }

  private add(): void {
    const band = new Band();
    this.bands.push(band);
    this.group.add(band.mesh);
  }
}
