// The cube of axes in the corner of the viewport: it turns with the camera. A click on a face looks from there, a drag orbits. V and
// the menu do the same for keys.
import { Vector3 } from "three";
import { h, s } from "../core/dom";
import { onDrag } from "../core/gesture";
import { effect } from "../core/signal";
import { camera, cameraLocked, cameraMoved, lookAlong, looking, orbit } from "./camera";

/** Pixels of the picture, and of half an edge. */
const SIZE = 84;
const HALF = 19;
/** How far the axes reach, in half edges. */
const REACH = 1.75;
/** A face that is seen this obliquely has no name: it could not be read. */
const OBLIQUE = 0.25;
const RADIANS_PER_PIXEL = 0.012;

/** A side of the cube: what it is called, the way it looks, and the way its words run. */
interface Face {
  name: string;
  out: Vector3;
  right: Vector3;
  up: Vector3;
}

const face = (name: string, out: [number, number, number], right: [number, number, number]): Face => {
  const [n, x] = [new Vector3(...out), new Vector3(...right)];
  return { name, out: n, right: x, up: n.clone().cross(x) };
};

/** The sides; nobody looks from below. */
const FACES = [
  face("front", [0, 0, 1], [1, 0, 0]), face("back", [0, 0, -1], [-1, 0, 0]),
  face("side", [1, 0, 0], [0, 0, -1]), face("side", [-1, 0, 0], [0, 0, 1]),
  face("top", [0, 1, 0], [1, 0, 0]),
];
/** As other programs paint the axes. */
const AXES: [string, Vector3][] = [["x", new Vector3(1, 0, 0)], ["y", new Vector3(0, 1, 0)], ["z", new Vector3(0, 0, 1)]];

/** Where a direction points in the picture, and how much towards whoever looks. */
function seen(way: Vector3): { x: number; y: number; near: number } {
  const at = way.clone().transformDirection(camera.matrixWorldInverse).multiplyScalar(way.length());
  return { x: SIZE / 2 + HALF * at.x, y: SIZE / 2 - HALF * at.y, near: at.z };
}

/** Looks at a side. */
function lookFromSide({ out }: Face): void {
  if (cameraLocked.peek()) return;
  if (out.y > 0) lookAlong(looking.yaw, Math.PI / 2);
  else lookAlong(Math.atan2(out.x, out.z), 0.08);
}

function sideNode({ name }: Face): { node: SVGGElement; shape: SVGPolygonElement; words: SVGTextElement } {
  const shape = s("polygon", {});
  const words = s("text", { "text-anchor": "middle", "dominant-baseline": "central" }, name);
  return { node: s("g", { class: "cube-side" }, shape, words), shape, words };
}

function axisNode(name: string): { node: SVGGElement; line: SVGLineElement; words: SVGTextElement } {
  const line = s("line", { x1: SIZE / 2, y1: SIZE / 2 });
  const words = s("text", { "text-anchor": "middle", "dominant-baseline": "central" }, name.toUpperCase());
  return { node: s("g", { class: `cube-axis of-${name}` }, line, words), line, words };
}

function set(node: Element, values: Record<string, number | string>): void {
  for (const name in values) node.setAttribute(name, String(values[name]));
}

/** The corners of a side, and the turn of its words, as they are seen now. */
function placeSide({ out, right, up }: Face, { node, shape, words }: ReturnType<typeof sideNode>): void {
  const middle = seen(out);
  node.style.display = middle.near > 0.02 ? "" : "none";
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => seen(out.clone().addScaledVector(right, a).addScaledVector(up, b)));
  set(shape, { points: corners.map(({ x, y }) => `${x},${y}`).join(" ") });
  const [x, y] = [seen(right), seen(up)].map((to) => [(to.x - SIZE / 2) / HALF, (to.y - SIZE / 2) / HALF]);
  set(words, { transform: `matrix(${x[0]} ${x[1]} ${-y[0]} ${-y[1]} ${middle.x} ${middle.y})`, opacity: middle.near > OBLIQUE ? 1 : 0 });
}

function placeAxis(way: Vector3, { node, line, words }: ReturnType<typeof axisNode>): void {
  const [tip, name] = [seen(way.clone().multiplyScalar(REACH)), seen(way.clone().multiplyScalar(REACH + 0.3))];
  set(line, { x2: tip.x, y2: tip.y });
  set(words, { x: name.x, y: name.y });
  // What points away stands behind the sides.
  node.classList.toggle("behind", tip.near < 0);
}

/** The cube. */
export function cube(): HTMLElement {
  const sides = FACES.map((one) => ({ one, parts: sideNode(one) }));
  const axes = AXES.map(([name, way]) => ({ way, parts: axisNode(name) }));
  const picture = s("svg", { width: SIZE, height: SIZE, viewBox: `0 0 ${SIZE} ${SIZE}` }, axes.map(({ parts }) => parts.node), sides.map(({ parts }) => parts.node));
  let drawn = "";
  effect(() => {
    void cameraMoved.value;
    // Following a figure turns nothing.
    const turn = camera.quaternion.toArray().join();
    if (turn === drawn) return;
    drawn = turn;
    for (const { one, parts } of sides) placeSide(one, parts);
    for (const { way, parts } of axes) placeAxis(way, parts);
  });
  onDrag(picture, (from, down) => {
    let last = from;
    const under = sides.find(({ parts }) => parts.node.contains(down.target as Node));
    return {
      move: (at) => {
        orbit(-(at.x - last.x) * RADIANS_PER_PIXEL, (at.y - last.y) * RADIANS_PER_PIXEL);
        last = at;
      },
      end: () => {},
      cancel: () => {},
      click: () => under && lookFromSide(under.one),
    };
  });
  return h("div", { class: "cube", "aria-hidden": "true", title: "Click a side to look from there, drag to orbit (V)" }, picture);
}
