// The browser of this machine, and pages of it that share nothing with each other.
import { spawnSync } from "node:child_process";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  // As a browser without a graphics card puts its pages together.
  "--disable-gpu-compositing",
];

/** A page that was swapped counts as coming from elsewhere, from where sockets to this machine are refused. */
const SWAPPED = "--disable-features=LocalNetworkAccessChecks";

function executable() {
  const name = process.env.CHROMIUM ?? "chromium";
  if (name.includes("/")) return name;
  return spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
}

/** Starts the browser, for others to connect to. */
export function launchBrowser() {
  return chromium.launchServer({ executablePath: executable(), args: process.env.PAGE ? [...FLAGS, SWAPPED] : FLAGS });
}

let own = null;

/** The browser that the runner started; a script that runs by itself starts its own. */
export async function connectedBrowser() {
  if (process.env.BROWSER) return chromium.connect(process.env.BROWSER);
  own ??= await launchBrowser();
  return chromium.connect(own.wsEndpoint());
}

/** Ends the browser that this script started. */
export async function endBrowser() {
  await own?.close();
  own = null;
}
