import { isNull, member, refuse, stringOf, type GatewayError, type JsonNode } from '#kernel';
import { isAbsent } from '../check-request.js';
import type { RouterSegments } from './decision-request.js';
import { ATTACHMENT_WORDS_MAX, PREVIOUS_WORDS_MAX, SYSTEM_WORDS_MAX, WORDS_MAX } from './limits.js';
import { isUnseen } from './shown-text.js';
import { firstWords, lastWords } from './words.js';

/** A text is the request itself. Members that the state of a router does not have are left out. @throws state_invalid */
export function readSegments(state: JsonNode | undefined): RouterSegments {
  if (!state || isNull(state)) throw refuse('state_invalid', { param: 'state' });
  if (state.kind === 'string') return cutSegments({ ...NOTHING, request: said(state, 'state') });
  if (state.kind !== 'object') throw invalid('state', 'must be an object or a text');
  return cutSegments({
    request: said(member(state, 'request'), 'state.request'),
    attachments: attachmentsOf(member(state, 'attachments')),
    previous: textAt(member(state, 'previous'), 'state.previous'),
    system: textAt(member(state, 'system'), 'state.system'),
  });
}

const NOTHING = { attachments: [], previous: '', system: '' } as const;

/**
 * A request cut to what a router reads: what stands around it has its few words first, and the request
 * itself the rest of them.
 */
export function cutSegments({
  request,
  attachments,
  previous,
  system,
}: RouterSegments): RouterSegments {
  const files: string[] = [];
  let left = ATTACHMENT_WORDS_MAX;
  for (const attachment of attachments) {
    const file = firstWords(attachment, left);
    if (file.text !== '') files.push(file.text);
    left -= file.words;
    if (left === 0) break;
  }
  const before = lastWords(previous, PREVIOUS_WORDS_MAX);
  const rules = firstWords(system, SYSTEM_WORDS_MAX);
  const around = ATTACHMENT_WORDS_MAX - left + before.words + rules.words;
  return {
    request: firstWords(request, WORDS_MAX - around).text,
    attachments: files,
    previous: before.text,
    system: rules.text,
  };
}

/** In characters. */
export const segmentsLength = ({
  request,
  attachments,
  previous,
  system,
}: RouterSegments): number =>
  [request, ...attachments, previous, system].reduce((sum, { length }) => sum + length, 0);

function said(node: JsonNode | undefined, path: string): string {
  const text = textAt(node, path);
  if (isUnseen(text)) throw invalid(path, 'must be a text that says something');
  return text;
}

function textAt(node: JsonNode | undefined, path: string): string {
  const text = isAbsent(node) ? '' : stringOf(node);
  if (text === undefined) throw invalid(path, 'must be a text');
  return text;
}

function attachmentsOf(node: JsonNode | undefined): readonly string[] {
  if (node?.kind !== 'array') return [textAt(node, 'state.attachments')];
  return node.items.map((item, index) => textAt(item, `state.attachments[${index}]`));
}

const invalid = (param: string, fault: string): GatewayError =>
  refuse('state_invalid', { param, message: `${param} ${fault}.` });
