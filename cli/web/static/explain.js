// Why the hand declares or cannot, and what is missing, where the server explains it.

import { Refused, ask, giveUp } from "./api.js";
import { KINDS, written } from "./cards.js";
import { byId, fill, h, plural, refusals } from "./dom.js";
import { question } from "./state.js";

const chip = (game, kind, cards) =>
  h(
    `span.chip.${kind}`,
    {},
    h("span.hidden", {}, `${KINDS[kind] || kind}: `),
    cards.map((card) => written(game, card)).join(" "),
  );

const chips = (game, one) =>
  h(
    "div.chips",
    {},
    one.groups.map((group) => chip(game, group.kind, group.cards)),
    one.loose?.length ? chip(game, "loose", one.loose) : null,
  );

const rule = (facts, label) => h("abbr.rule", { title: facts.labels[label] || "" }, label);

/** What keeps the hand from declaring: facts, then the fewest conditions that stand in the way. */
function why(app, told) {
  const { facts } = app;
  const game = app.state.game;
  const lines = told.reasons.map((one) => h("li", {}, rule(facts, one.rule), ` ${one.message}`));
  for (const one of told.obstacles || []) {
    lines.push(
      h(
        "li",
        {},
        one.rules.map((label) => [rule(facts, label), " "]),
        `it would declare without: ${one.conditions.join(" and ")}`,
        chips(game, one),
      ),
    );
  }
  if (told.covered !== null && told.covered !== undefined) {
    lines.push(
      h(
        "li",
        {},
        `at most ${plural(told.covered, "card")} fit into groups at all`,
        told.cover ? chips(game, told.cover) : null,
      ),
    );
  }
  return lines.length ? [h("h3.second", {}, "What stands in the way"), h("ul.lines", {}, lines)] : [];
}

/** Arrangements that essentially differ, each with what would improve it. */
function listing(app, title, list) {
  if (!list?.found?.length) return [];
  const count = list.complete ? String(list.count) : `${list.count} of more`;
  return [
    h("h3.second", {}, `${title}: ${count}`),
    h(
      "ul.lines",
      {},
      list.found.map((one) => h("li", {}, chips(app.state.game, one), needs(app, one.needs))),
    ),
  ];
}

function needs(app, list) {
  if (!list?.length) return null;
  const game = app.state.game;
  const each = list.map(
    (need) =>
      `${need.cards.map((card) => written(game, card)).join(" or ")} (${plural(need.copies, "copy").replace("copys", "copies")})`,
  );
  return h("p.hint", {}, `needs ${each.join("; ")}`);
}

/** How many cards have to be exchanged, and which. */
function distance(app, nearest) {
  if (!nearest || !nearest.away) return [];
  const game = app.state.game;
  const targets = (nearest.targets || nearest.found || []).map((one) => {
    const cards = (list) => list.map((card) => written(game, card)).join(" ");
    const swap = one.give && one.take ? `give ${cards(one.give)}, take ${cards(one.take)}` : "";
    return h("li", {}, swap, one.groups ? chips(game, one) : null);
  });
  return [
    h("h3.second", {}, `${plural(nearest.away, "card")} away from a declaration`),
    targets.length ? h("ul.lines", {}, targets) : null,
  ];
}

/** Draw the explanation. */
export async function explain(app) {
  const { state, facts, result } = app;
  const panel = byId("explain");
  panel.hidden =
    !facts.verbs.includes("explain") || !app.complete() || app.hidden() || Boolean(result?.defects);
  if (panel.hidden) return giveUp("explain");
  const hand = state.hand.join(" ");
  let parts;
  try {
    const told = await ask(state.game, "explain", question(state, { hand }));
    parts = [
      ...(told.declare ? listing(app, "Declarations that differ", told.declarations) : why(app, told)),
      ...distance(app, told.nearest),
      ...(told.declare ? [] : listing(app, "Best arrangements", told.best)),
    ];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    parts = [refusals(error.defects)];
  }
  if (hand !== app.state.hand.join(" ") || app.hidden()) return undefined;
  return fill(panel, h("h2", { id: "explain-title" }, "Why"), parts);
}
