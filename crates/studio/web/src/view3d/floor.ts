// The floor: a metre grid that fades with distance, with quarter metres in between.
import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial } from "three";
import type { Palette } from "./colors";

const VERTEX = `
varying vec3 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = `
varying vec3 place;
uniform vec3 line;
uniform vec3 floorColor;
uniform vec3 far;
uniform vec2 centre;
uniform float reach;
float grid(vec2 at, float width) {
  vec2 wide = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / wide;
  return (1.0 - min(min(near.x, near.y) / width, 1.0)) * clamp(1.0 - 2.5 * max(wide.x, wide.y), 0.0, 1.0);
}
void main() {
  float metres = grid(place.xz, 1.2);
  float quarters = grid(place.xz * 4.0, 1.0) * 0.35;
  float fade = 1.0 - smoothstep(0.25 * reach, reach, length(place.xz - centre));
  vec3 base = mix(far, floorColor, fade);
  gl_FragColor = vec4(mix(base, line, max(metres, quarters) * fade), 1.0);
  #include <colorspace_fragment>
}`;

/** Metres across: no motion here leaves it. */
const SIZE = 400;

/** The ground. */
export class Floor {
  readonly group = new Group();
  private readonly material = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      line: { value: new Color() }, floorColor: { value: new Color() }, far: { value: new Color() },
      centre: { value: [0, 0] }, reach: { value: 14 },
    },
  });
  private readonly shade = new ShadowMaterial({ opacity: 0.16 });
  private readonly shadow: Mesh;

  constructor() {
    const flat = new PlaneGeometry(SIZE, SIZE).rotateX(-Math.PI / 2);
    const ground = new Mesh(flat, this.material);
    ground.position.y = -0.002;
    this.shadow = new Mesh(flat, this.shade);
    this.shadow.position.y = -0.001;
    this.shadow.receiveShadow = true;
    this.group.add(ground, this.shadow);
  }

  /** Whether shadows fall on it. */
  showShadow(falls: boolean): void {
    this.shadow.visible = falls;
  }

  paint(colors: Palette, dark: boolean): void {
    const { uniforms } = this.material;
    uniforms["line"].value.set(colors.line);
    uniforms["floorColor"].value.set(colors.floor);
    uniforms["far"].value.set(colors.far);
    this.shade.opacity = dark ? 0.45 : 0.16;
  }

  /** Fades around a place, the farther the camera the wider. */
  around(x: number, z: number, distance: number): void {
    this.material.uniforms["centre"].value = [x, z];
    this.material.uniforms["reach"].value = Math.max(8, 3 * distance);
  }
}
