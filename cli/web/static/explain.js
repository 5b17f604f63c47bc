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
  const known = [...told.reasons, ...(told.remedies || [])];
  const lines = known.map((one) => h("li", {}, rule(facts, one.rule), ` ${one.message}`));
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
  if (!nearest?.distance) return [];
  const bharg = app.state.game === "bharg";
  const cards = (list) => list.map((card) => nameOf(app, card)).join(" ");
  const targets = nearest.targets.map((one) => {
    const ways = bharg ? "" : ` (${plural(one.ways, "way")})`;
    return h(
      "li",
      {},
      `take in ${cards(one.cards)} for ${cards(one.out)}${ways}`,
      chips(app.state.game, one),
    );
  });
  const goal = bharg ? "from all being bound" : "from a declaration";
  const more = nearest.complete ? "" : ": the first of more ways";
  return [
    h("h3.second", {}, `${plural(nearest.distance, "card")} away ${goal}${more}`),
    h("ul.lines", {}, targets),
  ];
}

/** A card as it is written; "wild" stands for any wildcard. */
const nameOf = (app, card) => (app.deck.has(card) ? written(app.state.game, card) : `a ${card} card`);

/** Draw the explanation if it is wanted; working it out can take a second, so it is asked for. */
export async function explain(app) {
  const { state, facts, result } = app;
  const panel = byId("explain");
  panel.hidden =
    !facts.verbs.includes("explain") || !app.complete() || app.hidden() || Boolean(result?.defects);
  if (panel.hidden) return giveUp("explain");
  if (!state.why) {
    giveUp("explain");
    return frame(app, h("p.hint", {}, HINT));
  }
  const hand = state.hand.join(" ");
  if (panel.dataset.hand !== hand) frame(app, h("p.hint", {}, "Working it out …"));
  let parts;
  try {
    parts = told(app, await ask(state.game, "explain", question(state, { hand })));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    parts = refusals(error.defects);
  }
  if (hand !== app.state.hand.join(" ") || app.hidden() || !app.state.why) return undefined;
  panel.dataset.hand = hand;
  return frame(app, parts);
}

const HINT = "What stands in the way, the best arrangements, and how far the hand is from the goal.";

function told(app, answer) {
  if (answer.declare && answer.declarations) {
    return listing(app, "Declarations that differ", answer.declarations);
  }
  const parts = answer.declare ? [] : [...why(app, answer), ...distance(app, answer.nearest)];
  return [...parts, ...listing(app, "Best arrangements", answer.best)];
}

function frame(app, parts) {
  const wanted = Boolean(app.state.why);
  const button = h(
    "button.quiet",
    { type: "button", "data-key": "why", onclick: () => app.change({ why: wanted ? "" : "1" }) },
    wanted ? "Close the explanation" : "Explain this hand",
  );
  fill(byId("explain"), h("div.head", {}, h("h2", { id: "explain-title" }, "Why"), button), parts);
}
