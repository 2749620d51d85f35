// The library that most tests begin with.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Samples that the tests use: adding all of them takes longer than the tests. */
const SAMPLES = ["stand", "walk", "walk-left", "walk-right", "take-kicks", "reach-low"];

/** Makes the library, in a folder of its own. */
export function makeLibrary() {
  const library = join(mkdtempSync(join(tmpdir(), "segue-library-")), "samples.segue");
  for (const args of [["new", library], ["add", library, ...SAMPLES.map((name) => `sample:${name}`)]]) {
    const { status, stderr } = spawnSync(process.env.SEGUE ?? "segue", ["library", ...args], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
  return library;
}
