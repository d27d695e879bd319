import type { JsonArray, Steps } from '#kernel';
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

interface Content {
  readonly all: number[];
  readonly texts: number[];
}
