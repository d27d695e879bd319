import {
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
/** Those who may say one thing in several messages; what tools give is apart. */
const SPEAKERS: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'model',
  'system',
  'developer',
]);

/**
 * What is said in messages of one role that follow each other, as the places of its texts: models read them
 * one after the other, and some formats make one message of them.
 */
export function* turnsOf(
  root: JsonNode,
  texts: readonly BodyText[],
): Steps<readonly (readonly number[])[]> {
  const runs: number[][] = [];
  let index = 0;
  for (const list of LISTS.flatMap((name) => member(root, name) ?? [])) {
    let run: number[] = [];
    let speaker: string | undefined;
    for (const item of itemsOf(list)) {
      const role = objectOf(item) ? stringOf(member(item, 'role')) : undefined;
      if (role === undefined || role !== speaker || !SPEAKERS.has(role)) {
        runs.push(run);
        run = [];
      }
      speaker = role;
      while (index < texts.length && (texts[index] as BodyText).node.start < item.start) index++;
      for (; index < texts.length && (texts[index] as BodyText).node.start < item.end; index++) {
        if (isSaid(texts[index] as BodyText, item)) run.push(index);
        if (index % WALK_NODES === WALK_NODES - 1) yield;
      }
    }
    runs.push(run);
  }
  return runs.filter(({ length }) => length > 1);
}

const isSaid = ({ node, part, owner, isFixed }: BodyText, message: JsonNode): boolean =>
  !owner && !isFixed && (part?.kind === 'text' || node === member(message, 'content'));

interface Content {
  readonly all: number[];
  readonly texts: number[];
}
