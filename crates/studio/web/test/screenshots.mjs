// Takes the pictures of the README and of the pages of docs from the real page: one list, each with its set-up.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endBrowser } from "./browser/chromium.mjs";
import { openStudio, timelinePoint } from "./browser/studio.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../../../docs/studio");
const SIZE = { width: 1280, height: 720, dpr: 2 };

/** The pictures: a name and what to do before each is taken. */
const PICTURES = {
  blend: async (studio) => {
    await studio.select("walk-left", "walk-right");
    await studio.page.locator("#compare").click();
    await studio.page.locator("#linear-verdict").waitFor();
    await studio.idle();
    await studio.setTime(1.4);
  },
  register: async (studio) => {
    await studio.select("walk-left", "walk-right");
    await studio.tool("Register");
    const box = await studio.page.locator("#grid").boundingBox();
    await studio.page.mouse.move(box.x + 0.5 * box.width, box.y + 0.45 * box.height);
  },
  search: async (studio) => {
    await studio.click("take-kicks");
    const { rate } = await studio.page.evaluate(() => window.studio.main());
    const [from, to] = await Promise.all([83, 231].map((frame) => timelinePoint(studio, frame / rate, 0)));
    await studio.page.mouse.move(from.x, from.y);
    await studio.page.mouse.down();
    await studio.page.mouse.move(to.x, to.y, { steps: 6 });
    await studio.page.mouse.up();
    await studio.page.locator("#find").click();
    await studio.idle();
    const index = studio.page.locator("#index-now");
    if (await index.count()) await index.click();
    await studio.page.locator("#found").waitFor({ timeout: 300000 });
    await studio.idle();
    await studio.setTime(150 / rate);
  },
};

/** Share of the viewport that is something else than its background. */
async function filled(studio) {
  const shot = await studio.page.locator(".view-canvas").screenshot({ type: "png" });
  return studio.page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    let other = 0;
    for (let at = 0; at < data.length; at += 4) if (Math.abs(data[at] - data[0]) + Math.abs(data[at + 1] - data[1]) + Math.abs(data[at + 2] - data[2]) > 12) other += 1;
    return (4 * other) / data.length;
  }, [...shot]);
}

mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, prepare] of Object.entries(PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const studio = await openStudio({ ...SIZE, args: [] });
  await prepare(studio);
  await studio.idle();
  // Pictures are coarse until the page is at rest.
  await studio.page.waitForTimeout(1000);
  await studio.idle();
  assert.ok((await filled(studio)) > 0.05, `the viewport of ${name} is empty`);
  // Drawn with twice the pixels and shown with one for each of the page: sharp, and a third of the bytes.
  await studio.page.screenshot({ path: join(folder, `${name}.png`), scale: "css" });
  await studio.close();
  console.log(`docs/studio/${name}.png`);
}
await endBrowser();
