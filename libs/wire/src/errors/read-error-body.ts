import { itemsOf, member, numberOf, stringOf, type JsonNode } from '#kernel';

/** What a provider says went wrong; null where it does not say. */
export interface ErrorBody {
  readonly type: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly param: string | null;
}

/**
 * The error that a JSON body holds, or undefined when it holds none. Knows `{error:{…}}`,
 * `{error:'text',code}` (xAI), `[{error:{…}}]` (Gemini), `{object:'error',message}` (Mistral, vLLM)
 * and `{detail:…}` (FastAPI).
 */
export function readErrorBody(root: JsonNode): ErrorBody | undefined {
  const body = root.kind === 'array' ? root.items[0] : root;
  const error = member(body, 'error');
  if (error?.kind === 'object') return errorOf(error);
  if (isSaid(error)) return { ...errorOf(body), message: stringOf(error) ?? messageOf(body) };
  const isError = isSaid(member(body, 'detail')) || stringOf(member(body, 'object')) === 'error';
  return isError ? errorOf(body) : undefined;
}

/** `error: null`, `false` and an empty string are ways to say that there is none. */
const isSaid = (node: JsonNode | undefined): boolean =>
  node !== undefined && (node.kind === 'object' || node.kind === 'array' || Boolean(node.value));

/** The members of an object that is known to be an error. */
export const errorOf = (error: JsonNode | undefined): ErrorBody => ({
  type: wordOf(member(error, 'type')) ?? wordOf(member(error, 'status')),
  code: wordOf(member(error, 'code')) ?? wordOf(member(error, 'error_type')),
  message: messageOf(error),
  param: stringOf(member(error, 'param')) ?? placeOf(detailsOf(error)) ?? null,
});

/** Of validators, also where a server wraps what they say into its message. */
const detailsOf = (error: JsonNode | undefined): JsonNode | undefined =>
  member(error, 'detail') ?? member(member(error, 'message'), 'detail');

/** Where the first fault is, in the words of who is asked: `messages.0.role`. */
function placeOf(detail: JsonNode | undefined): string | undefined {
  const [first] = itemsOf(detail);
  const steps = itemsOf(member(first, 'loc')).map((step) => wordOf(step) ?? '');
  const place = steps.filter((step, index) => index > 0 || step !== 'body').join('.');
  return place === '' ? undefined : place;
}

function messageOf(error: JsonNode | undefined): string | null {
  const message = stringOf(member(error, 'message')) ?? stringOf(member(error, 'Message'));
  if (message === undefined) return detailOf(detailsOf(error));
  // OpenRouter's own message is always "Provider returned error"; the cause is in `raw`.
  const raw = stringOf(member(member(error, 'metadata'), 'raw'));
  return raw ? `${message}: ${raw}` : message;
}

function detailOf(detail: JsonNode | undefined): string | null {
  const text = stringOf(detail) ?? stringOf(member(detail, 'message'));
  if (text !== undefined) return text;
  const messages = itemsOf(detail).map((item) => stringOf(member(item, 'msg')) ?? '');
  return messages.filter((message) => message !== '').join('; ') || null;
}

/** Codes and types are words; some servers write the HTTP status instead. */
const wordOf = (node: JsonNode | undefined): string | null =>
  stringOf(node) ?? numberOf(node)?.toString() ?? null;
