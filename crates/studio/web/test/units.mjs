// Runs the unit tests: bundled by esbuild into a folder of their own, then by node's own test runner.
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The little of a browser that modules touch when they are loaded. */
const BROWSER = `
globalThis.location ??= { search: "", host: "test" };
globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });
globalThis.localStorage ??= { getItem: () => null, setItem() {} };
globalThis.sessionStorage ??= { getItem: () => null, setItem() {} };
globalThis.requestAnimationFrame ??= () => 1;
`;

const here = dirname(fileURLToPath(import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "segue-units-"));
const tests = (await readdir(join(here, "unit"))).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: tests.map((name) => join(here, "unit", name)),
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  banner: { js: BROWSER },
  logLevel: "error",
});
const files = (await readdir(folder)).map((name) => join(folder, name));
const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=dot", ...files], { stdio: "inherit" });
// The page of notebooks is made of the same modules.
const viewer = spawnSync(process.execPath, [join(here, "../viewer.mjs"), join(folder, "view.html")], { stdio: "inherit" });
await rm(folder, { recursive: true });
process.exit(status || viewer.status || 0);
