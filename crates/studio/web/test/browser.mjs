// Runs the tests in one real browser, one file after the other: the machine has few cores.
import { spawn } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./browser/chromium.mjs";
import { makeLibrary } from "./browser/samples.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "browser");
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((word) => name.includes(word))))
  .map((name) => join(folder, name));
const library = process.env.LIBRARY ?? makeLibrary();
const browser = await launchBrowser();
const env = { ...process.env, LIBRARY: library, BROWSER: browser.wsEndpoint() };
const tests = spawn(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], { stdio: "inherit", env });
const status = await new Promise((resolve) => tests.once("exit", resolve));
await browser.close();
if (!process.env.LIBRARY) rmSync(dirname(library), { recursive: true });
process.exit(status ?? 1);
