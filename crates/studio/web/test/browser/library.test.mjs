import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { drop, openStudio, segue } from "./studio.mjs";

test("samples are there at once, the filter narrows them, nothing found says so", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await page.getByText("walk-left", { exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Filter clips" }).fill("no such clip");
  await page.getByText('No clip is called or labelled "no such clip".').waitFor();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await page.getByText("walk-left", { exact: true }).waitFor();
  await page.getByText("Click a clip to play it. Ctrl-click a second one to blend them.").first().waitFor();
  await studio.close();
});

test("an empty library says what to do, and that clips are on their way while they are", async () => {
  const takes = ["a.bvh", "b.bvh", "c.bvh"];
  const studio = await openStudio({ args: ["empty.segue"], prepare: (folder) => {
    segue(folder, "library", "new", "empty.segue");
    for (const name of takes) segue(folder, "convert", "sample:take-kicks", name);
  } });
  const { page, folder } = studio;
  await page.getByText("No clips yet.").waitFor();
  // It is said only while they are read, so watch before.
  await page.evaluate(() => {
    const line = document.getElementById("first-clips");
    new MutationObserver(() => (window.told ||= !line.hidden)).observe(line, { attributes: true });
  });
  await drop(studio, takes.map((name) => join(folder, name)));
  await page.locator('[data-clip="c"]').waitFor();
  assert.equal(await page.evaluate(() => window.told), true);
  assert.equal(await page.locator(".empty").filter({ visible: true }).count(), 0);
  await studio.close();
});

test("dropped files are read; a wrong one and one that is too large are refused with the reason", async () => {
  const studio = await openStudio({ prepare: (folder) => segue(folder, "convert", "sample:walk", "mine.bvh") });
  const { page, folder } = studio;
  const file = (name, bytes) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const mine = join(folder, "mine.bvh");
  await drop(studio, [mine]);
  await page.locator('[data-clip="mine"]').waitFor({ timeout: 20000 });
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, ["mine"]);
  await drop(studio, [file("more.bvh", readFileSync(mine))]);
  await page.locator('[data-clip="more"] .fresh').waitFor();
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, ["mine"], "what was selected stays selected");
  assert.ok(await page.locator('[data-clip="more"] .clip-name').evaluate((name) => name.scrollWidth <= name.clientWidth), "a new clip's name is not cut off");
  await page.getByRole("button", { name: "Select more" }).click();
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, ["more"]);
  assert.equal(await page.locator(".fresh").count(), 0, "what was looked at is not new");
  await drop(studio, [file("wrong.bvh", "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 zero\n")]);
  const refusal = page.locator(".toast", { hasText: "wrong.bvh was not added." });
  await refusal.waitFor();
  assert.match(await refusal.textContent(), /^wrong\.bvh was not added\. expected the Z of OFFSET, found zero: wrong\.bvh:4/);
  const [message, timeline] = await Promise.all([refusal.boundingBox(), page.locator(".timeline").boundingBox()]);
  assert.ok(message.y + message.height <= timeline.y, "messages leave the timeline in sight");
  const pressed = await page.evaluate(({ x, y }) => document.elementFromPoint(x + 12, y + 6).className, message);
  assert.match(pressed, /view-canvas/, "what lies under a message can be pressed");
  await drop(studio, [file("huge.bvh", Buffer.alloc(100_000_000))]);
  await page.getByText("huge.bvh is 100 MB; the limit is 64 MB.").waitFor();
  await page.getByText("segue studio --max-upload 100").waitFor();
  await studio.close();
});

test("adding files is cancelled while they are sent and while they are read; nothing is added", async () => {
  const takes = Array.from({ length: 30 }, (_, n) => `take${n}.bvh`);
  const studio = await openStudio({ prepare: (folder) => {
    segue(folder, "convert", "sample:take-kicks", takes[0]);
    for (const name of takes.slice(1)) copyFileSync(join(folder, takes[0]), join(folder, name));
  } });
  const { page, folder } = studio;
  const files = takes.map((name) => join(folder, name));
  const before = await page.locator(".library-count").textContent();
  const cancel = async (line) => {
    await page.locator(".importing", { hasText: line }).getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled; nothing was added.").waitFor();
    await studio.idle();
    assert.equal(await page.locator(".importing p").count(), 0);
    assert.equal(await page.locator(".library-count").textContent(), before);
    await page.locator(".toast").getByRole("button", { name: "Close" }).first().click();
  };
  let held = true;
  await page.route("**/api/uploads/**", async (route) => {
    while (held) await new Promise((resolve) => setTimeout(resolve, 20));
    await route.continue().catch(() => {});
  });
  await drop(studio, files);
  await cancel(/^Reading take0\.bvh, 1 of 30/);
  held = false;
  await drop(studio, files);
  await cancel(/^Reading 30 files/);
  await studio.close();
});

test("the mark of the list stays where keys took it", async () => {
  const studio = await openStudio();
  const { page } = studio;
  const marked = () => page.locator(".clip.active").getAttribute("data-clip");
  const names = await page.evaluate(() => [...document.querySelectorAll(".clip")].map((row) => row.dataset.clip));
  await page.getByRole("listbox", { name: "Clips" }).focus();
  for (const key of ["Home", "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter", "Enter"]) await page.keyboard.press(key);
  await studio.idle();
  assert.equal(await marked(), names[2], "what is taken off the selection keeps the mark");
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  assert.equal(await marked(), names[1], "after a reload it is on the clip that was selected last");
  await studio.close();
});

test("a name that looks like markup stays text, also after a rename and its undo", async () => {
  const studio = await openStudio();
  const { page } = studio;
  const name = '<img src=x onerror="window.hacked=1">';
  await studio.click("walk-left");
  await page.locator('[data-clip="walk-left"]').dblclick();
  await page.getByRole("textbox", { name: "Rename walk-left" }).fill(name);
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByText(name, { exact: true }).first().waitFor();
  await studio.idle();
  assert.equal(await page.locator(".library img").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await page.keyboard.press("Control+z");
  await page.locator('[data-clip="walk-left"]').waitFor();
  await studio.close();
});

test("of 2,500 clips only the visible rows exist", async () => {
  const studio = await openStudio({
    args: ["many.segue"],
    prepare: (folder) => {
      segue(folder, "library", "new", "many.segue");
      segue(folder, "library", "add", "many.segue", "sample:reach-low");
    },
  });
  const { page } = studio;
  const one = await page.evaluate(async () => (await (await fetch("/api/clips")).json()).clips[0]);
  await page.route("**/api/clips", (route) => route.fulfill({ json: { revision: 1, clips: Array.from({ length: 2500 }, (_, n) => ({ ...one, name: `clip ${n}` })), controls: [] } }));
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  const visible = await page.locator(".library .list").evaluate((list) => Math.ceil(list.clientHeight / 65));
  assert.ok((await studio.stats()).rows <= visible + 4);
  await page.locator(".library .list").evaluate((list) => list.scrollTo(0, 65 * 2000));
  await page.getByText("clip 2001", { exact: true }).waitFor();
  assert.ok((await studio.stats()).rows <= visible + 4);
  await studio.close();
});
