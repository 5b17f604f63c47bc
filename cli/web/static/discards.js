// One card too many: every discard in a table, best first; or, before the draw, what may come.

import { Refused, ask } from "./api.js";
import { cardPicture, written } from "./cards.js";
import { byId, fill, h, refusals, table } from "./dom.js";
import { question } from "./state.js";
import { ROUNDS, exact, helpful, mean, percent, turn } from "./turn.js";

// the names of what `advise` recommends
const ACTIONS = {
  stock: () => "Draw",
  open: (game, card) => `Take ${written(game, card)}`,
  pack: () => "Pack",
  declare: (game, card) => (game === "bharg" ? `Discard ${card}` : `Declare, folding ${written(game, card)}`),
  discard: (game, card) => `Discard ${written(game, card)}`,
};

const yesNo = (value) => h(`span.badge.${value ? "yes" : "no"}`, {}, value ? "yes" : "no");

function discardTable(app, rows, left) {
  const [declares, loose, cards, what] =
    app.state.game === "bharg"
      ? ["All bound", "Unbound now", "Cards that bind all (copies left)", "what binds all"]
      : ["Declares", "Loose now", "Cards that declare (copies left)", "what declares"];
  const order = `Best first: ${what}, then the expected points after the next draw, then the points now, then the order of the cards.`;
  const heads = ["Discard", declares, loose, "Expected after next draw", "Chance", cards];
  const gifts = rows.some((one) => one.gift);
  if (gifts) heads.push("Opponent gains");
  return [
    h("p.hint", {}, exact(), " ", order),
    table(
      "Table of discards",
      heads,
      rows.map((one) => [
        { "data-discard": one.card },
        cardPicture(app.state.game, app.deck, one.card),
        yesNo(one.declare),
        one.penalty,
        mean(one.expected_penalty),
        percent(one.declare_chance),
        helpful(app, one.declare_cards, left),
        ...(gifts ? [gift(one.gift)] : []),
      ]),
    ),
  ];
}

/** What a discard hands the opponent: an estimate over random hands, with its error. */
function gift(given) {
  if (!given) return "";
  const title = `${percent(given.completes)} of ${given.hands} random hands are completed by it`;
  return [`${mean(given.points)} `, h("span.badge.estimate", { title }, `estimate ± ${mean(given.error)}`)];
}

/** Draw the table of discards when there is a card too many; before the draw, what each move brings. */
export async function discards(app) {
  const { state, facts } = app;
  const panel = byId("discards");
  panel.hidden =
    !facts.verbs.includes("advise") || !app.complete() || app.hidden() || Boolean(app.result?.defects);
  if (panel.hidden) return;
  const surplus = state.hand.length === facts.sizes[1];
  const hand = state.hand.join(" ");
  let parts;
  try {
    parts = await advice(app, hand, surplus);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    parts = refusals(error.defects);
  }
  if (hand !== app.state.hand.join(" ") || app.hidden()) return;
  fill(panel, h("h2", { id: "discards-title" }, surplus ? "Every discard" : "This turn"), known(app), parts);
}

/** Ask for advice; then for the copies left, with the decks that the advice speaks of. */
async function advice(app, hand, surplus) {
  const { state } = app;
  const rummy = state.game === "rummy";
  const told = { hand, open: state.open || null, seen: state.seen || null };
  const seats = rummy
    ? { players: Number(state.players) || null, "first-turn": state.first === "1" || null }
    : {};
  const asked = question(state, { ...told, ...seats });
  // exact counts come first; the rounds that are played for the estimate take longer
  const found = await ask(state.game, "advise", rummy && !surplus ? { ...asked, rounds: 0 } : asked);
  const decks = rummy ? { decks: found.decks } : { deck: found.deck };
  const left = (await ask(state.game, "table", question(state, { ...told, ...decks }), "left")).cards;
  const estimate = () => ask(state.game, "advise", { ...asked, rounds: ROUNDS }, "estimate");
  return [
    recommended(app, found.recommend),
    ...(surplus ? discardTable(app, found.discards, left) : turn(app, found, left, estimate)),
  ];
}

function recommended(app, recommend) {
  if (!recommend) return null;
  const name = (ACTIONS[recommend.action] || (() => recommend.action))(app.state.game, recommend.card);
  return h("p.verdict.advice", {}, h("strong", {}, name), h("span", {}, recommend.why));
}

/** What is known beside the hand: the open card, cards that are gone, the table. */
function known(app) {
  const { state } = app;
  const input = (key, label) =>
    h(
      "div.field",
      {},
      h("label", { for: `known-${key}` }, label),
      h("input", {
        id: `known-${key}`,
        "data-key": `known-${key}`,
        value: state[key],
        spellcheck: "false",
        onchange: (event) => app.change({ [key]: event.target.value.trim() }),
      }),
    );
  const rummy = state.game === "rummy";
  const players = h(
    "div.field",
    {},
    h("label", { for: "known-players" }, "Players"),
    h(
      "select",
      {
        id: "known-players",
        "data-key": "known-players",
        onchange: (event) => app.change({ players: event.target.value }),
      },
      [["", "4"], ...["2", "3", "5", "6"].map((one) => [one, one])].map(([value, text]) =>
        h("option", { value, selected: value === state.players }, text),
      ),
    ),
  );
  const first = h(
    "label.switch",
    {},
    h("input", {
      type: "checkbox",
      id: "known-first",
      "data-key": "known-first",
      checked: state.first === "1",
      onchange: (event) => app.change({ first: event.target.checked ? "1" : "" }),
    }),
    "first turn of the round",
  );
  return h(
    "div.fields.known",
    {},
    input("open", "Open card"),
    input("seen", "Cards seen, and gone"),
    rummy ? [players, first] : null,
  );
}
