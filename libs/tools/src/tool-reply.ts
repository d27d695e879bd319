import type { ToolMethod, ToolOperation } from '#call';
import {
  applyEdits,
  changeMembers,
  failed,
  member,
  NEVER_ENDED,
  numberOf,
  parseAnswer,
  runInSlices,
  stringOf,
  type Edit,
  type JsonObject,
} from '#kernel';
import {
  INPUT_REQUIRED,
  MISSING_CAPABILITY,
  NO_USAGE,
  writeMcpError,
  type McpFault,
  type Reply,
  type ReplyEvent,
  type ReplyFrame,
} from '#wire';
import { NO_SAMPLING } from './input-required.js';
import { nameUris } from './named-uris.js';

/** Paid by the call. */
export const DONE: readonly ReplyEvent[] = [
  { type: 'usage', usage: { ...NO_USAGE, toolCalls: 1 }, isWholeFrame: false },
  { type: 'done' },
];
/** What was asked for is not done yet. */
export const ASKED: readonly ReplyEvent[] = [
  { type: 'finish', choice: 0, reason: INPUT_REQUIRED },
  { type: 'done' },
];
const NOT_DONE: readonly ReplyEvent[] = [{ type: 'done' }];

export interface WholeReply extends Reply {
  readonly body: Extract<Reply['body'], { readonly kind: 'json' }>;
}

export async function replyWith(
  json: string,
  events: readonly ReplyEvent[],
  status = 200,
): Promise<WholeReply> {
  const frame = await frameOf(json, events);
  return { status, headers: {}, protocol: 'mcp', body: { kind: 'json', frame } };
}

export async function frameOf(json: string, events: readonly ReplyEvent[]): Promise<ReplyFrame> {
  const document = await runInSlices(parseAnswer([Buffer.from(json)]), NEVER_ENDED);
  return { document, edits: [], events };
}

/** Of the server's own data nothing is told but what the protocol has callers act on. */
export function faultReply(
  fault: McpFault,
  text: string,
  operation: ToolOperation,
): Promise<WholeReply> {
  const { code, message, data } = fault;
  const { requestId, isModern, asks } = operation;
  const required =
    code === MISSING_CAPABILITY && isModern ? member(data, 'requiredCapabilities') : undefined;
  if (required?.kind === 'object') {
    if (member(required, 'sampling') && asks.sampling) {
      throw failed('upstream_failed', { message: NO_SAMPLING });
    }
    const requiredCapabilities: unknown = JSON.parse(text.slice(required.start, required.end));
    const error = { code, message, data: { requiredCapabilities } };
    return replyWith(writeMcpError(requestId, error), NOT_DONE, 400);
  }
  const told = operation.method === 'resources/read' ? readFault(code, operation) : { code };
  return replyWith(writeMcpError(requestId, { ...told, message }), NOT_DONE);
}

/** That there is no such resource is said in two ways, of which clients of the newest revision know one. */
function readFault(code: number, { isModern, uriPrefix, target }: ToolOperation) {
  const isUnknown = code === NOT_FOUND || code === NOT_FOUND_BEFORE;
  if (!isUnknown) return { code };
  return { code: isModern ? NOT_FOUND : code, data: { uri: uriPrefix + target } };
}

const NOT_FOUND = -32_602;
const NOT_FOUND_BEFORE = -32_002;

/** As its caller is told it: by URIs that name their server, and complete in the words of the caller's revision. */
export function resultFor(result: JsonObject, text: string, operation: ToolOperation): string {
  const { isModern, method, uriPrefix } = operation;
  const kind = stringOf(member(result, 'resultType')) ?? 'complete';
  if (kind !== 'complete') {
    throw failed('upstream_failed', {
      message: 'The tool answers in a way that is not passed on, such as with a task.',
    });
  }
  const added = isModern ? [...completing(result), ...keeping(result, method)] : [];
  const edits = [
    ...changeMembers(result, new Set(added.map(([name]) => name)), new Map(added)),
    ...(uriPrefix === '' ? [] : nameUris(result, uriPrefix)),
  ];
  const json = text.slice(result.start, result.end);
  const shift = ({ start, end, text: by }: Edit): Edit => ({
    start: start - result.start,
    end: end - result.start,
    text: by,
  });
  return applyEdits(json, edits.map(shift));
}

type Members = readonly (readonly [name: string, json: string])[];

/** Servers of before do not say so. */
const completing = (result: JsonObject): Members =>
  member(result, 'resultType') ? [] : [['resultType', '"complete"']];

/** What was read may have the caller's values in it by now: it is for nobody else, whatever its server says. */
function keeping(result: JsonObject, method: ToolMethod): Members {
  if (method !== 'resources/read') return [];
  const ttlMs = numberOf(member(result, 'ttlMs')) ?? 0;
  return [
    ['ttlMs', String(Number.isSafeInteger(ttlMs) && ttlMs > 0 ? ttlMs : 0)],
    ['cacheScope', '"private"'],
  ];
}
