// One card too many: every discard in a table, best first; or, before the draw, what may come.

import { Refused, ask } from "./api.js";
import { cardPicture, written } from "./cards.js";
import { byId, fill, h } from "./dom.js";
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

function tableOf(app, rows, advised, left) {
  const bharg = app.state.game === "bharg";
  const heads = ["Discard", bharg ? "All bound" : "Declares", bharg ? "Unbound now" : "Loose now"];
  if (advised)
    heads.push(
      "Expected after next draw",
      "Chance",
      bharg ? "Cards that bind all (copies left)" : "Cards that declare (copies left)",
    );
  const what = bharg ? "what binds all" : "what declares";
  const order = advised
    ? `Best first: ${what}, then the expected points after the next draw, then the points now, then the order of the cards.`
    : `Best first: ${what}, then the points now, then the order of the cards.`;
  return [
    h("p.hint", {}, exact(), " ", order),
    h(
      "div.scroll",
      { tabindex: "0", role: "region", "aria-label": "Table of moves" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((one) =>
            h(
              "tr",
              { "data-discard": one.card },
              h("th", { scope: "row" }, cardPicture(app.state.game, app.deck, one.card)),
              h("td", {}, yesNo(one.declare)),
              h("td.number", {}, String(one.penalty)),
              advised
                ? [
                    h("td.number", {}, mean(one.expected_penalty)),
                    h("td.number", {}, percent(one.declare_chance)),
                    h("td", {}, helpful(app, one.declare_cards, left)),
                  ]
                : null,
            ),
          ),
        ),
      ),
    ),
  ];
}

/** Without `advise`: judge the hand less each of its cards. */
async function judged(app) {
  const { state, deck } = app;
  const cards = deck.sorted([...new Set(state.hand)]);
  const rows = await Promise.all(
    cards.map(async (card) => {
      const kept = [...state.hand];
      kept.splice(kept.indexOf(card), 1);
      const more = state.game === "bharg" && card[0] === "A" ? { ace: card } : {};
      const answer = await ask(
        state.game,
        "penalty",
        question(state, { ...more, hand: kept.join(" ") }),
        `discard ${card}`,
      );
      return { card, declare: answer.declare, penalty: answer.penalty };
    }),
  );
  return rows.sort((one, other) => other.declare - one.declare || one.penalty - other.penalty);
}

/** Draw the table of discards when there is a card too many; before the draw, what each move brings. */
export async function discards(app) {
  const { state, facts } = app;
  const panel = byId("discards");
  const surplus = state.hand.length === facts.sizes[1];
  const advised = facts.verbs.includes("advise");
  panel.hidden = !app.complete() || app.hidden() || Boolean(app.result?.defects) || (!surplus && !advised);
  if (panel.hidden) return;
  const hand = state.hand.join(" ");
  let parts;
  try {
    parts = advised ? await advice(app, hand, surplus) : tableOf(app, await judged(app), false, null);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    parts = [
      h(
        "ul.error",
        {},
        error.defects.map((one) => h("li", {}, `${one.where}: ${one.message}`)),
      ),
    ];
  }
  if (hand !== app.state.hand.join(" ") || app.hidden()) return;
  fill(panel, ...frame(app, surplus, parts));
}

const frame = (app, surplus, parts) => [
  h("h2", { id: "discards-title" }, surplus ? "Every discard" : "This turn"),
  app.facts.verbs.includes("advise") ? known(app) : null,
  parts,
];

/** Ask for advice; then for the copies left, with the decks that the advice speaks of. */
async function advice(app, hand, surplus) {
  const { state } = app;
  const rummy = state.game === "rummy";
  const told = { hand, open: state.open || null, seen: state.seen || null };
  const table = rummy
    ? { players: Number(state.players) || null, "first-turn": state.first === "1" || null }
    : {};
  const asked = question(state, { ...told, ...table });
  // exact counts come first; the rounds that are played for the estimate take longer
  const found = await ask(state.game, "advise", rummy && !surplus ? { ...asked, rounds: 0 } : asked);
  const decks = rummy ? { decks: found.decks } : { deck: found.deck };
  const left = (await ask(state.game, "table", question(state, { ...told, ...decks }), "left")).cards;
  const estimate = () => ask(state.game, "advise", { ...asked, rounds: ROUNDS }, "estimate");
  return [
    recommended(app, found.recommend),
    ...(surplus ? tableOf(app, found.discards, true, left) : turn(app, found, left, estimate)),
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
