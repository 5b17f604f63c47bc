// Questions to the server. The page knows no rule of the games: every fact and every answer comes from here.

/** An answer that is a refusal: {defects: [{where, message}]}. */
export class Refused extends Error {
  constructor(defects) {
    super(defects.map((defect) => `${defect.where}: ${defect.message}`).join("; "));
    this.defects = defects;
  }
}

/** The server does not answer at all. */
export class Gone extends Error {}

async function fetched(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Gone("the server is gone");
  }
  const body = await response.json();
  if (body.error) throw new Refused(body.error.defects);
  return body;
}

export const about = () => fetched("api/about");

/** Ask a verb or a fact of a game; an older question of the same channel is given up. */
export function ask(game, verb, question, channel = verb) {
  running.get(channel)?.abort();
  const control = new AbortController();
  running.set(channel, control);
  return fetched(`api/${game}/${verb}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal: control.signal,
  });
}

/** Give up the question of a channel, if one is open. */
export function giveUp(channel) {
  running.get(channel)?.abort();
  running.delete(channel);
}

const running = new Map();
