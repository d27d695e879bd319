import type { JsonNode } from '#kernel';
import { firstWords, type CutText } from './words.js';

/** A value as text: strings as they are, members as `key: value`, items with their numbers. @param source of the value */
export const valueText = (node: JsonNode, source: string): string =>
  [...linesOf(node, source, '')].join('\n');

/** Its first words, for which not all of it is looked at. */
export function valueWords(node: JsonNode, source: string, most: number): CutText {
  const lines: string[] = [];
  let words = 0;
  for (const line of linesOf(node, source, '')) {
    const cut = firstWords(line, most - words);
    if (cut.text !== '') lines.push(cut.text);
    words += cut.words;
    if (words === most) break;
  }
  return { text: lines.join('\n'), words };
}

/** @param head what the first line begins with */
function* linesOf(node: JsonNode, source: string, head: string): Generator<string> {
  if (node.kind === 'string') return yield head + node.value;
  if (node.kind === 'scalar') return yield head + source.slice(node.start, node.end);
  if (head !== '') yield head.trimEnd();
  if (node.kind === 'array') {
    for (const [index, item] of node.items.entries()) {
      yield* linesOf(item, source, `${index + 1}. `);
    }
  } else {
    for (const [index, key] of node.keys.entries()) {
      yield* linesOf(node.values[index] as JsonNode, source, `${key}: `);
    }
  }
}
