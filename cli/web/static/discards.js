// One card too many: every discard in a table, best first; or, before the draw, what may come.

import { Refused, ask } from "./api.js";
import { cardPicture, written } from "./cards.js";
import { byId, fill, h, plural } from "./dom.js";
import { question } from "./state.js";

const exact = () => h("span.badge.exact", {}, "exact");
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const mean = (value) => value.toFixed(2);

const yesNo = (value) => h(`span.badge.${value ? "yes" : "no"}`, {}, value ? "yes" : "no");

/** The cards that would let the hand declare, each with the copies that are left. */
function helpful(app, cards, left) {
  if (!cards.length) return "none";
  return h("div.chips", {}, cards.map((card) => h("span.chip.plain", {}, written(app.state.game, card), h("span.copies", {}, ` ×${left?.[card]?.left ?? "?"}`))));
}

function tableOf(app, rows, advised, left) {
  const bharg = app.state.game === "bharg";
  const heads = ["Discard", bharg ? "All bound" : "Declares", bharg ? "Unbound now" : "Loose now"];
  if (advised) heads.push("Expected after next draw", "Chance", bharg ? "Cards that bind all (copies left)" : "Cards that declare (copies left)");
  const what = bharg ? "what binds all" : "what declares";
  const order = advised
    ? `Best first: ${what}, then the expected points after the next draw, then the points now, then the order of the cards.`
    : `Best first: ${what}, then the points now, then the order of the cards.`;
  return [
    h("p.hint", {}, exact(), " ", order),
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Table of moves" },
      h("table", {},
        h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, rows.map((one) =>
          h("tr", { "data-discard": one.card },
            h("th", { scope: "row" }, cardPicture(app.state.game, app.deck, one.card)),
            h("td", {}, yesNo(one.declare)),
            h("td.number", {}, String(one.penalty)),
            advised ? [
              h("td.number", {}, mean(one.expected_penalty)),
              h("td.number", {}, percent(one.declare_chance)),
              h("td", {}, helpful(app, one.declare_cards, left))] : null))))),
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
      // the discard of an ace changes the pile: the server says so for the whole hand only
      const more = state.game === "bharg" && card[0] === "A" ? { ace: card } : {};
      const answer = await ask(state.game, "penalty", question(state, { ...more, hand: kept.join(" ") }), `discard ${card}`);
      return { card, declare: answer.declare, penalty: answer.penalty };
    }),
  );
  return rows.sort((one, other) => other.declare - one.declare || one.penalty - other.penalty);
}

/** Draw the table of discards when there is a card too many. */
export async function discards(app) {
  const { state, facts } = app;
  const panel = byId("discards");
  const surplus = state.hand.length === facts.sizes[1];
  panel.hidden = !app.complete() || app.hidden() || Boolean(app.result?.defects) || (!surplus && !facts.verbs.includes("advise"));
  if (panel.hidden) return;
  const hand = state.hand.join(" ");
  const advised = facts.verbs.includes("advise");
  const extra = { open: state.open || null, seen: state.seen || null };
  let parts;
  try {
    if (!advised) parts = tableOf(app, await judged(app), false, null);
    else {
      const [advice, left] = await Promise.all([
        ask(state.game, "advise", question(state, { hand, ...extra })),
        ask(state.game, "table", question(state, { hand, ...extra }), "left").then((answer) => answer.cards),
      ]);
      parts = surplus ? tableOf(app, advice.discards, true, left) : turn(app, advice, left);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    parts = [h("ul.error", {}, error.defects.map((one) => h("li", {}, `${one.where}: ${one.message}`)))];
  }
  if (hand !== app.state.hand.join(" ")) return;
  fill(panel, h("h2", { id: "discards-title" }, surplus ? "Every discard" : "This turn"), advised ? known(app) : null, parts);
}

/** What is known beside the hand: the open card, and cards that are gone. */
function known(app) {
  const field = (key, label) =>
    h("div.field", {}, h("label", { for: `known-${key}` }, label),
      h("input", { id: `known-${key}`, "data-key": `known-${key}`, value: app.state[key], spellcheck: "false", onchange: (event) => app.change({ [key]: event.target.value.trim() }) }));
  return h("div.fields", {}, field("open", "Open card"), field("seen", "Cards seen, and gone"));
}

function turn(app, advice, left) {
  const { stock, open, pack, recommend } = advice;
  const rows = [
    ["Draw from the stock", exact(), `${mean(stock.expected_penalty)} points expected; ${percent(stock.declare_chance)} to declare (${plural(stock.declare_copies, "copy").replace("copys", "copies")} of ${advice.unseen} unseen)`, helpful(app, stock.declare_cards, left)],
    open ? [`Take ${written(app.state.game, open.card)}`, exact(), open.declare ? "declares" : `${plural(open.penalty, "point")} after discarding ${written(app.state.game, open.discard)}`, ""] : null,
    pack ? ["Pack", exact(), `${plural(pack.cost, "point")}`, ""] : null,
    staying(pack),
  ].filter(Boolean);
  return [
    recommend ? h("p.verdict.yes", {}, h("strong", {}, recommend.action), h("span", {}, recommend.why)) : null,
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Table of moves" },
      h("table", {},
        h("thead", {}, h("tr", {}, ["Move", "How sure", "What it brings", "Cards that declare (copies left)"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell))))))),
  ];
}

/** Staying has no exact value: an estimate with its error, if the server gives one. */
function staying(pack) {
  const stay = pack?.stay ?? pack?.estimate;
  if (!stay) return null;
  const value = stay.points ?? stay.mean;
  const error = stay.error ?? stay.interval;
  return ["Stay", h("span.badge.estimate", {}, `estimate ± ${Number(error).toFixed(1)}`), `${Number(value).toFixed(1)} points by the end of the round`, ""];
}
