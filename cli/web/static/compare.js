// One hand under all presets, side by side.

import { Refused, ask } from "./api.js";
import { KINDS, written } from "./cards.js";
import { byId, fill, h, table } from "./dom.js";
import { question } from "./state.js";

function variants(app) {
  const { state, facts } = app;
  const plain = question({ ...state, rule: {} });
  if (state.game === "bharg") {
    return facts.options.flatMap((option) =>
      option.values.map((value) => ({
        name: `${option.name} ${value}`,
        asked: { ...plain, rule: [`${option.name}=${value}`] },
      })),
    );
  }
  const rows = facts.presets.map((name) => ({ name, asked: { ...plain, rules: name } }));
  if (Object.keys(state.rule).length) rows.push({ name: "as set", asked: question(state) });
  return rows;
}

const chip = (game, kind, cards) =>
  h(
    `span.chip.${kind}`,
    {},
    h("span.hidden", {}, `${KINDS[kind]}: `),
    cards.map((card) => written(game, card)).join(" "),
  );

function row(app, { name, answer }) {
  const game = app.state.game;
  if (answer.defects) return [{}, name, { span: 3, of: answer.defects.map((one) => one.message).join("; ") }];
  const shown = answer.declare ? answer.declaration : answer.groups;
  const loose = answer.declare ? [] : answer.loose;
  const chips = shown.map((group) => chip(game, group.kind, group.cards));
  if (loose.length) chips.push(chip(game, "loose", loose));
  return [
    { "data-preset": name },
    name,
    h(`span.badge.${answer.declare ? "yes" : "no"}`, {}, answer.declare ? "yes" : "no"),
    answer.penalty,
    h("div.chips", {}, chips),
  ];
}

/** Ask all presets about the hand, and set the answers beside each other. */
export async function compare(app) {
  const { state } = app;
  const panel = byId("compare");
  const shown = app.complete() && !app.hidden();
  // a panel that is not filled yet stays hidden: it would be a region without its name
  if (!shown || !panel.firstChild) panel.hidden = true;
  if (!shown) return;
  const hand = state.hand.join(" ");
  const rows = await Promise.all(
    variants(app).map(async ({ name, asked }) => {
      try {
        return { name, answer: await ask(state.game, "check", { ...asked, hand }, `compare ${name}`) };
      } catch (error) {
        if (error instanceof Refused) return { name, answer: { defects: error.defects } };
        throw error;
      }
    }),
  );
  if (hand !== app.state.hand.join(" ") || app.hidden()) return;
  const bharg = state.game === "bharg";
  const heads = ["Rules", bharg ? "All bound" : "Declares", bharg ? "Unbound" : "Loose points", "Groups"];
  fill(
    panel,
    h("h2", { id: "compare-title" }, bharg ? "Under both readings of sets" : "Under all house rules"),
    table(
      "Table of house rules",
      heads,
      rows.map((one) => row(app, one)),
    ),
  );
  panel.hidden = false;
}
