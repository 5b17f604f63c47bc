// Why the hand declares or cannot, where the server explains it.

import { byId } from "./dom.js";

export async function explain(app) {
  byId("explain").hidden = true;
}
