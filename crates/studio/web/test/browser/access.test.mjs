import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { chooseKick, drop, openStudio, segue } from "./studio.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or critical. */
async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
}

const dialog = (page) => page.getByRole("dialog").waitFor();

/** A file of a moment's motion in which the reader notices something. */
const NOTED = `HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 10 0
  }
}
MOTION
Frames: 2
Frame Time: 0.033
0 90 0 0 0 0
0 90 1 0 0 0
`;

/** States that come from files and from a search. */
const STATES = {
  "reader's notes": async (page, file) => {
    await file("noted.bvh", NOTED);
    await page.getByRole("button", { name: "Show notes" }).click();
    await dialog(page);
  },
  "a refused file": async (page, file) => {
    await file("wrong.bvh", "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 zero\n");
    await page.locator(".toast", { hasText: "was not added" }).waitFor();
  },
  "details of a refused file": async (page) => {
    await page.getByRole("button", { name: "Details" }).click();
    await dialog(page);
  },
  "a search that found something": async (page, _, studio) => {
    await chooseKick(studio);
    await page.locator("#find").click();
    await page.locator("#found").waitFor({ timeout: 120000 });
    await studio.idle();
  },
  "why a match was found": async (page) => {
    await page.locator(".match").first().getByRole("button", { name: /^Why/ }).click();
    await dialog(page);
  },
};

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing serious in states that come from files and from a search, ${theme}`, async () => {
    const studio = await openStudio({ theme, prepare: (folder) => segue(folder, "index", "samples.segue") });
    const { page, folder } = studio;
    const file = (name, text) => {
      writeFileSync(join(folder, name), text);
      return drop(studio, [join(folder, name)]);
    };
    for (const [what, open] of Object.entries(STATES)) {
      await open(page, file, studio);
      assert.deepEqual(await faults(page), [], what);
      await page.keyboard.press("Escape");
    }
    await studio.close();
  });
}

/** What opens over the page, each closed by Escape. */
const OVERLAYS = {
  "commands by name": async (page) => {
    await page.keyboard.press("Control+k");
    await dialog(page);
  },
  export: async (page) => {
    await page.keyboard.press("3");
    await page.locator("#export:enabled").click();
    await page.getByRole("menu").waitFor();
  },
  "command and Python": async (page) => {
    await page.locator("#export").click();
    await page.getByRole("menuitem", { name: /Command and Python/ }).click();
    await page.waitForTimeout(500);
  },
  library: async (page) => {
    await page.locator(".library-name").click();
    await page.getByRole("menu").waitFor();
  },
  "removing clips": async (page) => {
    await page.getByRole("listbox", { name: "Clips" }).focus();
    await page.keyboard.press("Delete");
    await dialog(page);
  },
  renaming: async (page) => {
    await page.getByRole("listbox", { name: "Clips" }).focus();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: /Rename/ }).waitFor();
  },
  tour: async (page) => {
    await page.keyboard.press("?");
    await page.getByRole("button", { name: "Start the tour" }).click();
    await page.getByRole("button", { name: "Skip" }).waitFor();
  },
};

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing serious on any panel, ${theme}`, async () => {
    const studio = await openStudio({ theme });
    const { page } = studio;
    assert.deepEqual(await faults(page), []);
    await studio.select("walk-left", "walk-right");
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await studio.idle();
      assert.deepEqual(await faults(page), [], await tab.textContent());
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await faults(page), [], "shortcuts");
    await page.keyboard.press("Escape");
    for (const [what, open] of Object.entries(OVERLAYS)) {
      await open(page);
      assert.deepEqual(await faults(page), [], what);
      await page.keyboard.press("Escape");
    }
    await studio.close();
  });
}

test("blending and registering without a mouse give the same documents", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await page.getByRole("listbox", { name: "Clips" }).focus();
  const names = await page.evaluate(async () => (await (await fetch("/api/clips")).json()).clips.map((clip) => clip.name));
  const go = async (name) => {
    await page.keyboard.press("Home");
    for (let n = 0; n < names.indexOf(name); n += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  await go("walk-left");
  await go("walk-right");
  await studio.idle();
  assert.deepEqual((await studio.view()).selection, ["walk-left", "walk-right"]);
  await page.locator("#blend-slider").focus();
  await page.keyboard.press("ArrowRight");
  await studio.idle();
  assert.deepEqual((await studio.document()).blend["walk-left + walk-right"].weights, [0.49, 0.51]);
  await studio.close();
});

/** What of a clip's facts, and which placeholder, has more words than room. */
function cutOff(page) {
  return page.evaluate(() => {
    const inner = (node) => node.clientWidth - parseFloat(getComputedStyle(node).paddingLeft) - parseFloat(getComputedStyle(node).paddingRight);
    const pen = document.createElement("canvas").getContext("2d");
    const wordsOf = (field) => {
      pen.font = getComputedStyle(field).font;
      return pen.measureText(field.placeholder).width;
    };
    const facts = [...document.querySelectorAll(".clip-facts")].filter((node) => node.scrollWidth > node.clientWidth + 1);
    const fields = [...document.querySelectorAll("input[placeholder]")].filter((node) => node.offsetParent !== null && wordsOf(node) > inner(node));
    return [...facts.map((node) => node.textContent), ...fields.map((node) => node.placeholder)];
  });
}

test("nothing is clipped at 1280 × 720, nor at twice the size", async () => {
  for (const [width, height, dpr] of [[1280, 720, 1], [1280, 720, 2]]) {
    const studio = await openStudio({ width, height, dpr });
    const { page } = studio;
    await studio.select("walk-left", "walk-right");
    assert.deepEqual(await cutOff(page), [], "texts that are cut off");
    const outside = await page.evaluate(() => [...document.querySelectorAll("button, input, [role=tab]")]
      .filter((node) => node.offsetParent !== null && !node.closest(".tool-body, .list, .visually-hidden"))
      .filter((node) => {
        const box = node.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
      })
      .map((node) => node.outerHTML));
    assert.deepEqual(outside, []);
    await studio.close();
  }
});

test("in a small window the library is a drawer beside which everything stays, and Export is in sight", async () => {
  const studio = await openStudio({ width: 640, height: 420 });
  const { page } = studio;
  const width = async () => (await page.locator(".view-canvas").boundingBox()).width;
  const before = await width();
  await page.getByRole("button", { name: "Show the clips" }).click();
  assert.ok(Math.abs((await width()) - before) < 1, "the drawer lies over the page");
  await studio.click("walk-left");
  assert.ok(await page.locator(".library").isVisible(), "it stays while clips are chosen");
  const view = await page.locator(".view-canvas").boundingBox();
  await page.mouse.click(view.x + view.width - 20, view.y + 20);
  await studio.idle();
  assert.ok(!(await page.locator(".library").isVisible()), "a press beside it closes it");
  const { position, target } = await page.evaluate(() => window.studio.camera());
  assert.ok(Math.hypot(...position.map((value, n) => value - target[n])) < 12, "the figure is looked at");
  for (const name of ["Export ▾", "Shortcuts (?)"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 640, `${name} is in sight`);
  }
  await page.keyboard.press("8");
  await studio.idle();
  const pose = await page.locator("#tab-pose").boundingBox();
  assert.ok(pose.x + pose.width <= 640, "the open tool's tab is in sight");
  await studio.close();
});

test("on a very wide screen the tool has two columns", async () => {
  const studio = await openStudio({ width: 2560, height: 1440 });
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  const columns = await page.locator(".tool-body > .stack").evaluate((node) => new Set([...node.children].filter((child) => child.offsetParent !== null).map((child) => Math.round(child.getBoundingClientRect().left))).size);
  assert.equal(columns, 2);
  await studio.close();
});

test("every panel is reached and left by keyboard, and the focus is seen", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  for (let tool = 1; tool <= 8; tool += 1) {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press(String(tool));
    await studio.idle();
    const panels = new Set();
    for (let n = 0; n < 5; n += 1) {
      await page.keyboard.press("F6");
      panels.add(await page.evaluate(() => document.activeElement?.closest("[data-panel]")?.dataset.panel));
    }
    assert.deepEqual([...panels].filter(Boolean).sort(), ["bar", "library", "timeline", "tool", "view"], `with tool ${tool}`);
    await page.locator("[data-panel=view] button:visible").first().focus();
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement);
      return style.outlineStyle !== "none" || style.boxShadow !== "none";
    });
    assert.ok(outline, `the focus is not seen with tool ${tool}`);
  }
  await studio.close();
});
