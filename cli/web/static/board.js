// The board of all cards: press to add; cards that are used up are greyed.

import { cardButton } from "./cards.js";
import { byId, fill, h, plural } from "./dom.js";

let built = "";
let buttons = new Map();
let count;

function rowsOf(game, cards) {
  if (game === "rummy") {
    const suits = ["Spades", "Hearts", "Diamonds", "Clubs"];
    return [
      ...suits.map((label, at) => [label, cards.slice(at * 13, at * 13 + 13)]),
      ["Jokers", cards.slice(52)],
    ];
  }
  const of = (ranks) => cards.filter((card) => ranks.includes(card[0]));
  return [
    ["Aces", of("A")],
    ["Crowns", of("X")],
    ["2 to 5", of("2345")],
    ["6 to 9", of("6789")],
    ["Extras", of("PCE")],
  ];
}

function build(app) {
  const game = app.state.game;
  built = game;
  buttons = new Map();
  count = h("span.count", { "aria-hidden": "true" });
  const rows = rowsOf(
    game,
    app.facts.cards.map((one) => one.card),
  ).map(([label, cards]) =>
    h(
      "div.row",
      { role: "group", "aria-label": label },
      cards.map((card) => {
        const button = cardButton(game, card, "", { "data-card": card, tabindex: -1 }, h("span.held"));
        button.addEventListener("click", () => app.add([card]));
        buttons.set(card, button);
        return button;
      }),
      label === "Jokers" || label === "Extras" ? count : null,
    ),
  );
  const board = byId("board");
  board.className = `board ${game}`;
  board.onkeydown = (event) => onKey(event, app);
  fill(board, rows);
  buttons.values().next().value.tabIndex = 0;
}

/** Move over the board by arrows: left and right in reading order, up and down to what lies there. */
function onKey(event, app) {
  const at = event.target.closest("[data-card]");
  if (!at) return;
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    app.remove(at.dataset.card);
    return;
  }
  const all = [...buttons.values()];
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -all.length, End: all.length };
  let next;
  if (event.key in steps) {
    next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(at) + steps[event.key]))];
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    next = beyond(all, at, event.key === "ArrowUp" ? -1 : 1);
  } else return;
  event.preventDefault();
  if (next) moveTo(next);
}

function moveTo(button) {
  for (const one of buttons.values()) one.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
}

function beyond(all, at, way) {
  const here = at.getBoundingClientRect();
  const away = all
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => (box.top - here.top) * way > here.height / 2)
    .map(([one, box]) => [one, Math.abs(box.top - here.top) * 100 + Math.abs(box.left - here.left)]);
  return away.sort((one, other) => one[1] - other[1])[0]?.[0];
}

/** Show how many of each card are in the hand, and which can still be added. */
export function renderBoard(app) {
  const { state, table, facts, deck } = app;
  if (built !== state.game) build(app);
  const full = state.hand.length >= facts.sizes[1];
  for (const [card, button] of buttons) {
    const held = state.hand.filter((one) => one === card).length;
    const { copies = 1, wild = false } = table?.[card] || {};
    const spent = held >= copies;
    // most cards are as they were
    const key = `${held} ${copies} ${wild} ${full}`;
    if (button.dataset.state === key) continue;
    button.dataset.state = key;
    button.classList.toggle("spent", spent);
    button.classList.toggle("wild", wild);
    button.classList.toggle("has", held > 0);
    button.setAttribute("aria-disabled", String(spent || full));
    button.lastChild.textContent = held > 1 ? `×${held}` : "";
    const notes = [
      wild ? "wild" : "",
      held ? `${held} in the hand` : "",
      spent ? (held ? "no more" : "not in play") : "",
    ];
    button.setAttribute("aria-label", [`${card}, ${deck.name(card)}`, ...notes.filter(Boolean)].join(", "));
  }
  const [size, more] = facts.sizes;
  const room =
    state.hand.length < size
      ? ` of ${size}`
      : state.hand.length < more
        ? "; one more asks for a discard"
        : "";
  count.textContent = room.startsWith(" of")
    ? `${state.hand.length}${room} cards`
    : `${plural(state.hand.length, "card")}${room}`;
}
