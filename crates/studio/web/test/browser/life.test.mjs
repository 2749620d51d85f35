import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { chooseKick, drop, openStudio, segue } from "./studio.mjs";

const PAIR = "walk-left + walk-right";
const weights = async (studio, page) => (await studio.document(page)).blend?.[PAIR]?.weights;

/** Sets the weight by its number field. */
async function setWeight(studio, page, share) {
  const field = page.getByRole("spinbutton", { name: "Share of the second clip, as a number" });
  await field.fill(String(share));
  await field.press("Enter");
}

test("a server that is killed and started again loses nothing", async () => {
  const studio = await openStudio();
  const { page, server } = studio;
  await studio.select("walk-left", "walk-right");
  await setWeight(studio, page, 0.3);
  await studio.idle();
  await server.kill();
  await page.getByText("Segue is not running.").waitFor();
  await setWeight(studio, page, 0.6);
  assert.deepEqual(await weights(studio, page), [0.4, 0.6]);
  await server.start();
  await page.getByText("Segue is not running.").waitFor({ state: "hidden", timeout: 20000 });
  await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
  const kept = await page.evaluate(async () => (await (await fetch("/api/workspace")).json()).document.blend);
  assert.deepEqual(kept[PAIR].weights, [0.4, 0.6]);
  await studio.idle();
  await page.locator(".verdict .said").waitFor();
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  assert.deepEqual(await weights(studio, page), [0.4, 0.6]);
  assert.deepEqual((await studio.view()).selection, ["walk-left", "walk-right"]);
  await studio.close();
});

/** Kills the server, and starts it again once the page has said that it is gone. */
async function restart({ page, server }) {
  await server.kill();
  await page.getByText("Segue is not running.").waitFor();
  await server.start();
  await page.getByText("Segue is not running.").waitFor({ state: "hidden" });
}

test("a server that is killed under a hand that drags: what the hand does then is kept", async () => {
  const studio = await openStudio();
  const { page } = studio;
  await studio.select("walk-left", "walk-right");
  const { x, y, width, height } = await page.locator("#blend-slider").boundingBox();
  const to = (share) => page.mouse.move(x + 8 + share * (width - 16), y + height / 2, { steps: 4 });
  await to(0.5);
  await page.mouse.down();
  await to(0.6);
  await restart(studio);
  await to(0.8);
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
  await studio.idle();
  const [, share] = await weights(studio, page);
  assert.ok(Math.abs(share - 0.8) < 0.03, `${share}`);
  await page.reload();
  await page.evaluate(() => window.studio.ready);
  await studio.idle();
  assert.equal((await weights(studio, page))[1], share);
  await page.locator(".verdict .said").waitFor();
  await studio.close();
});

test("an index and an upload that were under way when the server was killed are gone on with", async () => {
  const takes = ["a.bvh", "b.bvh", "c.bvh", "d.bvh", "e.bvh", "f.bvh"];
  const studio = await openStudio({ prepare: (folder) => {
    for (const name of takes) segue(folder, "convert", "sample:take-kicks", name);
    segue(folder, "library", "add", "samples.segue", ...takes);
  } });
  const { page, folder } = studio;
  await chooseKick(studio);
  const begun = page.waitForResponse((response) => response.url().endsWith("/api/jobs") && response.request().method() === "POST");
  await page.locator("#find").click();
  await begun;
  await restart(studio);
  await page.getByRole("button", { name: /interrupted/ }).waitFor();
  await page.getByText("The index is not finished.").waitFor();
  await page.locator("#index-resume").click();
  await page.locator("#found").waitFor();
  await studio.idle();

  await page.route("**/api/uploads/**", async (route) => {
    await page.unroute("**/api/uploads/**");
    await studio.server.kill();
    await route.continue().catch(() => {});
  });
  const mine = join(folder, "mine.bvh");
  segue(folder, "convert", "sample:walk", "mine.bvh");
  await drop(studio, [mine]);
  await page.getByText("mine.bvh was not added.").waitFor();
  await studio.server.start();
  await page.locator(".banner").waitFor({ state: "hidden" });
  await drop(studio, [mine]);
  await page.locator('[data-clip="mine"]').waitFor();
  await studio.idle();
  await studio.close();
});

test("a change in one tab is in the others, and eight tabs load", async () => {
  const studio = await openStudio();
  await studio.select("walk-left", "walk-right");
  const others = [];
  for (let n = 0; n < 7; n += 1) others.push(await studio.tab());
  // A message leaves by itself, so watch for it before the change.
  const told = others[3].getByText("Changed in another tab").first().waitFor();
  await setWeight(studio, studio.page, 0.2);
  await studio.idle();
  await told;
  for (const page of others) {
    await page.waitForFunction((pair) => window.studio.document().blend?.[pair]?.weights?.[1] === 0.2, PAIR);
  }
  await others[3].bringToFront();
  await setWeight(studio, others[3], 0.7);
  await studio.page.bringToFront();
  await studio.page.waitForFunction((pair) => window.studio.document().blend[pair].weights[1] === 0.7, PAIR);
  await studio.close();
});
