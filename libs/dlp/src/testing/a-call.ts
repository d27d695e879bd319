import { applyEdits, SystemClock, type OrganisationId, type WorkloadId } from '#kernel';
import type { Entered, InspectedCall, ProtectionMode, ReceivedCall } from '#call';
import { InstanceSecrets, loadConfig } from '#platform';
import type { Part, ReplyEvent, ReplyFrame } from '#wire';
import {
  aDocument,
  anOrganisation,
  aProtection,
  aReceivedCall,
  aWorkload,
} from '../../../../test/support/a-call.js';
import { aPart } from '../../../../test/support/wire.js';
import { InspectInterceptor } from '../inspect.interceptor.js';
import { OperatorModel } from '../scan/operator/operator-model.js';

/** Calls of one workload, always the same: its pseudonyms are, too. */

const organisation = anOrganisation({
  id: '0192f0c0-0000-7000-8000-000000000001' as OrganisationId,
});
const WORKLOAD = '0192f0c0-0000-7000-8000-000000000002' as WorkloadId;

const SECRETS = new InstanceSecrets(Buffer.alloc(32, 7));

/** Without a model of an operator's. */
export const anInterceptor = (): InspectInterceptor =>
  new InspectInterceptor(SECRETS, new OperatorModel(loadConfig({}), SECRETS, new SystemClock()));

export const aCall = (
  mode: ProtectionMode,
  body: unknown,
  change: Partial<ReceivedCall> = {},
): ReceivedCall =>
  aReceivedCall({
    organisation,
    workload: aWorkload({ id: WORKLOAD, protection: aProtection(mode) }),
    body: { kind: 'json', document: aDocument(body) },
    ...change,
  });

export const aChat = (content: unknown): object => ({
  model: 'acme/gpt-5',
  messages: [{ role: 'user', content }],
});

/** What goes out, as text. */
export function outgoing({ inspection: { request } }: InspectedCall): string {
  if (request.kind !== 'json') throw new Error('not a JSON request');
  return request.document.text;
}

export const documentOf = aDocument;

/** What an answer looks like behind the inspection: every frame, and what was held to the end. */
export function watched(
  { call, watch, end }: Entered<InspectedCall>,
  frames: readonly ReplyFrame[],
): ReplyFrame[] {
  const seen = frames.flatMap((frame) => watch?.(frame, call.protocol) ?? frame);
  return [...seen, ...(end?.() ?? [])];
}

/** A chunk of a chat stream that carries a piece of one part, as the wire would read it. */
export function aDelta(type: 'text' | 'args', name: string, delta: string): ReplyFrame {
  const part = aPart(name);
  const literal = JSON.stringify(delta);
  const index = part.choice;
  const [before, after] = AROUND[part.kind] ?? ['{"content":', '}'];
  const text = `{"id":"c1","choices":[{"index":${index},"delta":${before}${literal}${after}}]}`;
  const start = text.indexOf(`${before}${literal}`) + before.length;
  const at = { start, end: start + literal.length };
  return { document: aDocument(text), edits: [], events: [{ type, part, delta, at }] };
}

const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  thinking: ['{"reasoning_content":', '}'],
  tool_call: ['{"tool_calls":[{"index":0,"function":{"arguments":', '}}]}'],
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
export function textOf(frames: readonly ReplyFrame[], name: string): string {
  const part = aPart(name);
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
  part: Part,
): event is Extract<ReplyEvent, { readonly type: 'text' | 'args' }> =>
  (event.type === 'text' || event.type === 'args') && event.part === part;
