import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openStudio, segue } from "./studio.mjs";

test("every format equals the program's, byte for byte", async () => {
  const studio = await openStudio();
  const { folder } = studio;
  await studio.click("walk-left");
  for (const [line, ending] of [["GLB", "glb"], ["glTF", "gltf"], ["BVH", "bvh"], ["NPZ", "npz"]]) {
    const { name, bytes } = await studio.exported(line);
    assert.equal(name, `walk-left.${ending}`);
    segue(folder, "convert", "sample:walk-left", name);
    assert.ok(bytes.equals(readFileSync(join(folder, name))), `${name} differs from the program's`);
  }
  await studio.close();
});

test("the charts equal --plot, the picture is one, the loop has its frames", async () => {
  const studio = await openStudio({ width: 1100, height: 560 });
  const { folder } = studio;
  await studio.select("walk-left", "walk-right");
  const chart = await studio.exported("Charts as SVG");
  segue(folder, "blend", "sample:walk-left", "sample:walk-right", "--weights", "0.5,0.5", "-o", "out.glb", "--plot", "chart.svg");
  assert.ok(chart.bytes.equals(readFileSync(join(folder, "chart.svg"))), "the charts differ from --plot");
  const picture = await studio.exported("Picture of the viewport");
  assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");
  const loop = await studio.exported("Looping picture");
  const frames = loop.bytes.toString("latin1").split("ANMF").length - 1;
  assert.ok(frames >= 30, `${frames} frames`);
  const video = await studio.exported("Video");
  assert.match(video.name, /\.webm$/);
  assert.equal(video.bytes.readUInt32BE(0), 0x1a45dfa3, "it is a WebM file");
  assert.ok(video.bytes.length > 10_000, `${video.bytes.length} bytes`);
  await studio.close();
});

test("the copied command, run, gives the exported file again", async () => {
  const studio = await openStudio({
    args: ["walks.segue"],
    prepare: (folder) => {
      segue(folder, "library", "new", "walks.segue");
      segue(folder, "library", "add", "walks.segue", "sample:walk-left", "sample:walk-right");
    },
  });
  const { page, folder } = studio;
  await studio.select("walk-left", "walk-right");
  const { name, bytes } = await studio.exported("GLB");
  await page.locator("#export").click();
  await page.getByRole("menuitem", { name: /Command and Python/ }).click();
  const command = await page.locator("dialog pre").first().textContent();
  assert.match(command, /^segue blend /);
  const words = command.trim().replace(/^segue/, process.env.SEGUE);
  writeFileSync(join(folder, "again.sh"), words);
  execFileSync("sh", ["again.sh"], { cwd: folder });
  assert.ok(bytes.equals(readFileSync(join(folder, name))), "the command gives another file");
  await studio.close();
});
