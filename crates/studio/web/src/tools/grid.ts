// The distance grid: frames of one clip against frames of another, near dark and far pale, with the best path through it and the
// curve by which they correspond.
import { smallFont } from "../core/dom";
import { palette } from "../view3d/colors";

/** Distances of frames as the server sends them. */
export interface Grid {
  rows: number;
  columns: number;
  /** From 0 to 254 over 0 to the farthest; 255 where no path can lead. */
  cells: Uint8Array;
  farthest_cm: number;
  /** Seconds of both clips: the reference to the right, the other upwards. */
  secs: [number, number];
  /** The best path through the cells, whatever the pins say, in seconds of the reference and of the other. */
  path: [number, number][];
  /** How the clips correspond: the curve that blends follow and that passes the pins. */
  curve: [number, number][];
}

const NEAR = [0x0e, 0x22, 0x44];
const FAR = [0xfa, 0xf3, 0xe0];
/** How much paler cells are to which no path leads. */
const PALE = 0.75;

/** The colour of a cell. */
export function shade(cell: number): [number, number, number] {
  const share = Math.min(cell, 254) / 254;
  const mix = (from: number, to: number) => Math.round(from + (to - from) * share);
  const color = NEAR.map((from, n) => mix(from, FAR[n])) as [number, number, number];
  return cell === 255 ? (color.map((value) => Math.round(value + (255 - value) * PALE)) as [number, number, number]) : color;
}

/** The cells as a picture, the first frame at the bottom. */
export function pictureOf(grid: Grid): ImageData {
  const image = new ImageData(grid.columns, grid.rows);
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const at = 4 * ((grid.rows - 1 - row) * grid.columns + column);
      image.data.set(shade(grid.cells[row * grid.columns + column]), at);
      image.data[at + 3] = 255;
    }
  }
  return image;
}

/** Room around the field for plants and labels. */
export const MARGIN = { left: 30, bottom: 30, top: 8, right: 8 };

export interface Field {
  width: number;
  height: number;
}

const inner = ({ width, height }: Field) => ({ width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom });

/** Where a pair of moments is. */
export function place(field: Field, grid: Grid, [reference, other]: [number, number]): { x: number; y: number } {
  const size = inner(field);
  return { x: MARGIN.left + (reference / grid.secs[0]) * size.width, y: MARGIN.top + (1 - other / grid.secs[1]) * size.height };
}

/** The pair of moments at a place. */
export function momentsAt(field: Field, grid: Grid, x: number, y: number): [number, number] {
  const size = inner(field);
  const clamp = (value: number, high: number) => Math.min(Math.max(value, 0), high);
  return [
    clamp(((x - MARGIN.left) / size.width) * grid.secs[0], grid.secs[0]),
    clamp((1 - (y - MARGIN.top) / size.height) * grid.secs[1], grid.secs[1]),
  ];
}

/** The distance at a pair of moments, in centimetres; null where no path can lead. */
export function distanceAt(grid: Grid, [reference, other]: [number, number]): number | null {
  const column = Math.min(grid.columns - 1, Math.round((reference / grid.secs[0]) * (grid.columns - 1)));
  const row = Math.min(grid.rows - 1, Math.round((other / grid.secs[1]) * (grid.rows - 1)));
  const cell = grid.cells[row * grid.columns + column];
  return cell === 255 ? null : (cell / 254) * grid.farthest_cm;
}

/** Plants beside the axes. */
export interface AxisPlants {
  left: [number, number][];
  right: [number, number][];
}

/** What is drawn over the cells. */
export interface Over {
  pins: [number, number][];
  cursor: [number, number] | null;
  centre: [number, number] | null;
  reference: AxisPlants;
  other: AxisPlants;
  names: [string, string];
}

/** Draws the grid. */
export function drawGrid(pen: CanvasRenderingContext2D, image: HTMLCanvasElement, grid: Grid, field: Field, over: Over): void {
  const colors = palette.value;
  const size = inner(field);
  pen.clearRect(0, 0, field.width, field.height);
  pen.imageSmoothingEnabled = grid.columns > size.width;
  pen.drawImage(image, MARGIN.left, MARGIN.top, size.width, size.height);
  axes(pen, grid, field, over, colors.muted);
  plants(pen, grid, field, over);
  pen.save();
  pen.beginPath();
  pen.rect(MARGIN.left, MARGIN.top, size.width, size.height);
  pen.clip();
  polyline(pen, grid, field, grid.path, "#ffffff", 1.4);
  polyline(pen, grid, field, grid.curve, colors.path, 2.5);
  pen.restore();
  if (over.cursor) cross(pen, grid, field, over.cursor, "#ffffff");
  for (const pin of over.pins) diamond(pen, place(field, grid, pin), colors.path);
  if (over.centre) diamond(pen, place(field, grid, over.centre), colors.focus);
}

function polyline(pen: CanvasRenderingContext2D, grid: Grid, field: Field, pairs: [number, number][], color: string, width: number): void {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.beginPath();
  for (const pair of pairs) {
    const { x, y } = place(field, grid, pair);
    pen.lineTo(x, y);
  }
  pen.stroke();
}

function axes(pen: CanvasRenderingContext2D, grid: Grid, field: Field, { names }: Over, color: string): void {
  const size = inner(field);
  pen.fillStyle = color;
  pen.font = smallFont();
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  pen.fillText(`${names[0].slice(0, 22)} →`, MARGIN.left, field.height - 6);
  pen.textAlign = "right";
  pen.fillText(`${grid.secs[0].toFixed(1)} s`, MARGIN.left + size.width, field.height - 6);
  pen.save();
  pen.translate(12, MARGIN.top + size.height);
  pen.rotate(-Math.PI / 2);
  pen.textAlign = "left";
  pen.fillText(`${names[1].slice(0, 22)} →`, 0, 0);
  pen.textAlign = "right";
  pen.fillText(`${grid.secs[1].toFixed(1)} s`, size.height, 0);
  pen.restore();
}

function plants(pen: CanvasRenderingContext2D, grid: Grid, field: Field, over: Over): void {
  const colors = palette.value;
  const bottom = field.height - MARGIN.bottom + 2;
  for (const side of ["left", "right"] as const) {
    pen.fillStyle = colors[side];
    const shift = side === "left" ? 0 : 4;
    for (const [from, to] of over.reference[side]) {
      const [a, b] = [place(field, grid, [from, 0]).x, place(field, grid, [to, 0]).x];
      pen.fillRect(a, bottom + shift, Math.max(1, b - a), 3);
    }
    for (const [from, to] of over.other[side]) {
      const [a, b] = [place(field, grid, [0, to]).y, place(field, grid, [0, from]).y];
      pen.fillRect(MARGIN.left - 5 - shift, a, 3, Math.max(1, b - a));
    }
  }
}

function cross(pen: CanvasRenderingContext2D, grid: Grid, field: Field, at: [number, number], color: string): void {
  const { x, y } = place(field, grid, at);
  const size = inner(field);
  pen.strokeStyle = color;
  pen.globalAlpha = 0.8;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, MARGIN.top);
  pen.lineTo(x, MARGIN.top + size.height);
  pen.moveTo(MARGIN.left, y);
  pen.lineTo(MARGIN.left + size.width, y);
  pen.stroke();
  pen.globalAlpha = 1;
}

function diamond(pen: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, color: string): void {
  pen.fillStyle = color;
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x, y - 8);
  pen.lineTo(x + 8, y);
  pen.lineTo(x, y + 8);
  pen.lineTo(x - 8, y);
  pen.closePath();
  pen.fill();
  pen.stroke();
}
