import { applyEdits } from '#kernel';
import type { Entered, InspectedCall } from '#call';
import { answerReaders, codecs, type ReplyFrame } from '#wire';
import { aDocument } from '../../../../../test/support/a-call.js';
import { PLAIN, readSse } from '../../../../../test/support/wire.js';
import type { Format } from './answers.js';

/** From whom an answer comes, and who reads it. */
export interface Way {
  readonly provider: Format;
  readonly caller: Format;
  /** None where the answer goes on as it came. */
  readonly entered: Entered<InspectedCall> | null;
}

/** What the caller is sent for a whole answer. */
export async function toldWhole(
  answer: object,
  { provider, caller, entered }: Way,
): Promise<unknown> {
  const frame = answerReaders[provider].readAnswer(aDocument(answer));
  const seen = (await entered?.watchWhole?.(frame, provider)) ?? frame;
  const own = provider === caller && seen.document;
  const written = own
    ? applyEdits(own.text, seen.edits)
    : codecs[caller].writeAnswer(seen, { ...PLAIN, source: provider });
  return normal(JSON.parse(written));
}

/** What the caller is sent for a stream, its pieces put together. @param bytes as they arrive */
export async function toldStream(bytes: Iterable<Uint8Array>, way: Way): Promise<unknown> {
  const { provider, caller, entered } = way;
  const reader = answerReaders[provider].newStreamReader();
  const writer = codecs[caller].newStreamWriter({ ...PLAIN, source: provider });
  let written = '';
  const write = (frame: ReplyFrame | undefined) => {
    if (!frame) return;
    const seen = entered?.watch?.(frame, provider) ?? frame;
    for (const one of 'events' in seen ? [seen] : seen) written += writer.write(one);
  };
  for await (const event of readSse(bytes)) write(reader.read(event));
  write(reader.end());
  for (const frame of entered?.end?.() ?? []) written += writer.write(frame);
  const payloads = [...written.matchAll(/^data: (.*)$/gm)]
    .map(([, data = '']) => data)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data));
  return normal(joined(caller, payloads));
}

/** The bytes of a stream. */
export const bytesOf = (payloads: readonly object[], format: Format): Uint8Array => {
  const events = payloads.map((payload) => {
    const name = 'type' in payload ? `event: ${String(payload.type)}\n` : '';
    return `${name}data: ${JSON.stringify(payload)}\n\n`;
  });
  return Buffer.from(events.join('') + (format === 'chat' ? 'data: [DONE]\n\n' : ''));
};

// oxlint-disable-next-line typescript/no-explicit-any -- Whatever a client may read.
type Payload = any;

/** What a client puts together of a stream: texts by their place, and all that comes whole. */
function joined(format: Format, payloads: readonly Payload[]): object {
  const texts: Record<string, string> = {};
  const whole: unknown[] = [];
  const grow = (place: string, piece: unknown) => {
    if (typeof piece === 'string' && piece !== '') texts[place] = (texts[place] ?? '') + piece;
  };
  for (const payload of payloads) GROW[format](payload, grow, whole);
  return { texts, whole };
}

type Grow = (place: string, piece: unknown) => void;

const GROW: Readonly<Record<Format, (payload: Payload, grow: Grow, whole: unknown[]) => void>> = {
  chat(payload, grow, whole) {
    const { delta = {}, finish_reason } = payload.choices?.[0] ?? {};
    grow('content', delta.content);
    grow('reasoning', delta.reasoning_content ?? delta.reasoning);
    grow('transcript', delta.audio?.transcript);
    for (const detail of delta.reasoning_details ?? []) grow('details', detail.text);
    for (const call of delta.tool_calls ?? []) {
      grow('name', call.function?.name);
      grow('arguments', call.function?.arguments);
    }
    if (delta.annotations) whole.push(delta.annotations);
    if (finish_reason) whole.push(finish_reason);
  },
  messages({ type, index, delta = {}, content_block }, grow, whole) {
    if (type === 'content_block_start') {
      grow(`${index}.start`, JSON.stringify({ ...content_block, id: '' }));
    }
    if (delta.citation) whole.push(delta.citation);
    if (delta.stop_reason) whole.push(delta.stop_reason);
    grow(`${index}.text`, delta.text);
    grow(`${index}.thinking`, delta.thinking);
    grow(`${index}.json`, delta.partial_json);
  },
  responses(payload, grow, whole) {
    if (String(payload.type).endsWith('.delta')) {
      grow(`${payload.type} ${payload.output_index}`, payload.delta);
    } else whole.push(payload);
  },
  gemini(payload, grow, whole) {
    const candidate = payload.candidates?.[0] ?? {};
    for (const part of candidate.content?.parts ?? []) {
      grow(part.thought ? 'thought' : 'text', part.text);
      if (part.functionCall) whole.push(part.functionCall);
    }
    if (candidate.groundingMetadata) whole.push(candidate.groundingMetadata);
    if (candidate.finishReason) whole.push(candidate.finishReason);
  },
};

/** Made up when an answer is written, and nothing that a model says. */
const MADE_UP: ReadonlySet<string> = new Set(
  'created created_at completed_at id item_id call_id sequence_number'.split(' '),
);

/** JSON in strings as what it says: it may be escaped in other ways. */
function normal(value: unknown): unknown {
  if (typeof value === 'string') return parsed(value);
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !MADE_UP.has(key))
      .map(([key, one]) => [key, normal(one)]),
  );
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return normal(JSON.parse(text));
  } catch {
    return text;
  }
}
