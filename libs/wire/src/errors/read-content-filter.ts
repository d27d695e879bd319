import { member, objectOf, stringOf, type JsonNode } from '#kernel';

/** What Azure says of a prompt that its filter refused, by category. */
export interface ContentFilterError {
  readonly code: string;
  readonly content_filter_result: Readonly<Record<string, FilterResult>>;
}

interface FilterResult {
  readonly filtered?: boolean;
  readonly detected?: boolean;
  readonly severity?: string;
}

const WORD = /^\w{1,64}$/;
const CATEGORIES_MAX = 32; // There are eight.

/**
 * `innererror` of an error, read anew: words and truth values, and nothing that could quote the prompt.
 * Undefined where there is none.
 */
export function readContentFilter(error: JsonNode | undefined): ContentFilterError | undefined {
  const inner = member(error, 'innererror');
  const results = objectOf(
    member(inner, 'content_filter_result') ?? member(inner, 'content_filter_results'),
  );
  const code = wordOf(member(inner, 'code'));
  if (!results || code === undefined) return undefined;
  const read = results.keys
    .slice(0, CATEGORIES_MAX)
    .flatMap((name, index) =>
      WORD.test(name) ? [[name, resultOf(results.values[index])] as const] : [],
    );
  return { code, content_filter_result: Object.fromEntries(read) };
}

function resultOf(node: JsonNode | undefined): FilterResult {
  const [filtered, detected] = ['filtered', 'detected'].map((name) => truthOf(member(node, name)));
  const severity = wordOf(member(node, 'severity'));
  return {
    ...(filtered !== undefined && { filtered }),
    ...(detected !== undefined && { detected }),
    ...(severity !== undefined && { severity }),
  };
}

function wordOf(node: JsonNode | undefined): string | undefined {
  const text = stringOf(node);
  return text !== undefined && WORD.test(text) ? text : undefined;
}

const truthOf = (node: JsonNode | undefined): boolean | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
