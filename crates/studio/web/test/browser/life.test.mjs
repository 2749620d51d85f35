import assert from "node:assert/strict";
import test from "node:test";
import { openStudio } from "./studio.mjs";

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
