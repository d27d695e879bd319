import { type BatchRequest, type ExpectedUsage, type ReceivedBody } from '#call';
import {
  member,
  objectOf,
  refuse,
  stringOf,
  type GatewayError,
  type JsonDocument,
  type Steps,
} from '#kernel';
import { readChatRequest, readResponsesRequest } from '#wire';
import { checkMembers } from '../../http/deciding-members.js';
import { checkPlainOptions } from '../../http/unpriced-options.js';
import type { Target } from '../../http/read-target.js';
import { expectedOf } from './expected-usage.js';

type Judge = BatchRequest['judge'];

/** Where the requests of a batch may go: what each of them costs is known, and when it has ended. */
const PATHS: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['/v1/chat/completions', judgeChat],
  ['/v1/completions', judgeAs('completions')],
  ['/v1/embeddings', judgeAs('embeddings')],
  ['/v1/responses', judgeResponse],
]);

/** Anything else may be requests beside those of the file, or a price beside theirs. */
const MEMBERS: ReadonlySet<string> = new Set(
  'input_file_id endpoint completion_window metadata output_expires_after'.split(' '),
);
const WINDOW = '24h';

const notServed = (param: string): GatewayError =>
  refuse('field_invalid', {
    param,
    message: `A batch has ${[...MEMBERS].join(', ')}, and completion_window is ${WINDOW}: nothing else is served.`,
  });

/**
 * The file of requests that `POST /v1/batches` hands over; undefined of any other request, and of batches that
 * are made in another way.
 * @throws field_invalid for a path that nobody can tell the cost of
 */
export function batchOfRequest(
  { method, segments }: Pick<Target, 'method' | 'segments'>,
  body: ReceivedBody,
): BatchRequest | undefined {
  if (method !== 'POST' || segments.slice(1).join('/') !== 'batches') return undefined;
  const root = body.kind === 'json' ? objectOf(body.document.root) : undefined;
  const fileId = stringOf(member(root, 'input_file_id'));
  if (!root || !fileId) return undefined;
  for (const key of root.keys) if (!MEMBERS.has(key)) throw notServed(key);
  if (stringOf(member(root, 'completion_window')) !== WINDOW) throw notServed('completion_window');
  const path = stringOf(member(root, 'endpoint')) ?? '';
  const judge = PATHS.get(path);
  if (!judge) {
    throw refuse('field_invalid', {
      param: 'endpoint',
      message: `Batches are served of requests to ${[...PATHS.keys()].join(', ')}.`,
    });
  }
  return { fileId, path, judge };
}

const received = (document: JsonDocument): ReceivedBody => ({ kind: 'json', document });

/** Nobody is there whom a tool could ask, and none runs that is billed apart, whoever pays. */
function* check({ root }: JsonDocument): Steps<void> {
  yield* checkMembers(root);
  checkPlainOptions(root);
}

function* judgeChat(document: JsonDocument): Steps<ExpectedUsage> {
  const { outputTokensMax: tokensMax, choices, isSpoken } = readChatRequest(document);
  yield* check(document);
  const expected = yield* expectedOf('chat', received(document), 'chat');
  return { ...expected, output: { tokensMax, choices, isSpoken } };
}

function* judgeResponse(document: JsonDocument): Steps<ExpectedUsage> {
  readResponsesRequest(document);
  yield* check(document);
  return yield* expectedOf('responses', received(document), 'responses');
}

function judgeAs(surface: 'completions' | 'embeddings'): Judge {
  return function* (document) {
    yield* check(document);
    return yield* expectedOf(surface, received(document));
  };
}
