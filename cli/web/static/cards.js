// Cards as buttons and pictures, with names for those who do not see them.

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

export const KINDS = {
  pure: "Pure sequence",
  impure: "Impure sequence",
  trio: "Trio",
  set: "Set",
  ace: "Ace-bound",
  excuse: "The Excuse",
  loose: "Loose",
};

/** Names and order of the cards of a game, from what the server tells of it. */
export function deckOf(facts) {
  const names = new Map(facts.cards.map((one) => [one.card, one.name]));
  const order = new Map(facts.cards.map((one, at) => [one.card, at]));
  return {
    has: (card) => names.has(card),
    name: (card) => names.get(card) || card,
    sorted: (cards) => [...cards].sort((one, other) => order.get(one) - order.get(other)),
  };
}

/** The drawing of a card; it says nothing itself. */
export function face(game, card) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 60 84");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `cards/${game}.svg#${card}`);
  svg.append(use);
  return svg;
}

/** A card that can be pressed. */
export function cardButton(game, card, label, attributes = {}, ...more) {
  return h(
    "button.card",
    { type: "button", title: card, "aria-label": label, ...attributes },
    face(game, card),
    ...more,
  );
}

/** A card that is only shown, with its name. */
export const cardPicture = (game, deck, card) =>
  h(
    "span.card.small",
    { role: "img", "aria-label": `${card}, ${deck.name(card)}`, title: deck.name(card) },
    face(game, card),
  );

/** A card as it is written in text, with suit symbols for the rummy. */
export function written(game, card) {
  if (game !== "rummy" || card === "JK") return card;
  return card[0].replace("T", "10") + { S: "♠", H: "♥", D: "♦", C: "♣" }[card[1]];
}
