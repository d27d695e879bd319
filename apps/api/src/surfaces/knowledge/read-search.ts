import {
  itemsOf,
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import {
  QUERIES_MAX,
  QUERY_CHARS_MAX,
  readFilter,
  RESULTS_DEFAULT,
  RESULTS_MAX,
  type Search,
} from '#knowledge';

/** `rewrite_query` is taken and does nothing: what is sought is what was asked. */
const MEMBERS: ReadonlySet<string> = new Set([
  'query',
  'max_num_results',
  'filters',
  'ranking_options',
  'rewrite_query',
]);

/** The body of a search in OpenAI's format. @throws field_invalid */
export function readSearch({ root }: JsonDocument): Search {
  const strange = objectOf(root)?.keys.find((key) => !MEMBERS.has(key));
  if (strange !== undefined || root.kind !== 'object') {
    const name = strange?.slice(0, 64) ?? '';
    throw invalid(name, `is no member of a search; it takes ${[...MEMBERS].join(', ')}`);
  }
  return {
    queries: queriesOf(member(root, 'query')),
    count: countOf(member(root, 'max_num_results')),
    scoreMin: scoreOf(member(root, 'ranking_options')),
    filter: readFilter(member(root, 'filters')),
  };
}

function queriesOf(node: JsonNode | undefined): readonly string[] {
  const all = node?.kind === 'array' ? itemsOf(node).map(stringOf) : [stringOf(node)];
  const isUsable = (text: string | undefined) =>
    text !== undefined && text.trim() !== '' && text.length <= QUERY_CHARS_MAX;
  if (all.length === 0 || all.length > QUERIES_MAX || !all.every(isUsable)) {
    throw invalid(
      'query',
      `must be a text of 1 to ${QUERY_CHARS_MAX} characters, or a list of at most ${QUERIES_MAX}`,
    );
  }
  return all as string[];
}

function countOf(node: JsonNode | undefined): number {
  if (node === undefined) return RESULTS_DEFAULT;
  const count = numberOf(node) ?? 0;
  if (Number.isInteger(count) && count >= 1 && count <= RESULTS_MAX) return count;
  throw invalid('max_num_results', `must be from 1 to ${RESULTS_MAX}`);
}

/** Cosines go from -1 to 1, thresholds from 0: what points away is no result. */
function scoreOf(node: JsonNode | undefined): number {
  const threshold = member(node, 'score_threshold');
  if (threshold === undefined) return -1;
  const score = numberOf(threshold) ?? -1;
  if (score >= 0 && score <= 1) return score;
  throw invalid('ranking_options.score_threshold', 'must be from 0 to 1');
}

const invalid = (param: string, what: string) =>
  refuse('field_invalid', { message: `${param} ${what}.`, param });
