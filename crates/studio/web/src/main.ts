// The page begins here.
import { listen } from "./core/keys";
import { view } from "./core/view";
import { acceptDrops } from "./library/import";
import { proposeTools } from "./library/propose";
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
// What the page shows is on its way while the page is built.
const ready = start();
addAllCommands();
workspace();
listen();
acceptDrops();
proposeTools();
startPlaying();
void ready.then(() => performance.mark("ready"));
if (view.testing) exposeHooks(ready);
