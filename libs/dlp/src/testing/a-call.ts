import {
  applyEdits,
  parseJson,
  SystemClock,
  SystemEntropy,
  Ids,
  type JsonDocument,
  type OrganisationId,
  type WorkloadId,
} from '#kernel';
import type { InspectedCall, ProtectionMode, ReceivedCall } from '#call';
import { InstanceSecrets } from '#platform';
import type { ReplyEvent, ReplyFrame } from '#wire';
import { InspectInterceptor } from '../inspect.interceptor.js';

/** Values for the tests of this lib. Each has sensible contents; a test names what matters to it. */

const ORGANISATION = '0192f0c0-0000-7000-8000-000000000001' as OrganisationId;
const WORKLOAD = '0192f0c0-0000-7000-8000-000000000002' as WorkloadId;
const callId = new Ids(new SystemClock(), new SystemEntropy()).callId();

export const anInterceptor = (): InspectInterceptor =>
  new InspectInterceptor(new InstanceSecrets(Buffer.alloc(32, 7)));

export function aCall(
  mode: ProtectionMode,
  body: unknown,
  change: Partial<ReceivedCall> = {},
): ReceivedCall {
  return {
    callId,
    receivedAtMs: 0,
    startedMs: 0,
    principal: aPrincipal(mode),
    surface: 'chat',
    wire: 'chat',
    method: 'POST',
    path: '/v1/chat/completions',
    clientGone: new AbortController().signal,
    requestedModel: 'acme/gpt-5',
    requestedProvider: null,
    isStreaming: false,
    output: { tokensMax: null, choices: 1 },
    inputTokens: 1,
    wantsUsage: false,
    query: '',
    body: { kind: 'json', document: documentOf(body) },
    passHeaders: {},
    timeoutMs: 1_000,
    ...change,
  };
}

export const aChat = (content: unknown): object => ({
  model: 'acme/gpt-5',
  messages: [{ role: 'user', content }],
});

/** What goes out, as text. */
export function outgoing({ inspection: { request } }: InspectedCall): string {
  if (request.kind !== 'json') throw new Error('not a JSON request');
  return applyEdits(request.document.text, request.edits);
}

export const documentOf = (body: unknown): JsonDocument =>
  parseJson(typeof body === 'string' ? body : JSON.stringify(body));

export async function* framesOf(frames: readonly ReplyFrame[]): AsyncGenerator<ReplyFrame> {
  for (const frame of frames) yield frame;
}

export async function collect(frames: AsyncIterable<ReplyFrame>): Promise<ReplyFrame[]> {
  const all: ReplyFrame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

/** A chunk of a chat stream that carries a piece of one part, as the wire would read it. */
export function aDelta(type: 'text' | 'args', part: string, delta: string): ReplyFrame {
  const literal = JSON.stringify(delta);
  const index = part.split('/')[0];
  const [before, after] = AROUND[part.split('/')[1] ?? ''] ?? ['{"content":', '}'];
  const text = `{"id":"c1","choices":[{"index":${index},"delta":${before}${literal}${after}}]}`;
  const start = text.indexOf(`${before}${literal}`) + before.length;
  const at = { start, end: start + literal.length };
  return { document: parseJson(text), edits: [], events: [{ type, part, delta, at }] };
}

const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  reasoning: ['{"reasoning_content":', '}'],
  tool: ['{"tool_calls":[{"index":0,"function":{"arguments":', '}}]}'],
};

export const aFinish = (choice = 0): ReplyFrame => ({
  document: documentOf({
    id: 'c1',
    choices: [{ index: choice, delta: {}, finish_reason: 'stop' }],
  }),
  edits: [],
  events: [{ type: 'finish', choice, reason: 'stop' }],
});

export const DONE: ReplyFrame = { document: null, edits: [], events: [{ type: 'done' }] };

/** The text of one part as the events tell it and as the payloads tell it: they must agree. */
export function textOf(frames: readonly ReplyFrame[], part: string): string {
  let text = '';
  for (const { document, edits, events } of frames) {
    for (const event of events) {
      if (!growsIn(event, part)) continue;
      text += event.delta;
      const written = document && applyEdits(document.text, edits);
      if (written && !written.includes(JSON.stringify(event.delta))) {
        throw new Error('the payload does not say what the event says');
      }
    }
  }
  return text;
}

const growsIn = (
  event: ReplyEvent,
  part: string,
): event is Extract<ReplyEvent, { readonly type: 'text' | 'args' }> =>
  (event.type === 'text' || event.type === 'args') && event.part === part;

const aPrincipal = (mode: ProtectionMode): ReceivedCall['principal'] => ({
  keyId: 'k3y1d000',
  organisation: {
    id: ORGANISATION,
    name: 'Example',
    currency: 'EUR',
    timeZone: 'UTC',
    cap: null,
    creditNano: null,
    protection: { mode },
    explicitPromptCache: false,
    defaultProvider: null,
    providers: new Map(),
    aliases: new Map(),
  },
  workload: {
    id: WORKLOAD,
    name: 'Test',
    rpm: null,
    tpm: null,
    budget: null,
    allowedModels: [],
    upstreamTimeoutMs: 300_000,
    onDisconnect: 'abort',
    onExhausted: 'finish',
    protection: { mode },
  },
});
