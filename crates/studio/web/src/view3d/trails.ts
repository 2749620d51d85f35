// Root trajectories on the floor, as flat bands; that of the linear blend is dashed.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial } from "three";
import type { Actor } from "../motion/stage";

/** Points of a trajectory at most: finer is not seen. */
const MOST_POINTS = 600;
const HEIGHT = 0.004;
/** Points of a dash and of the gap after it. */
const DASH = 4;

/** A band along points on the floor. */
export function band(points: [number, number][], width: number, height: number, dashed: boolean): BufferGeometry {
  const places: number[] = [];
  const faces: number[] = [];
  points.forEach(([x, z], n) => {
    const [ax, az] = points[Math.max(0, n - 1)];
    const [bx, bz] = points[Math.min(points.length - 1, n + 1)];
    const size = Math.hypot(bx - ax, bz - az) || 1;
    const [sx, sz] = [(-(bz - az) / size) * width, ((bx - ax) / size) * width];
    places.push(x + sx, height, z + sz, x - sx, height, z - sz);
    const gap = dashed && Math.floor(n / DASH) % 2 === 1;
    if (n > 0 && !gap) faces.push(2 * n - 2, 2 * n - 1, 2 * n, 2 * n, 2 * n - 1, 2 * n + 1);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setIndex(faces);
  return geometry;
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

  draw(actors: { actor: Actor; color: string }[], length: number): void {
    for (const child of this.group.children) {
      const { geometry, material } = child as Mesh<BufferGeometry, MeshBasicMaterial>;
      geometry.dispose();
      material.dispose();
    }
    this.group.clear();
    for (const { actor, color } of actors) {
      const width = actor.role === "main" ? 0.012 : 0.006;
      const geometry = band(trajectory(actor, length), width, HEIGHT, actor.role === "linear");
      const material = new MeshBasicMaterial({ color: new Color(color), side: DoubleSide, transparent: true, opacity: actor.role === "main" ? 0.9 : 0.6 });
      this.group.add(new Mesh(geometry, material));
    }
  }
}
