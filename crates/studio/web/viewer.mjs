// Makes the page that shows one clip by itself: `node viewer.mjs FILE` writes it, `node viewer.mjs FILE --check` says whether FILE
// is what the sources make. The Python package holds it, so that it can be installed without Node.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
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
  legalComments: "none", plugins: [bare],
});
const script = made.outputFiles[0].text;
const page = await readFile(join(here, "src/viewer/page.html"), "utf8");
const [head, tail] = page.split("SCRIPT");
const [file, check] = process.argv.slice(2);

/** Whether a page has this script; archives of other versions of zlib differ in their bytes. */
function holds(text) {
  if (!text.startsWith(head) || !text.endsWith(tail)) return false;
  const packed = Buffer.from(text.slice(head.length, text.length - tail.length), "base64");
  return gunzipSync(packed).toString() === script;
}

if (check === "--check") {
  if (!holds(await readFile(file, "utf8"))) throw new Error(`${file} is not what the sources make; run: npm run viewer`);
} else {
  const text = head + gzipSync(script, { level: 9 }).toString("base64") + tail;
  if (text.length > LARGEST) throw new Error(`the page has ${text.length} bytes; ${LARGEST} are allowed`);
  await writeFile(file, text);
  console.log(`${text.length} bytes`);
}
