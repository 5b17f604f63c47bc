// The whole state of the page, and its forms: the address, a question to the server, a command line.

export const BLANK = {
  rummy: {
    game: "rummy",
    hand: [],
    wild: "none",
    decks: "",
    rules: "trio",
    rule: {},
    open: "",
    seen: "",
    players: "",
    first: "",
    why: "",
    own: null,
    attempt: false,
  },
  bharg: {
    game: "bharg",
    hand: [],
    ace: "none",
    deck: "",
    rules: "standard",
    rule: {},
    open: "",
    seen: "",
    players: "",
    first: "",
    why: "",
    own: null,
    attempt: false,
  },
};

const TEXTS = {
  rummy: ["wild", "decks", "rules", "open", "seen", "players", "first", "why"],
  bharg: ["ace", "deck", "rules", "open", "seen", "why"],
};

export const blank = (game) => structuredClone(BLANK[game]);

/** Write the state as the part of the address after "#". */
export function toAddress(state) {
  const words = new URLSearchParams();
  if (state.hand.length) words.set("hand", state.hand.join(" "));
  for (const key of TEXTS[state.game]) if (state[key] !== BLANK[state.game][key]) words.set(key, state[key]);
  for (const [name, value] of Object.entries(state.rule)) words.append("rule", `${name}=${value}`);
  if (state.own) {
    words.set("groups", state.own.groups.map((group) => group.join(" ")).join("|"));
    if (state.own.fold) words.set("fold", state.own.fold);
  }
  if (state.attempt) words.set("try", "1");
  const query = words.toString().replaceAll("%7C", "|");
  return `#${state.game}${query ? `?${query}` : ""}`;
}

/** Read a state from an address; what does not exist is left out, for the server to judge the rest. */
export function fromAddress(hash, games) {
  const [name, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const game = games[name] ? name : "rummy";
  const known = new Set(games[game].cards.map((one) => one.card));
  const cards = (text) => (text || "").split(/[\s,]+/).filter((card) => known.has(card));
  const words = new URLSearchParams(query);
  const state = blank(game);
  state.hand = cards(words.get("hand")).slice(0, games[game].sizes[1]);
  for (const key of TEXTS[game]) if (words.has(key)) state[key] = words.get(key);
  for (const pair of words.getAll("rule")) {
    const [option, value] = pair.split(/=(.*)/s);
    if (games[game].options.some((one) => one.name === option && one.values.includes(value)))
      state.rule[option] = value;
  }
  if (words.has("groups")) {
    const groups = words.get("groups").split("|").map(cards);
    state.own = prune({ groups, fold: cards(words.get("fold"))[0] || null }, state.hand);
  }
  state.attempt = words.get("try") === "1";
  return state;
}

/** The options of a state as names and values, the same for a question and for a command line. */
export function options(state) {
  const pairs = [];
  if (state.game === "rummy") {
    if (state.wild !== "none") pairs.push(["wild", state.wild]);
    if (state.decks) pairs.push(["decks", state.decks]);
    if (state.rules !== "trio") pairs.push(["rules", state.rules]);
  } else {
    if (state.ace !== "none") pairs.push(["ace", state.ace]);
    if (state.deck) pairs.push(["deck", state.deck]);
  }
  for (const [name, value] of Object.entries(state.rule)) pairs.push(["rule", `${name}=${value}`]);
  return pairs;
}

/** The options of a state as keys of a question; more may be given. */
export function question(state, more = {}) {
  const asked = {};
  for (const [name, value] of options(state)) {
    if (name === "rule") (asked.rule ||= []).push(value);
    else asked[name] = name === "decks" ? Number(value) : value;
  }
  return { ...asked, ...more };
}

const quoted = (text) => (/^[\w+=.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command line that answers the same. */
export function commandLine(state, verb) {
  const parts = ["meldwise", state.game, verb, `"${state.hand.join(" ")}"`];
  for (const [name, value] of options(state)) parts.push(`--${name}`, quoted(value));
  return parts.join(" ");
}

/** Take cards that are not in the hand any more out of a player's own groups. */
export function prune(own, hand) {
  if (!own) return null;
  const left = [...hand];
  const take = (card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const groups = own.groups.map((group) => group.filter(take));
  return { groups, fold: own.fold && take(own.fold) ? own.fold : null };
}

/** The cards of the hand that are in none of a player's own groups. */
export function leftOver(state) {
  const left = [...state.hand];
  for (const card of [...state.own.groups.flat(), ...(state.own.fold ? [state.own.fold] : [])]) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
