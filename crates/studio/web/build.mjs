// Makes the page: `node build.mjs FOLDER` writes index.html, the bundle and the style sheet, both named by their content.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(here, "dist");
/** Compressed bytes of the script: more would be felt on the first visit. */
const LARGEST = 400_000;

const made = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.ts", style: "styles/index.css" },
  outdir: "out",
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  write: false,
  legalComments: "none",
  loader: { ".svg": "dataurl" },
});

const content = (ending) => made.outputFiles.find((file) => file.path.endsWith(ending)).contents;
const named = (stem, ending) => {
  const hash = createHash("sha256").update(content(ending)).digest("hex").slice(0, 12);
  return `${stem}-${hash}${ending}`;
};

const script = named("app", ".js");
const style = named("app", ".css");
const packed = gzipSync(content(".js")).length;
if (packed > LARGEST) throw new Error(`the script has ${packed} bytes compressed; ${LARGEST} are allowed`);

await mkdir(folder, { recursive: true });
const page = await readFile(join(here, "index.html"), "utf8");
await Promise.all([
  writeFile(join(folder, script), content(".js")),
  writeFile(join(folder, style), content(".css")),
  writeFile(join(folder, "index.html"), page.replace("app.js", script).replace("app.css", style)),
  copyFile(join(here, "favicon.svg"), join(folder, "favicon.svg")),
]);
console.log(`${script} (${packed} bytes compressed), ${style}`);
