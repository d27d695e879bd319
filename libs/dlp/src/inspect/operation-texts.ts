import type { Operation } from '#call';
import type { PlacedText } from './inspect-texts.js';

/** What a call says beside its body: a provider is sent it, too. */
export interface OperationTexts {
  readonly texts: readonly PlacedText[];
  /** @param rewritten new texts by their place in `texts` */
  readonly write: (rewritten: ReadonlyMap<number, string>) => Operation;
}

/**
 * Values of the query can be replaced; what is found in its names, in the path or in a header is
 * refused, since another word there would mean another resource or setting.
 */
export function operationTexts(operation: Operation): OperationTexts {
  const { query, headers } = operation.kind === 'chat' ? operation.hints : operation;
  const texts: PlacedText[] = query.map(([, text]) => ({ text, isFixed: false, path: 'query' }));
  for (const [text] of query) texts.push({ text, isFixed: true, path: 'query' });
  for (const [path, text] of Object.entries(headers)) texts.push({ text, isFixed: true, path });
  if (operation.kind === 'forward') {
    for (const text of operation.segments) texts.push({ text, isFixed: true, path: 'path' });
  }
  const write = (rewritten: ReadonlyMap<number, string>): Operation => {
    if (rewritten.size === 0) return operation;
    const replaced = query.map(
      ([name, value], index) => [name, rewritten.get(index) ?? value] as const,
    );
    return operation.kind === 'chat'
      ? { ...operation, hints: { ...operation.hints, query: replaced } }
      : { ...operation, query: replaced };
  };
  return { texts, write };
}
