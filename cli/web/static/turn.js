// The start of a turn: draw, take the open card or pack, with exact counts and an honest estimate.

import { Gone, Refused } from "./api.js";
import { written } from "./cards.js";
import { h, plural, table } from "./dom.js";

// rounds played to estimate what staying costs
export const ROUNDS = 1000;

export const exact = () => h("span.badge.exact", {}, "exact");
export const percent = (share) => `${(100 * share).toFixed(1)} %`;
export const mean = (value) => value.toFixed(2);

/** The cards that would let the hand declare, each with the copies that are left. */
export function helpful(app, cards, left) {
  if (!cards.length) return "none";
  return h(
    "div.chips",
    {},
    cards.map((card) =>
      h("span.chip.plain", {}, written(app.state.game, card), h("span.copies", {}, ` ×${left[card].left}`)),
    ),
  );
}

/** What each move before the draw brings. */
export function turn(app, found, left, estimate) {
  const { stock, open, pack } = found;
  const game = app.state.game;
  const declare = game === "bharg" ? "bind every card" : "declare";
  const rows = [
    stock
      ? [
          game === "bharg" ? "Draw from the deck" : "Draw from the stock",
          exact(),
          `${mean(stock.expected_penalty)} points expected after the best discard; ${percent(stock.declare_chance)} to ${declare}: ${stock.declare_copies} of ${found.unseen} unseen cards`,
          helpful(app, stock.declare_cards, left),
        ]
      : null,
    open
      ? [
          `Take ${written(game, open.card)}`,
          exact(),
          open.declare
            ? `lets the hand ${declare}`
            : `${plural(open.penalty, "point")} after discarding ${written(game, open.discard)}`,
        ]
      : null,
    ...packing(app, pack, estimate),
  ].filter(Boolean);
  const heads = ["Move", "How sure", "What it brings", `Cards that ${declare} (copies left)`];
  const line = ([name, sure, brings, cards]) => [
    {},
    name,
    sure,
    ...(cards ? [brings, cards] : [{ span: 2, of: brings }]),
  ];
  return [table("Table of moves", heads, rows.map(line))];
}

/** Packing costs a certain price; staying has no exact value, so it is an estimate with its error. */
function packing(app, pack, estimate) {
  if (!pack) return [];
  const row = [["Pack", exact(), plural(pack.cost, "point")]];
  return [...row, staying(app, estimate)];
}

/** The row of staying: rounds are played only when asked for, since that takes seconds. */
function staying(app, estimate) {
  const badge = h("span.badge.estimate", {}, "estimate");
  const words = h("span", { role: "status" });
  const button = h("button.quiet", { type: "button", "data-key": "estimate" }, `Play ${ROUNDS} rounds`);
  button.addEventListener("click", async () => {
    button.disabled = true;
    words.textContent = " rounds are being played …";
    try {
      const { stay } = (await estimate()).pack;
      badge.textContent = `estimate ± ${mean(stay.error)}`;
      words.textContent =
        `${mean(stay.expected_points)} points by the end of the round (95 %: ${mean(stay.low)} to ${mean(stay.high)}); ` +
        `${percent(stay.won)} of ${stay.rounds} rounds won, every seat playing the ${stay.policy} policy`;
      button.remove();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Refused || error instanceof Gone)) throw error;
      words.textContent = error.message;
      button.disabled = false;
    }
  });
  return ["Stay", badge, [button, words]];
}
