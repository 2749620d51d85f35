// Makes the page that shows one clip by itself, for the Python package: `node viewer.mjs FILE`.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
/** Every view in a notebook holds the page. */
const LARGEST = 220_000;

/** Figures are shown as bones: the reader of meshes stays out. */
const bare = {
  name: "bare",
  setup: (made) => made.onResolve({ filter: /^\.\/skin$/ }, () => ({ path: join(here, "src/viewer/bare.ts") })),
};

const made = await build({
  absWorkingDir: here, entryPoints: ["src/viewer/main.ts"], bundle: true, format: "iife", target: "es2022", minify: true, write: false,
  legalComments: "inline", plugins: [bare],
});
const script = made.outputFiles[0].text;
const page = await readFile(join(here, "src/viewer/page.html"), "utf8");
const [head, tail] = page.split("SCRIPT");
const text = head + gzipSync(script, { level: 9 }).toString("base64") + tail;
if (text.length > LARGEST) throw new Error(`the page has ${text.length} bytes; ${LARGEST} are allowed`);
await writeFile(process.argv[2], text);
