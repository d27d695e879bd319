import {
  addAll,
  itemsOf,
  member,
  objectOf,
  stringOf,
  type JsonArray,
  type JsonNode,
  type Steps,
} from '#kernel';
import { WALK_NODES } from '../limits.js';
import type { BodyText } from './body-texts.js';

/**
 * Texts that are read one after the other, by a model or in a format that has one text for them, as their
 * places: those of one content, and what was thought or refused anywhere, since turns and items are joined.
 */
export function* runsOf(texts: readonly BodyText[]): Steps<readonly (readonly number[])[]> {
  const runs: number[][] = [];
  const contents = new Map<JsonArray, Content>();
  const kinds = { text: [], thinking: [], refusal: [] } satisfies Record<string, number[]>;
  const byKind: Readonly<Record<string, number[]>> = kinds;
  for (const [index, { part }] of texts.entries()) {
    if (index % WALK_NODES === WALK_NODES - 1) yield;
    if (!part) continue;
    if (part.kind !== 'text') byKind[part.kind]?.push(index);
    if (!part.list) continue;
    const content = contents.get(part.list) ?? { all: [], texts: [] };
    contents.set(part.list, content);
    content.all.push(index);
    if (part.kind === 'text') content.texts.push(index);
  }
  for (const { all, texts: said } of contents.values()) {
    // The widest first: what is found in it is whole.
    if (all.length > said.length) runs.push(all);
    runs.push(said);
  }
  runs.push(kinds.thinking, kinds.refusal);
  return runs.filter(({ length }) => length > 1);
}

/** Lists of messages, in the formats that have them. */
const LISTS = ['messages', 'input', 'contents'];
/** What stands beside them, and what formats put together with messages of `system` that stand among them. */
const SETUP = ['instructions', 'system', 'systemInstruction', 'system_instruction'];
/** Whose messages are results of tools, each apart from the others. */
const TOOLS: ReadonlySet<string> = new Set(['tool', 'function']);
const SPEAKERS: ReadonlyMap<string, string> = new Map([
  ['developer', 'system'],
  ['model', 'assistant'],
]);

/** Something that one speaker says, as a message or as the setup of all. */
interface Turn {
  readonly node: JsonNode;
  /** Null of what nobody says: calls, results and the like. `setup` stands in front of all messages. */
  readonly speaker: string | null;
}

/**
 * What is said in messages of one speaker that follow each other, as the places of its texts: models read them
 * one after the other, and some formats make one message of them. Messages of `system` are put together wherever
 * they stand, so that those around them meet, too; and so do those around a message that says nothing.
 */
export function* turnsOf(
  root: JsonNode,
  texts: readonly BodyText[],
): Steps<readonly (readonly number[])[]> {
  const runs: number[][] = [];
  const setup: number[] = [];
  const system: number[] = [];
  let run: number[] = [];
  let before: string | null = null;
  let index = 0;
  let met = 0;
  for (const { node, speaker } of turnsIn(root)) {
    const said: number[] = [];
    let saysNothing = true;
    while (index < texts.length && (texts[index] as BodyText).node.start < node.start) index++;
    for (; index < texts.length && (texts[index] as BodyText).node.start < node.end; index++) {
      const text = texts[index] as BodyText;
      saysNothing &&= text.text.trim() === '';
      if (isSaid(text, node)) said.push(index);
      if (++met % WALK_NODES === 0) yield;
    }
    if (++met % WALK_NODES === 0) yield;
    if (speaker === 'setup') addAll(setup, said);
    if (speaker === 'system') addAll(system, said);
    if (speaker === 'setup' || speaker === 'system' || saysNothing) continue;
    if (speaker === null || speaker !== before) {
      if (run.length > 1) runs.push(run);
      run = [];
    }
    before = speaker;
    if (speaker !== null) addAll(run, said);
  }
  return [[...setup, ...system], ...runs, run].filter(({ length }) => length > 1);
}

/** In the order of the text. */
function* turnsIn(root: JsonNode): Iterable<Turn> {
  const nodesOf = (names: readonly string[]) => names.flatMap((name) => member(root, name) ?? []);
  const lists = nodesOf(LISTS);
  const all = [...nodesOf(SETUP), ...lists].toSorted((one, other) => one.start - other.start);
  for (const node of all) {
    if (!lists.includes(node)) yield { node, speaker: 'setup' };
    else for (const item of itemsOf(node)) yield { node: item, speaker: speakerOf(item) };
  }
}

function speakerOf(message: JsonNode): string | null {
  if (!objectOf(message)) return null;
  const type = stringOf(member(message, 'type')) ?? 'message';
  if (type !== 'message') return null;
  // Who says nothing of it is the user, in the formats that let it be.
  const role = stringOf(member(message, 'role'))?.trim().toLowerCase() ?? 'user';
  return TOOLS.has(role) ? null : (SPEAKERS.get(role) ?? role);
}

const isSaid = ({ node, part, owner, isFixed }: BodyText, turn: JsonNode): boolean =>
  !owner &&
  !isFixed &&
  (part?.kind === 'text' || node === turn || node === member(turn, 'content'));

interface Content {
  readonly all: number[];
  readonly texts: number[];
}
