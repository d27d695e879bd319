import { marksOf, type MeteredCall, type Outcome, type ReceivedBody } from '#call';
import type { Usage } from '#wire';
import type { OpenHold } from './open-hold.js';

/**
 * A provider's figures are claims: what the model may make and the bytes that passed bound them. The
 * bounds lie above what any provider was seen to count for such calls, so only nonsense meets them.
 */

const TOKENS_MAX = 1_000_000_000; // Of any call, whatever its request asks for.
const OUTPUT_TOKENS_MAX = 524_288; // Of a choice, where nobody declared the model's own: twice any known.
/** Of input beyond its bytes: templates, searched pages, what is stored or named by reference. */
const REFERENCED_TOKENS_MAX = 1_000_000;
/** Counts beyond a bound are within it as long as they are so near: end marks, templates. */
const SLACK_TOKENS = 64;
const SLACK_SHARE = 1.05;
const UTF8_BYTES_MAX = 3; // Of one UTF-16 unit.
const IMAGES_MAX = 16; // Where the request does not say how many; no interface makes more at once.
const PAGES_MAX = 10_000;
const BYTES_PER_SECOND_MIN = 500; // Speech at the lowest rate that codecs offer.
const REFERENCED_SECONDS_MAX = 3_600; // Of audio that is only named.

/** The outcome with a usage that can be; marked when the provider's own could not. */
export function boundOutcome(call: MeteredCall, hold: OpenHold, outcome: Outcome): Outcome {
  if (!outcome.usage) return outcome;
  const usage = boundUsage(outcome.usage, mostOf(call, hold, outcome));
  if (usage === outcome.usage) return outcome;
  return { ...outcome, usage, marks: marksOf(outcome.marks, ['usage_clamped']) };
}

/** The most that a call can have used, in each unit that is not part of another. */
export type MostUsage = Pick<
  Usage,
  'inputTotal' | 'outputTotal' | 'images' | 'seconds' | 'pages' | 'toolCalls'
> & {
  /** Output without reasoning, which a caller's bound does not always cover. */
  readonly visible: number;
};

/** The same usage where it is within its bounds. */
export function boundUsage(usage: Usage, most: MostUsage): Usage {
  const visible = Math.min(usage.outputTotal - usage.reasoning, most.visible);
  const bounded = {
    inputTotal: Math.min(usage.inputTotal, most.inputTotal),
    outputTotal: Math.min(visible + usage.reasoning, most.outputTotal),
    images: Math.min(usage.images, most.images),
    seconds: Math.min(usage.seconds, most.seconds),
    pages: Math.min(usage.pages, most.pages),
    toolCalls: Math.min(usage.toolCalls, most.toolCalls),
  };
  const units = Object.keys(bounded) as (keyof typeof bounded)[];
  if (units.every((unit) => bounded[unit] === usage[unit])) return usage;
  const input = (part: number) => Math.min(part, bounded.inputTotal);
  const output = (part: number) => Math.min(part, bounded.outputTotal);
  return {
    ...bounded,
    cacheRead: input(usage.cacheRead),
    cacheWrite5m: input(usage.cacheWrite5m),
    cacheWrite1h: input(usage.cacheWrite1h),
    audioIn: input(usage.audioIn),
    imageIn: input(usage.imageIn),
    reasoning: output(usage.reasoning),
    audioOut: output(usage.audioOut),
  };
}

function mostOf(call: MeteredCall, hold: OpenHold, { endpoint }: Outcome): MostUsage {
  const { body, expected, operation } = call;
  const model = endpoint?.model;
  const bytes = bytesOf(body);
  const choices = expected.output?.choices ?? 1;
  // What was seen to arrive was made, whoever had bounded it: no token is less than a character.
  const seen = hold.progress.received;
  const outputTotal = Math.max(seen, slack(model?.outputTokensMax ?? OUTPUT_TOKENS_MAX, choices));
  const asked = expected.output?.tokensMax ?? null;
  const context = operation.kind === 'chat' ? (model?.contextTokens ?? Infinity) : Infinity;
  return {
    inputTotal: Math.min(TOKENS_MAX, slack(context), bytes + REFERENCED_TOKENS_MAX),
    outputTotal: Math.min(TOKENS_MAX, outputTotal),
    visible: asked === null ? Infinity : Math.max(seen, slack(asked, choices)),
    images: expected.images || IMAGES_MAX,
    seconds: Math.ceil(bytes / BYTES_PER_SECOND_MIN) + REFERENCED_SECONDS_MAX,
    pages: expected.pages || PAGES_MAX,
    toolCalls: expected.toolCalls,
  };
}

const slack = (tokens: number, times = 1): number =>
  Math.ceil(tokens * times * SLACK_SHARE) + SLACK_TOKENS;

/** Of UTF-8, at most: no token is less than a byte. */
function bytesOf(body: ReceivedBody): number {
  switch (body.kind) {
    case 'none':
      return 0;
    case 'json':
      return body.document.text.length * UTF8_BYTES_MAX;
    case 'form':
      return body.form.parts.reduce(
        (sum, part) =>
          sum + (part.kind === 'file' ? part.bytes : part.value.length * UTF8_BYTES_MAX),
        0,
      );
  }
}
