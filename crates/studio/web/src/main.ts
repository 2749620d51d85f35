// The page begins here.
import { listen } from "./core/keys";
import { view } from "./core/view";
import { acceptDrops } from "./library/import";
import { startPlaying } from "./motion/play";
import { addAllCommands } from "./shell/commands";
import { reportBugs } from "./shell/bugs";
import { exposeHooks } from "./shell/hooks";
import { start } from "./shell/start";
import { workspace } from "./shell/workspace";
import "./tools/inspect";
import "./tools/register";
import "./tools/blend";
import "./tools/transition";
import "./tools/search";
import "./tools/control";
import "./tools/sketch";
import "./tools/pose";

reportBugs();
addAllCommands();
workspace();
listen();
acceptDrops();
startPlaying();
const ready = start();
void ready.then(() => performance.mark("ready"));
if (view.testing) exposeHooks(ready);
