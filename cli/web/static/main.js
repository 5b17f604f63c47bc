// The page: its state, what changes it, and what follows from a change.

import { Gone, Refused, about, ask, giveUp } from "./api.js";
import { renderAnswer } from "./answer.js";
import { renderBoard } from "./board.js";
import { deckOf } from "./cards.js";
import { compare } from "./compare.js";
import { discards } from "./discards.js";
import { byId, fill, h } from "./dom.js";
import { explain } from "./explain.js";
import { judge, ownKey, renderOwn } from "./own.js";
import { renderSettings } from "./settings.js";
import { renderShare, wireShare } from "./share.js";
import { blank, fromAddress, prune, question, toAddress } from "./state.js";

const app = {
  games: null,
  facts: null,
  deck: null,
  state: null,
  table: null,
  result: null,
  revealed: false,
  complete: () => app.facts.sizes.includes(app.state.hand.length),
  hidden: () => app.state.attempt && !app.revealed,
  reveal() {
    app.revealed = true;
    update();
  },
  /** Change parts of the state; `undo` brings the state before back. */
  change(parts) {
    past.push(toAddress(app.state));
    if (past.length > 200) past.shift();
    const next = { ...app.state, ...parts };
    next.own = prune(next.own, next.hand);
    set(next);
  },
  add(cards) {
    const room = app.facts.sizes[1] - app.state.hand.length;
    if (!room) return say(`The hand has ${app.facts.sizes[1]} cards; remove one first.`);
    const held = (card) => app.state.hand.filter((one) => one === card).length;
    if (cards.length === 1 && held(cards[0]) >= (app.table?.[cards[0]]?.copies ?? 6))
      return say(`No more copies of ${cards[0]}.`);
    return app.change({ hand: [...app.state.hand, ...cards.slice(0, room)] });
  },
  remove(card) {
    const at = app.state.hand.lastIndexOf(card);
    if (at >= 0) app.change({ hand: app.state.hand.filter((_, place) => place !== at) });
  },
};
const past = [];
const others = {};
let turn = 0;

const say = (text) => {
  byId("spoken").textContent = text;
};

function set(state) {
  const same =
    app.state?.game === state.game &&
    app.state.hand.join() === state.hand.join() &&
    app.state.attempt === state.attempt;
  if (!same) app.revealed = false;
  app.state = state;
  app.facts = app.games[state.game];
  app.deck = deckOf(app.facts);
  update();
}

/** Ask, draw meanwhile what needs no answer, then what follows from the answers. */
async function update() {
  const mine = (turn += 1);
  const { state } = app;
  const kept = question(state);
  const tableKey = `${state.game} ${JSON.stringify(kept)}`;
  const fresh = tableKey === app.tableKey;
  const asks = app.complete() && !app.hidden();
  if (!asks) giveUp("check");
  const answers = Promise.all([fresh ? app.table : fact(kept), asks ? answered(kept) : null]);
  history.replaceState(null, "", toAddress(state));
  byId("try").checked = state.attempt;
  if (app.drawn !== tableKey) {
    renderGames();
    renderSettings(app);
  }
  app.drawn = tableKey;
  renderBoard(app);
  renderShare(app);
  try {
    const [table, result] = await answers;
    if (mine !== turn) return;
    if (table) [app.table, app.tableKey] = [table, tableKey];
    app.result = result;
    if (!fresh) renderBoard(app);
    renderAnswer(app);
    byId("gone").hidden = true;
    if (!asks) for (const id of ["discards", "explain", "compare"]) byId(id).hidden = true;
    await judge(app);
    // what takes longer waits until the hand is at rest, so that fast clicks are answered fast
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (mine !== turn) return;
    await Promise.all([discards(app), explain(app), compare(app)]);
  } catch (error) {
    if (error instanceof Gone) gone();
    else if (error.name !== "AbortError") throw error;
  }
}

/** Say that the server is gone, and show no answer that is not for the cards on the board. */
function gone() {
  byId("gone").hidden = false;
  app.result = null;
  renderAnswer(app);
  for (const id of ["discards", "explain", "compare"]) byId(id).hidden = true;
}

async function answered(kept) {
  try {
    return await ask(app.state.game, "check", { ...kept, hand: app.state.hand.join(" ") });
  } catch (error) {
    if (error instanceof Refused) return { defects: error.defects };
    throw error;
  }
}

/** What the cards are worth under these rules; null if the rules are refused, which the answer tells. */
async function fact(kept) {
  try {
    return (await ask(app.state.game, "table", kept)).cards;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

function renderGames() {
  const names = { rummy: "Rummy", bharg: "Bharg" };
  fill(
    byId("games"),
    Object.keys(app.games).map((game) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `game ${game}`,
          "aria-pressed": String(game === app.state.game),
          onclick: () => switchTo(game),
        },
        names[game] || game,
      ),
    ),
  );
}

function switchTo(game) {
  if (game === app.state.game) return;
  past.push(toAddress(app.state));
  others[app.state.game] = app.state;
  app.result = null;
  set(others[game] || blank(game));
}

/** Add what was typed or pasted, in the order it came; what is no card goes back to the field. */
function enter(text) {
  byId("cards").value = "";
  entering = entering.then(() => read(text));
}
let entering = Promise.resolve();

/** A whole hand takes the place of the old one; bars make groups. */
async function read(text) {
  const error = byId("entry-error");
  error.textContent = "";
  if (!text.trim()) return;
  try {
    const { cards, groups } = await ask(app.state.game, "read", { text });
    const [size, more] = app.facts.sizes;
    if (cards.length > more) error.textContent = `${cards.length} cards; a hand has ${size} or ${more}.`;
    else if (cards.length >= size)
      app.change({ hand: cards, own: groups.length > 1 ? { groups, fold: null } : null });
    else if (app.state.hand.length + cards.length > more)
      error.textContent = `The hand has ${app.state.hand.length} cards; there is room for ${more - app.state.hand.length}.`;
    else app.add(cards);
  } catch (refused) {
    byId("cards").value ||= text.replace(/\s+/g, " ").trim();
    if (refused instanceof Refused) error.textContent = refused.message;
    else if (refused instanceof Gone) gone();
    else if (refused.name !== "AbortError") throw refused;
  }
}

function undo() {
  const before = past.pop();
  if (before !== undefined) set(fromAddress(before, app.games));
}

const THEMES = ["auto", "light", "dark"];

function theme(name) {
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = `Theme: ${name}`;
  try {
    localStorage.setItem("theme", name);
  } catch {
    // a browser that keeps nothing keeps no theme either
  }
}

function wire() {
  byId("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    enter(byId("cards").value);
  });
  byId("cards").addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (byId("cards").value || !text.trim()) return;
    event.preventDefault();
    enter(text);
  });
  byId("undo").addEventListener("click", undo);
  byId("clear").addEventListener("click", () => app.change({ hand: [], own: null }));
  byId("help").addEventListener("click", () => byId("keys").showModal());
  byId("retry").addEventListener("click", update);
  byId("try").addEventListener("change", (event) => app.change({ attempt: event.target.checked }));
  byId("theme").addEventListener("click", () =>
    theme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % 3]),
  );
  window.addEventListener("hashchange", () => set(fromAddress(location.hash, app.games)));
  document.addEventListener("paste", (event) => {
    if (!event.target.closest?.("input, textarea")) enter(event.clipboardData.getData("text"));
  });
  document.addEventListener("keydown", onKey);
  wireShare(app);
}

function onKey(event) {
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") undo();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (ownKey(app, event)) {
    // the picked card found its place
  } else if (event.key === "/") byId("cards").focus();
  else if (event.key === "?") byId("keys").showModal();
  else return;
  event.preventDefault();
}

async function start() {
  let kept = "auto";
  try {
    kept = localStorage.getItem("theme") || "auto";
  } catch {
    // as above
  }
  theme(THEMES.includes(kept) ? kept : "auto");
  try {
    const facts = await about();
    app.games = facts.games;
    fill(
      byId("footer"),
      `meldwise ${facts.version} · exact answers, worked out on this machine · Bharg is a game by P. D. Magnus; the shapes of its suits here are our own`,
    );
  } catch (error) {
    byId("gone").hidden = false;
    if (!(error instanceof Gone)) throw error;
    byId("retry").addEventListener("click", () => location.reload(), { once: true });
    return;
  }
  wire();
  set(fromAddress(location.hash, app.games));
  renderOwn(app);
}

start();
