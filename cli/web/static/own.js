// A player's own groups: drag cards, or pick one and say where; judged by `verify` after every move.

import { Refused, ask, giveUp } from "./api.js";
import { KINDS, cardButton } from "./cards.js";
import { byId, fill, h, plural, refusals } from "./dom.js";
import { leftOver, question } from "./state.js";

let picked = null;
let verdict = null;
let asked = "";

const zones = (state) => {
  const { groups, fold } = state.own;
  const all = groups.map((cards, at) => ({
    id: `g${at}`,
    label: `Group ${at + 1}`,
    digit: String(at + 1),
    cards,
  }));
  all.push({ id: "new", label: "New group", digit: String(groups.length + 1), cards: [] });
  all.push({ id: "loose", label: "Left over", digit: "0", cards: leftOver(state) });
  if (fold || state.hand.length % 2 === 0)
    all.push({ id: "fold", label: "Fold", digit: "f", cards: fold ? [fold] : [] });
  return all;
};

/** Move a card from one zone to another. */
function move(app, { card, from }, to) {
  picked = null;
  if (from === to) return renderOwn(app);
  const own = structuredClone(app.state.own);
  const take = (cards) => cards.splice(cards.indexOf(card), 1);
  if (from === "fold") own.fold = null;
  else if (from !== "loose") take(own.groups[Number(from.slice(1))]);
  if (to === "fold") own.fold = card;
  else if (to === "new") own.groups.push([card]);
  else if (to !== "loose") own.groups[Number(to.slice(1))].push(card);
  while (own.groups.length > 3 && !own.groups.at(-1).length) own.groups.pop();
  return app.change({ own });
}

function tagsOf(zone) {
  const at = verdict?.places.indexOf(zone.id) ?? -1;
  if (at < 0) return { laid: null, faults: [] };
  return { laid: verdict.laid[at], faults: verdict.faults.filter((fault) => fault.group === at) };
}

function zoneBox(app, zone) {
  const { state, deck, facts } = app;
  const { laid, faults } = tagsOf(zone);
  const kind = faults.length ? "fault" : laid?.kind || (zone.id === "loose" ? "loose" : "empty");
  const named = new Set(faults.flatMap((fault) => zone.cards.filter((card) => fault.message.includes(card))));
  const cards = zone.cards.map((card, at) => {
    const marks = faults
      .filter((fault) => !named.size || fault.message.includes(card))
      .map((fault) => fault.rule);
    const as = laid?.as?.[laid.cards.indexOf(card)];
    const note = marks.length ? [...new Set(marks)].join(" ") : as && as !== card ? `as ${as}` : "";
    const isPicked = picked && picked.card === card && picked.from === zone.id && picked.at === at;
    const spoken = `${card}, ${deck.name(card)}, in ${zone.label}${note ? `, ${marks.length ? "breaks " : ""}${note}` : ""}`;
    const button = cardButton(
      state.game,
      card,
      spoken,
      {
        "data-key": `own ${card} ${zone.id}`,
        "aria-pressed": String(Boolean(isPicked)),
        class: `card own${marks.length ? " bad" : ""}${isPicked ? " picked" : ""}`,
      },
      note ? h("span.note", {}, note) : null,
    );
    button.addEventListener("click", () => {
      if (button.dataset.dragged) return;
      picked = isPicked ? null : { card, from: zone.id, at };
      renderOwn(app);
    });
    button.addEventListener("pointerdown", (event) => drag(app, event, button, { card, from: zone.id, at }));
    return button;
  });
  const put = picked
    ? h(
        "button.put",
        { type: "button", "data-key": `put ${zone.id}`, onclick: () => move(app, picked, zone.id) },
        `Put ${picked.card} here (${zone.digit.toUpperCase()})`,
      )
    : null;
  const title =
    kind in KINDS && zone.id !== "loose" ? `${zone.label}: ${KINDS[kind].toLowerCase()}` : zone.label;
  return h(
    `div.group.zone.${kind}`,
    { role: "group", "aria-label": title, "data-zone": zone.id },
    h("h3", {}, title),
    h("div.cards", {}, cards, put),
    faults.length
      ? h(
          "ul.faults",
          {},
          faults.map((fault) => faultLine(facts, fault)),
        )
      : null,
  );
}

const faultLine = (facts, fault) =>
  h("li", {}, h("abbr", { title: facts.labels[fault.rule] || "" }, fault.rule), ` ${fault.message}`);

/** Follow a pointer, mouse or finger, with a card until it is let go over a zone. */
function drag(app, event, button, what) {
  if (event.button) return;
  const start = [event.clientX, event.clientY];
  let ghost = null;
  let over = null;
  const onMove = (now) => {
    const [dx, dy] = [now.clientX - start[0], now.clientY - start[1]];
    if (!ghost && Math.hypot(dx, dy) < 6) return;
    if (!ghost) {
      ghost = button.cloneNode(true);
      ghost.className = "card ghost";
      ghost.style.width = `${button.offsetWidth}px`;
      document.body.append(ghost);
      button.dataset.dragged = "1";
    }
    ghost.style.left = `${now.clientX - button.offsetWidth / 2}px`;
    ghost.style.top = `${now.clientY - button.offsetHeight / 2}px`;
    const under = document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-zone]");
    if (under !== over) {
      over?.classList.remove("over");
      under?.classList.add("over");
      over = under;
    }
  };
  const onEnd = (now) => {
    document.removeEventListener("pointermove", onMove);
    document.removeEventListener("pointerup", onEnd);
    document.removeEventListener("pointercancel", onEnd);
    over?.classList.remove("over");
    if (!ghost) return;
    ghost.remove();
    // the click that ends a drag picks nothing
    setTimeout(() => delete button.dataset.dragged);
    if (over && now.type === "pointerup") move(app, what, over.dataset.zone);
  };
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onEnd);
  document.addEventListener("pointercancel", onEnd);
}

/** Digits put the picked card somewhere; Escape lets go of it. */
export function ownKey(app, event) {
  if (!picked || !app.state.own) return false;
  if (event.key === "Escape") {
    picked = null;
    renderOwn(app);
    return true;
  }
  const zone = zones(app.state).find((one) => one.digit === event.key.toLowerCase());
  if (zone) move(app, picked, zone.id);
  return Boolean(zone);
}

function judgement(app) {
  if (!verdict) return [];
  if (verdict.defects) return [refusals(verdict.defects)];
  const whole = verdict.faults.filter((fault) => fault.group === null);
  const word = app.state.game === "bharg" ? "unbound" : "loose";
  const best = verdict.best === null || app.hidden() ? "" : `; the least possible is ${verdict.best}`;
  return [
    h(
      `p.verdict.${verdict.valid ? "yes" : "no"}`,
      { id: "judgement", role: "status" },
      h("strong", {}, verdict.valid ? "Valid" : "Not valid"),
      h("span", {}, `${plural(verdict.points, "point")} ${word} as laid${best}`),
    ),
    whole.length
      ? h(
          "ul.faults",
          {},
          whole.map((fault) => faultLine(app.facts, fault)),
        )
      : null,
  ];
}

/** Draw the player's own groups, where the server judges groups at all. */
export function renderOwn(app) {
  const { state, result, facts } = app;
  const panel = byId("own");
  panel.hidden = !facts.verbs.includes("verify") || !state.hand.length;
  if (panel.hidden) return;
  const start = (groups, fold) => app.change({ own: { groups, fold } });
  const empty = () => start([[], [], []], null);
  const copy = () =>
    start(
      (result.declaration || result.groups).map((group) => [...group.cards]),
      (result.declare ? result.folds?.[0] : result.discard) || null,
    );
  const mayCopy = result?.groups && !app.hidden();
  fill(
    panel,
    h(
      "div.head",
      {},
      h("h2", { id: "own-title" }, "Your own groups"),
      h(
        "div.line",
        {},
        h(
          "button.quiet",
          { type: "button", id: "own-start", "data-key": "own-start", onclick: empty },
          state.own ? "Start over" : "Lay it out yourself",
        ),
        mayCopy
          ? h(
              "button.quiet",
              { type: "button", id: "own-copy", "data-key": "own-copy", onclick: copy },
              "Start from the answer",
            )
          : null,
        state.own
          ? h(
              "button.quiet",
              {
                type: "button",
                id: "own-close",
                "data-key": "own-close",
                onclick: () => app.change({ own: null }),
              },
              "Close",
            )
          : null,
      ),
    ),
    state.own
      ? [
          h("p.hint", {}, "Drag cards into groups, or pick one and press the number of a group."),
          h(
            "div.groups",
            {},
            zones(state).map((zone) => zoneBox(app, zone)),
          ),
          ...judgement(app),
        ]
      : h(
          "p.hint",
          {},
          "Group the cards as you would lay them down, and have every group judged by the rules.",
        ),
  );
}

/** Have the groups judged; nothing is asked twice. */
export async function judge(app) {
  const { state } = app;
  if (!state.own || !app.facts.verbs.includes("verify") || !state.own.groups.some((group) => group.length)) {
    verdict = null;
    asked = "";
    giveUp("verify");
    return renderOwn(app);
  }
  const places = state.own.groups.flatMap((group, at) => (group.length ? [`g${at}`] : []));
  const body = question(state, {
    grouping: state.own.groups
      .filter((group) => group.length)
      .map((group) => group.join(" "))
      .join(" | "),
    loose: leftOver(state).join(" ") || null,
    fold: state.own.fold,
  });
  if (JSON.stringify(body) === asked) return renderOwn(app);
  asked = JSON.stringify(body);
  renderOwn(app);
  try {
    verdict = { ...(await ask(state.game, "verify", body)), places };
  } catch (error) {
    if (!(error instanceof Refused)) {
      asked = "";
      throw error;
    }
    verdict = { defects: error.defects, places: [], faults: [], laid: [] };
  }
  return renderOwn(app);
}
