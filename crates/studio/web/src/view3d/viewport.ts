// The viewport: draws what is on stage when something changed, and never otherwise.
import { Color, DirectionalLight, Group, HemisphereLight, Scene, Vector3, WebGLRenderer } from "three";
import { coarseness, paintSoon } from "../core/frame";
import { bump, effect, signal, untracked } from "../core/signal";
import { isDark, view } from "../core/view";
import type { Ground } from "../motion/pose";
import { type Actor, length, main, stage } from "../motion/stage";
import { camera, cameraMoved, looking, placeCamera } from "./camera";
import { palette } from "./colors";
import { type Drawn, Figures } from "./figures";
import { Floor } from "./floor";
import { frameFigures } from "./framing";
import { held, heldPlaces } from "./handles";
import { type Posed, posed, posedAt, solesOfMotion } from "./posed";
import { colorOf, shades } from "./shades";
import { isAwaited, skinOf, skins, wear } from "./skin";
import { isOn, type Sole, Soles } from "./soles";
import { Trails } from "./trails";

/** Feet that stand longer before or after the playhead are not drawn: over a long take they would cover the floor. */
const SOLES_SECS = 3;

/** What tools add to the scene: targets, clouds, boxes and strokes. */
export const overlays = new Group();
/** Rises when a tool changed its overlay. */
export const overlayChanged = signal(0);

/** A hand moved an overlay: the answer to it draws it, or else the next frame. */
export function overlayDragged(): void {
  const drawn = posed.peek();
  requestAnimationFrame(() => {
    if (posed.peek() === drawn) bump(overlayChanged);
  });
}

/** The three-dimensional picture. */
export class Viewport {
  readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly figures = new Figures();
  private readonly floor = new Floor();
  private readonly trails = new Trails();
  private readonly soles = new Soles();
  private standing: Sole[] = [];
  private readonly skins = new Group();
  private readonly sun = new DirectionalLight(0xffffff, 1.9);
  private readonly sky = new HemisphereLight(0xffffff, 0x8a94a6, 1.5);
  private followed: Vector3 | null = null;
  private framed: string | null = null;
  private figure: string | null = null;
  private crowd = 0;
  /** Whether a mesh was on its way when the figures were framed. */
  private awaitsMesh = false;
  /** The number of the camera's place in the picture: following moves it while the picture is drawn. */
  private drawnFrom = -1;
  private readonly paint = () => this.render();

  /** Throws where the browser has no WebGL 2. */
  constructor(readonly canvas: HTMLCanvasElement) {
    const testing = view.testing && devicePixelRatio < 2;
    this.renderer = new WebGLRenderer({ canvas, antialias: !testing, preserveDrawingBuffer: false });
    this.renderer.shadowMap.enabled = !testing;
    this.sun.castShadow = !testing;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 4;
    const { camera: seen } = this.sun.shadow;
    [seen.left, seen.right, seen.top, seen.bottom, seen.far] = [-6, 6, 6, -6, 30];
    this.scene.add(this.sky, this.sun, this.sun.target, this.floor.group, this.trails.group, this.soles.group, this.figures.group, this.skins, overlays);
    placeCamera();
    this.listen();
  }

  private listen(): void {
    effect(() => {
      const ratio = this.ratio();
      if (ratio === this.renderer.getPixelRatio()) return;
      this.renderer.setPixelRatio(ratio);
      paintSoon(this.paint);
    });
    effect(() => {
      // The light keeps its shadow: without it all shaders would be compiled again.
      const casts = this.sun.castShadow && coarseness.value === 0;
      this.renderer.shadowMap.autoUpdate = casts;
      this.floor.showShadow(casts);
      paintSoon(this.paint);
    });
    effect(() => {
      this.scene.background = new Color(palette.value.far);
      this.floor.paint(palette.value, isDark());
      paintSoon(this.paint);
    });
    effect(() => {
      const shown = view.trails.value ? this.visible() : [];
      this.trails.draw(shown.map((actor) => ({ actor, color: colorOf(actor) })), length.value);
      paintSoon(this.paint);
    });
    effect(() => {
      void [view.time.value, stage.value, overlayChanged.value, view.ghosts.value, view.follow.value, view.mesh.value, skins.value];
      paintSoon(this.paint);
    });
    effect(() => {
      void skins.value;
      if (this.awaitsMesh && !untracked(() => this.visible().some(isAwaited))) untracked(() => this.frameAll());
    });
    effect(() => {
      if (cameraMoved.value !== this.drawnFrom) paintSoon(this.paint);
    });
    effect(() => {
      const leading = main.value;
      const key = leading ? `${view.tool.value}:${leading.key}` : null;
      const figure = leading?.motion.skeleton.hash ?? null;
      const crowd = stage.value.actors.length;
      const grew = crowd > this.crowd;
      this.crowd = crowd;
      if (key === null || (key === this.framed && figure === this.figure && !grew)) return;
      const first = this.framed === null || figure !== this.figure;
      [this.framed, this.figure] = [key, figure];
      if (stage.value.keepsCamera) return;
      if (first || grew || !leading?.motion.u) untracked(() => this.frameAll());
    });
  }

  /** Actors that are not hidden. */
  private visible(): Actor[] {
    const hidden = view.ghosts.value === "hidden";
    return stage.value.actors.filter((actor) => !hidden || actor.role !== "input");
  }

  /** Pixels of the picture for each of the page: fewer while frames come late. */
  private ratio(): number {
    const finest = view.testing ? 1 : Math.min(devicePixelRatio, 2);
    return [finest, Math.min(finest, 1), 0.5][coarseness.value];
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(untracked(() => this.ratio()));
    this.renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(1, height);
    camera.updateProjectionMatrix();
    placeCamera();
  }

  /** All actors posed at the playhead. */
  private poseAll(): Posed[] {
    return this.visible().map((actor) => posedAt(actor, view.time.value));
  }

  render(): void {
    const all = untracked(() => this.poseAll());
    untracked(() => this.draw(all));
    posed.value = all;
  }

  /** Waits until what was drawn is drawn: for benchmarks. */
  finish(): void {
    const pen = this.renderer.getContext();
    pen.readPixels(0, 0, 1, 1, pen.RGBA, pen.UNSIGNED_BYTE, new Uint8Array(4));
  }

  private draw(all: Posed[]): void {
    this.follow(all.find(({ actor }) => actor.role === "main") ?? null);
    this.drawnFrom = cameraMoved.peek();
    this.dress(all);
    this.drawSoles(all);
    const { target, distance } = looking;
    this.floor.around(target.x, target.z, distance);
    this.sun.position.set(target.x + 4, 9, target.z + 5);
    this.sun.target.position.copy(target);
    this.renderer.render(this.scene, camera);
  }

  /** Keeps the leading figure where it is in the picture. */
  private follow(leading: Posed | null): void {
    const place = leading ? new Vector3(leading.pose.places[0], 0, leading.pose.places[2]) : null;
    const follows = view.follow.value && !stage.value.keepsCamera;
    if (follows && place && this.followed && !place.equals(this.followed)) {
      looking.target.add(place.clone().sub(this.followed));
      placeCamera();
    }
    this.followed = place;
  }

  /** Figures with a mesh wear it; the others are drawn as bones. */
  private dress(all: Posed[]): void {
    const bare: Drawn[] = [];
    this.skins.clear();
    for (const one of all) {
      const { actor, pose, height } = one;
      const solid = !actor.isFaint && (actor.role === "main" || actor.role === "match");
      const dresses = solid || actor.role === "linear";
      const skin = dresses && actor.mesh && view.mesh.value ? skinOf(actor.mesh, actor.key, actor.motion.skeleton) : null;
      one.isGhost = !solid;
      if (skin) {
        wear(skin, pose, solid ? null : colorOf(actor));
        one.isDressed = true;
        one.roof = skin.overhang.up;
        this.skins.add(skin.root);
      } else {
        bare.push({ skeleton: actor.motion.skeleton, pose, height, isGhost: !solid, color: shades(actor) });
      }
    }
    this.figures.draw(bare);
  }

  /** The sole of the leading figure that lies at a place of the floor. */
  soleAt(x: number, z: number): Sole | null {
    return this.standing.find((sole) => isOn(sole, x, z)) ?? null;
  }

  private drawSoles(all: Posed[]): void {
    const time = view.time.value;
    const soles = all
      .filter(({ actor }) => actor.role === "main")
      .flatMap(({ actor }) => {
        const ground = actor.ground?.(time);
        const frame = actor.time(time) * actor.motion.rate;
        const near = SOLES_SECS * actor.motion.rate;
        const around = solesOfMotion(actor.motion).filter(({ range: [first, last] }) => frame > first - near && frame < last + near);
        return around.map((sole) => ({ sole: ground ? laid(sole, ground) : sole, frame, shift: [0, 0] as [number, number] }));
      });
    this.standing = soles.map(({ sole }) => sole);
    this.soles.draw(soles, palette.value);
  }

  /** Looks at all figures, and once more when the meshes that they wear are there. */
  frameAll(): void {
    this.awaitsMesh = view.mesh.value && this.visible().some(isAwaited);
    this.look(() => true, heldPlaces());
  }

  /** Looks at the figure that has the focus, or else at the one that leads, and at what the tool holds beside it. */
  frameSelection(): void {
    const key = held.value;
    const figures = this.poseAll();
    const wanted = figures.some(({ actor }) => actor.key === key) ? key : null;
    this.look(({ actor }) => (wanted ? actor.key === wanted : actor.role === "main"), wanted ? [] : heldPlaces());
  }

  private look(which: (one: Posed) => boolean, places: Vector3[] = []): void {
    const all = this.poseAll();
    const wanted = all.filter(which);
    this.followed = null;
    frameFigures(wanted.length > 0 ? wanted : all, places);
  }
}

function laid(sole: Sole, { turn, x, z }: Ground): Sole {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  const at = ([px, pz]: [number, number]): [number, number] => [px * cosine + pz * sine + x, -px * sine + pz * cosine + z];
  return { ...sole, heel: at(sole.heel), toe: at(sole.toe) };
}
