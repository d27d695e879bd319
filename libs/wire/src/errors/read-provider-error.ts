import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { readPayload } from '../sse/read-payload.js';
import { boundedWord, cleanMessage } from './clean-message.js';
import { readContentFilter, type ContentFilterError } from './read-content-filter.js';
import { errorOf, readErrorBody, type ErrorBody } from './read-error-body.js';
import { readRetryAfterMs, RETRY_AFTER_MS_MAX } from './read-retry-after.js';

/** A provider's refusal in one form. The message may repeat parts of the prompt. */
export interface ProviderError {
  readonly status: number;
  readonly type: string | null;
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
  readonly retryAfterMs: number | null;
  /** What a filter of the provider's found, where it says so. */
  readonly filtered?: ContentFilterError;
  /** The gateway's own key was refused: nothing that the caller could mend or should see. */
  readonly isCredentialFault: boolean;
}

/** @param headers lower-case names */
export function readProviderError(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, string | undefined>>,
): ProviderError {
  const root = readPayload(bodyText)?.root;
  const body = root ? (readErrorBody(root) ?? errorOf(root)) : readText(bodyText);
  const filtered = root && readContentFilter(errorIn(root));
  return {
    status,
    ...(filtered && { filtered }),
    type: boundedWord(body.type),
    code: boundedWord(body.code),
    message: cleanMessage(body.message ?? '') || `The provider answered with status ${status}.`,
    param: boundedWord(body.param),
    retryAfterMs: readRetryAfterMs(headers) ?? retryDelayMs(root),
    isCredentialFault: isCredentialFault(status, body, root),
  };
}

/** HTML comes from a proxy in between and tells a caller nothing. */
const readText = (text: string): ErrorBody => {
  const isMarkup = text.trimStart().startsWith('<');
  return { type: null, code: null, message: isMarkup ? null : text, param: null };
};

const KEY_FAULT =
  /(invalid|incorrect|missing|expired|not valid)\W.{0,40}api.?key|api.?key.{0,40}\W(invalid|incorrect|missing|expired|not valid)/i;

function isCredentialFault(status: number, body: ErrorBody, root: JsonNode | undefined): boolean {
  if (status === 401) return true;
  // OpenRouter answers 403 when its moderation refused the prompt, and says why.
  if (status === 403) return member(metadataOf(root), 'reasons') === undefined;
  if (status !== 400) return false;
  const reasons = detailsOf(root).map((detail) => stringOf(member(detail, 'reason')));
  return (
    body.code === 'invalid_api_key' ||
    reasons.includes('API_KEY_INVALID') ||
    KEY_FAULT.test(body.message?.slice(0, 500) ?? '')
  );
}

/** Google: `{"@type":"…RetryInfo","retryDelay":"34.4s"}` among the details. */
function retryDelayMs(root: JsonNode | undefined): number | null {
  for (const detail of detailsOf(root)) {
    const seconds = Number.parseFloat(stringOf(member(detail, 'retryDelay')) ?? '');
    if (seconds >= 0) return Math.min(Math.ceil(seconds * 1000), RETRY_AFTER_MS_MAX);
  }
  return null;
}

const errorIn = (root: JsonNode | undefined): JsonNode | undefined =>
  member(root?.kind === 'array' ? root.items[0] : root, 'error');

const metadataOf = (root: JsonNode | undefined) => member(errorIn(root), 'metadata');
const detailsOf = (root: JsonNode | undefined) => itemsOf(member(errorIn(root), 'details'));
