import { isPathWord, type Operation } from '#call';
import { isQueryName, withoutMediaTypes, withoutReferenceKind } from './format-words.js';
import type { PlacedText } from './inspection-job.js';

/** Where these stand, for the log. */
export const BESIDE = 'request_line';

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
  const { query, headers } = operation.kind === 'forward' ? operation : operation.hints;
  const texts: PlacedText[] = query.map(([, text]) => ({ text, isFixed: false, path: 'query' }));
  const addFixed = (text: string, path: string) => texts.push({ text, isFixed: true, path });
  for (const [name] of query) if (!isQueryName(name)) addFixed(name, 'query');
  for (const [name, value] of Object.entries(headers)) addFixed(withoutMediaTypes(value), name);
  if (operation.kind === 'forward') {
    for (const segment of operation.segments) {
      if (!isPathWord(segment)) addFixed(withoutReferenceKind(segment), 'path');
    }
  }
  const write = (rewritten: ReadonlyMap<number, string>): Operation => {
    if (rewritten.size === 0) return operation;
    const replaced = query.map(
      ([name, value], index) => [name, rewritten.get(index) ?? value] as const,
    );
    return operation.kind === 'forward'
      ? { ...operation, query: replaced }
      : { ...operation, hints: { ...operation.hints, query: replaced } };
  };
  return { texts, write };
}
