// The hand as cards, regrouped by the answer: kinds coloured and labelled.

import { KINDS, cardButton, face } from "./cards.js";
import { byId, fill, h, plural, refusals } from "./dom.js";

const points = (count) => plural(count, "point");

/** A group as a box with its kind, its cards, and what its wildcards stand for. */
export function groupBox(
  app,
  kind,
  cards,
  { as = cards, tag = null, label = KINDS[kind], key = "hand" } = {},
) {
  const { state, deck } = app;
  const shown = cards.map((card, at) => {
    const note = tag ? tag(card) : as[at] === card ? "" : `as ${as[at]}`;
    const spoken = `${card}, ${deck.name(card)}${note ? `, ${note}` : ""}; remove it from the hand`;
    const button = cardButton(
      state.game,
      card,
      spoken,
      { "data-key": `${key} ${card} ${at}`, onclick: () => app.remove(card) },
      note ? h("span.note", {}, note) : null,
    );
    return button;
  });
  return h(
    `div.group.${kind}`,
    { role: "group", "aria-label": `${label}: ${cards.join(" ")}` },
    h("h3", {}, label),
    h("div.cards", {}, shown),
  );
}

/** The groups of an arrangement, then its loose cards, then the card let go. */
export function arrangement(app, groups, loose, discard, verb = "Discard") {
  const { state, table } = app;
  const boxes = groups.map((group) => groupBox(app, group.kind, group.cards, { as: group.as }));
  if (loose.length) {
    const worth = (card) => table?.[card]?.points ?? 0;
    const total = loose.reduce((sum, card) => sum + worth(card), 0);
    const word = state.game === "bharg" ? "Unbound" : "Loose";
    boxes.push(
      groupBox(app, "loose", loose, {
        tag: (card) => String(worth(card)),
        label: `${word}: ${points(total)}`,
      }),
    );
  }
  if (discard) boxes.push(groupBox(app, "fold", [discard], { label: verb }));
  return h("div.groups", {}, boxes);
}

function headline(app, result) {
  const bharg = app.state.game === "bharg";
  const yes = bharg ? "Every card bound" : "Can declare";
  const no = bharg ? "Not all bound" : "Cannot declare";
  const after = result.discard ? ` after discarding ${result.discard}` : "";
  const least = `${points(result.penalty)} ${bharg ? "unbound" : "loose"}${after}`;
  return { verdict: result.declare ? yes : no, least };
}

function solved(app, result) {
  const { verdict, least } = headline(app, result);
  const folds = result.folds?.length ? result.folds : null;
  const verb = app.state.game === "bharg" ? "discard" : "fold";
  const choice =
    folds?.length > 4
      ? `${verb} any of ${folds.length} cards, best shown below`
      : folds?.length > 1
        ? `${verb} one of ${folds.join(" ")}`
        : folds
          ? `${verb} ${folds[0]}`
          : "";
  const head = h(
    `p.verdict.${result.declare ? "yes" : "no"}`,
    { id: "verdict" },
    h("strong", {}, verdict),
    result.declare ? (choice ? h("span", {}, choice) : null) : h("span", {}, `at least ${least}`),
  );
  const rest = arrangement(app, result.groups, result.loose, result.discard);
  if (!result.declare || app.state.game === "bharg") return [head, rest];
  const declared = arrangement(app, result.declaration, [], folds?.[0], "Fold");
  if (result.penalty === 0) return [head, declared];
  return [head, declared, h("h3.second", {}, `If somebody else declares: ${least}`), rest];
}

function unsolved(app, ...notes) {
  const { state, deck, facts } = app;
  const cards = deck.sorted(state.hand);
  const [size, more] = facts.sizes;
  const missing = size - cards.length;
  const hint = missing > 0 ? `Add ${missing} more, or ${more - cards.length} to choose a discard.` : "";
  if (!cards.length) {
    return [
      h(
        "p.hint",
        {},
        "Click cards on the board, type them, or paste a hand in any notation. With ",
        String(size),
        " or ",
        String(more),
        " cards the answer appears at once.",
      ),
    ];
  }
  return [
    h("div.groups", {}, groupBox(app, "held", cards, { label: plural(cards.length, "card") })),
    hint ? h("p.hint", {}, hint) : null,
    ...notes,
  ];
}

/** Draw the hand with its answer, or what is missing for one. */
export function renderAnswer(app) {
  const { state, result, facts } = app;
  let parts;
  let spoken = "";
  if (app.hidden()) {
    const button = h(
      "button",
      { type: "button", id: "reveal", onclick: () => app.reveal() },
      "Show the answer",
    );
    parts = unsolved(app, h("p.line", {}, "The answer is hidden.", button));
  } else if (result?.defects) {
    parts = unsolved(app, h("div", { role: "alert" }, refusals(result.defects)));
  } else if (result) {
    parts = solved(app, result);
    const { verdict, least } = headline(app, result);
    const said = result.groups.map((group) => `${KINDS[group.kind]} ${group.cards.join(" ")}`);
    if (result.loose.length) said.push(`loose ${result.loose.join(" ")}`);
    spoken = `${verdict}, ${least}. ${said.join("; ")}`;
  } else {
    parts = unsolved(app);
    spoken = state.hand.length ? `${plural(state.hand.length, "card")} of ${facts.sizes[0]}` : "";
  }
  const answer = byId("answer");
  answer.dataset.hand = state.hand.join(" ");
  answer.dataset.state = result?.defects ? "refused" : result && !app.hidden() ? "solved" : "open";
  fill(answer, parts);
  byId("spoken").textContent = spoken;
}

export { face };
