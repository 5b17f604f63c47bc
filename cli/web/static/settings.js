// What lies beside the hand: Wild Card or Ace Pile, decks, rules and their options.

import { byId, fill, h } from "./dom.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS = [
  ["", "suit not known"],
  ["S", "♠ spades"],
  ["H", "♥ hearts"],
  ["D", "♦ diamonds"],
  ["C", "♣ clubs"],
];

function select(id, label, value, choices, onchange) {
  const known = choices.some(([key]) => key === value);
  return h(
    "div.field",
    {},
    h("label", { for: id }, label),
    h(
      "select",
      { id, "data-key": id, onchange: (event) => onchange(event.target.value) },
      [...choices, ...(known ? [] : [[value, value]])].map(([key, text]) =>
        h("option", { value: key, selected: key === value }, text),
      ),
    ),
  );
}

function segments(name, legend, value, choices, onchange) {
  return h(
    "fieldset.segments",
    {},
    h("legend", {}, legend),
    choices.map(([key, text, title]) =>
      h(
        "label",
        { title },
        h("input", {
          type: "radio",
          name,
          value: key,
          checked: key === value,
          "data-key": `${name} ${key}`,
          onchange: () => onchange(key),
        }),
        h("span", {}, text),
      ),
    ),
  );
}

function rummyFields(app) {
  const { state } = app;
  const printed = state.wild === "JK" || state.wild === "none";
  const rank = printed ? state.wild : state.wild.replace("10", "T")[0];
  const suit = printed ? "" : state.wild.replace("10", "T").slice(1);
  const ranks = [["none", "none"], ...RANKS.map((one) => [one, one.replace("T", "10")]), ["JK", "a joker"]];
  const set = (wild) => app.change({ wild });
  return [
    h(
      "div.fields",
      {},
      select("wild-rank", "Wild Card shown", rank, ranks, (to) =>
        set(to === "none" || to === "JK" ? to : to + suit),
      ),
      printed ? null : select("wild-suit", "its suit", suit, SUITS, (to) => set(rank + to)),
    ),
    segments(
      "decks",
      "Decks",
      state.decks,
      [
        ["", "as needed"],
        ["1", "1"],
        ["2", "2"],
        ["3", "3"],
      ],
      (decks) => app.change({ decks }),
    ),
    segments(
      "rules",
      "House rules",
      state.rules,
      app.facts.presets.map((name) => [name, name]),
      (rules) => app.change({ rules }),
    ),
  ];
}

function bhargFields(app) {
  const { state, facts } = app;
  const suits = Object.entries(facts.suits);
  const decks = [
    ["", "any of the 45 cards"],
    ["basic", "basic"],
  ];
  for (let bits = 1; bits < 1 << facts.extras.length; bits += 1) {
    const named = facts.extras.filter((_, at) => bits & (1 << at));
    decks.push([["basic", ...named].join("+"), `basic, ${named.join(", ")}`]);
  }
  return [
    segments("ace", "Top of the Ace Pile", state.ace, [["none", "empty"], ...suits], (ace) =>
      app.change({ ace }),
    ),
    h(
      "div.fields",
      {},
      select("deck", "Deck", state.deck, decks, (deck) => app.change({ deck })),
    ),
  ];
}

function ruleFields(app) {
  const { state, facts } = app;
  const changed = Object.keys(state.rule).length;
  const fields = facts.options.map((option) => {
    const value = state.rule[option.name] ?? "";
    const choices = [["", "as the house rules say"], ...option.values.map((one) => [one, one])];
    const field = select(`rule-${option.name}`, `${option.name} (${option.label})`, value, choices, (to) => {
      const rule = { ...state.rule };
      if (to) rule[option.name] = to;
      else delete rule[option.name];
      app.change({ rule });
    });
    field.append(h("small", {}, option.about));
    return field;
  });
  const open = byId("rule-details")?.open ?? changed > 0;
  return h(
    "details",
    { id: "rule-details", open },
    h(
      "summary",
      { "data-key": "rule-summary" },
      changed ? `Single rules (${changed} changed)` : "Single rules",
    ),
    h("div.rules", {}, fields),
  );
}

/** Draw the settings of the game. */
export function renderSettings(app) {
  const fields = app.state.game === "rummy" ? rummyFields(app) : bhargFields(app);
  fill(byId("settings"), fields, ruleFields(app));
}
