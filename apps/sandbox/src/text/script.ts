import type { Call } from './compose.js';

/** What a script has to know of one turn of the conversation. */
export interface ScriptedTurn {
  /** Of the user; empty for anybody else's turn. */
  readonly userText: string;
  readonly hasCalls: boolean;
}

/**
 * A line of the user's, `sandbox script: [[{"name":"read","arguments":{"path":"a"}}], …]`, says which tools
 * the model is to call: one list a round, all of a list at once. It stands in the conversation and nowhere
 * else, so whoever drives an agent needs no second way to the sandbox, and what an agent asks on the side
 * (a title, a summary) disturbs no queue.
 */
const LINE = /sandbox script: (\[\[.*\]\])/;

/**
 * The calls of the next round; none where the script has ended, undefined where there is no script, or one
 * for other tools.
 *
 * @param turns oldest first
 * @param tools the names of those that the model may call
 */
export function scriptedCalls(
  turns: readonly ScriptedTurn[],
  tools: readonly string[],
): readonly Call[] | undefined {
  const start = turns.findLastIndex(({ userText }) => LINE.test(userText));
  const rounds = roundsIn(turns[start]?.userText ?? '');
  if (!rounds?.flat().every(({ name }) => tools.includes(name))) return undefined;
  const since = turns.slice(start);
  // Some clients say the calls of one round in several turns; results always stand between two rounds.
  const done = since.filter(({ hasCalls }, at) => hasCalls && !since[at - 1]?.hasCalls).length;
  return (rounds[done] ?? []).map((call) => ({
    name: call.name,
    arguments: JSON.stringify(call.arguments ?? {}),
  }));
}

interface WrittenCall {
  readonly name: string;
  readonly arguments?: object;
}

/** A line that is no script, as when somebody only quotes one, is a text like any other. */
function roundsIn(text: string): readonly (readonly WrittenCall[])[] | undefined {
  const written = LINE.exec(text)?.[1];
  if (written === undefined) return undefined;
  try {
    const rounds = JSON.parse(written) as readonly (readonly WrittenCall[])[];
    const isScript = rounds.every(
      (calls) => Array.isArray(calls) && calls.every((call) => typeof call?.name === 'string'),
    );
    return isScript ? rounds : undefined;
  } catch {
    return undefined;
  }
}
