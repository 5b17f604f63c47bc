// The hand as a command line and as a link.

import { byId } from "./dom.js";
import { commandLine } from "./state.js";

export function renderShare(app) {
  byId("command").textContent = commandLine(app.state, "check");
  byId("copied").textContent = "";
}

/** Put text on the clipboard; where the browser does not let us, select it to be copied by hand. */
async function copy(text, node, what) {
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = `${what} copied`;
  } catch {
    getSelection().selectAllChildren(node);
    byId("copied").textContent = "Selected: copy it with Ctrl+C";
  }
}

export function wireShare(app) {
  byId("copy-command").addEventListener("click", () =>
    copy(commandLine(app.state, "check"), byId("command"), "Command"),
  );
  byId("copy-link").addEventListener("click", () => copy(location.href, byId("command"), "Link"));
}
