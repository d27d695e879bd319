import {
  marksOf,
  type Endpoint,
  type ExpectedUsage,
  type MeteredCall,
  type Outcome,
  type ReceivedBody,
  type SealedCall,
} from '#call';
import { IMAGE_TIMES_MOST, type Usage } from '#wire';
import { progressTokens, type OpenHold } from './open-hold.js';

/**
 * A provider's figures are claims: what the model may make and the bytes that passed bound them, from
 * above and from below. No provider was seen to count beyond, so only nonsense meets the bounds.
 */

const TOKENS_MAX = 1_000_000_000; // Of any call, whatever its request asks for.
const OUTPUT_TOKENS_MAX = 524_288; // Of a choice, where nobody declared the model's own: twice any known.
/** Of input beyond its bytes: searched pages, what is stored or named by reference. */
const REFERENCED_TOKENS_MAX = 1_000_000;
/** The same where nothing is named, nor done that is billed apart: templates, what a model looks up itself. */
const UNREFERENCED_TOKENS_MAX = 32_768;
/** No tokenizer puts so many characters of any text that people write into one token. */
const CHARACTERS_PER_TOKEN_MAX = 32;
const TELLING_CHARACTERS_MIN = 1_024; // Below, money is no matter.
/** Counts beyond a bound are within it as long as they are so near: end marks, templates. */
const SLACK_TOKENS = 64;
const SLACK_SHARE = 1.05;
/** Of one request whose conversation is summed up on its way: each pass reads a context, and writes. */
const PASSES_MAX = 8;
const UTF8_BYTES_MAX = 3; // Of one UTF-16 unit.
const IMAGES_MAX = 16; // Where the request does not say how many; no interface makes more at once.
const PAGES_MAX = 10_000;
const BYTES_PER_SECOND_MIN = 500; // Speech at the lowest rate that codecs offer.
const REFERENCED_SECONDS_MAX = 3_600; // Of audio that is only named.

/** The outcome with a usage that can be; marked when the provider's own could not. */
export function boundOutcome(call: MeteredCall, hold: OpenHold, claimed: Outcome): Outcome {
  const outcome = boundSpent(call, hold, claimed);
  if (!outcome.usage) return outcome;
  const usage = atLeast(
    boundUsage(outcome.usage, mostOf(call, hold, outcome.endpoint)),
    leastOf(call, hold, outcome),
  );
  if (usage === outcome.usage) return outcome;
  return { ...outcome, usage, marks: marksOf(outcome.marks, ['usage_clamped']) };
}

function boundSpent(call: MeteredCall, hold: OpenHold, outcome: Outcome): Outcome {
  const spent = outcome.spent.map(({ endpoint, usage }) => ({
    endpoint,
    usage: usage && boundUsage(usage, mostOf(call, hold, endpoint)),
  }));
  if (spent.every(({ usage }, index) => usage === outcome.spent[index]?.usage)) return outcome;
  return { ...outcome, spent, marks: marksOf(outcome.marks, ['usage_clamped']) };
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

/** What passed in texts, in tokens; nothing where the count may well be right. */
interface LeastUsage {
  readonly inputTotal: number;
  readonly outputTotal: number;
}

function leastOf(
  { expected, operation }: MeteredCall,
  { progress }: OpenHold,
  { usage, isPartial }: Outcome,
): LeastUsage {
  const isTooFew = (tokens: number, characters: number) =>
    characters >= TELLING_CHARACTERS_MIN && tokens * CHARACTERS_PER_TOKEN_MAX < characters;
  const { inputTokens, audioTokens, imageTokens } = expected;
  // At most as many as there are characters. Files weigh what they do, and other paths may shorten input.
  const isText = operation.kind === 'chat' && audioTokens + imageTokens === 0;
  const sent = isText ? inputTokens : 0;
  return {
    inputTotal: isTooFew(usage?.inputTotal ?? 0, sent) ? sent : 0,
    // A count in mid-stream is completed by what came since.
    outputTotal:
      !isPartial && isTooFew(usage?.outputTotal ?? 0, progress.characters)
        ? progressTokens(progress)
        : 0,
  };
}

/** The same usage where it counts what passed. */
function atLeast(usage: Usage, { inputTotal, outputTotal }: LeastUsage): Usage {
  if (usage.inputTotal >= inputTotal && usage.outputTotal >= outputTotal) return usage;
  return {
    ...usage,
    inputTotal: Math.max(usage.inputTotal, inputTotal),
    outputTotal: Math.max(usage.outputTotal, outputTotal),
  };
}

/** Where money is counted, nothing is searched or stored that the request does not name. */
const beyondBytes = ({ named, imageTokens, batch }: ExpectedUsage, hold: OpenHold): number =>
  named !== null || hold.counters.length === 0
    ? REFERENCED_TOKENS_MAX * (batch?.requests ?? 1)
    : UNREFERENCED_TOKENS_MAX * (batch?.requests ?? 1) + imageTokens * IMAGE_TIMES_MOST;

/** So many images may be charged. */
export const imagesMost = ({ images }: ExpectedUsage): number => images || IMAGES_MAX;

export function mostOf(call: MeteredCall, hold: OpenHold, endpoint: Endpoint | null): MostUsage {
  const { expected, operation } = call;
  const model = endpoint?.model ?? null;
  const bytes = hold.requestBytes;
  const passes = expected.named === 'passes' ? PASSES_MAX : 1;
  const choices = (expected.output?.choices ?? 1) * passes;
  // What was seen to arrive was made, whoever had bounded it: no token is less than a character.
  const seen = hold.progress.received;
  const outputTotal = Math.max(seen, slack(model?.outputTokensMax ?? OUTPUT_TOKENS_MAX, choices));
  // A summary keeps no bound of the caller's.
  const asked = passes > 1 ? null : (expected.output?.tokensMax ?? null);
  return {
    inputTotal: Math.min(
      TOKENS_MAX,
      contextMost(operation, model, passes),
      bytes * passes + beyondBytes(expected, hold),
    ),
    outputTotal: Math.min(TOKENS_MAX, outputTotal),
    visible: asked === null ? Infinity : Math.max(seen, slack(asked, choices)),
    images: imagesMost(expected),
    seconds: Math.ceil(bytes / BYTES_PER_SECOND_MIN) + REFERENCED_SECONDS_MAX,
    pages: expected.pages || PAGES_MAX,
    toolCalls: expected.toolCalls,
  };
}

/** Input tokens that may be charged by what the model reads at most; infinite where nobody declared it. */
export const contextMost = (
  { kind }: SealedCall['operation'],
  model: Endpoint['model'],
  passes = 1,
): number => (kind === 'chat' ? slack(model?.contextTokens ?? Infinity, passes) : Infinity);

/** As far as counts may lie beyond a bound that they keep. */
export const slack = (tokens: number, times = 1): number =>
  Math.ceil(tokens * times * SLACK_SHARE) + SLACK_TOKENS;

/** Of UTF-8, at most: no token is less than a byte. */
export function requestBytes(body: ReceivedBody): number {
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
