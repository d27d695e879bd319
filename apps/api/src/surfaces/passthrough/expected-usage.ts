import {
  NOTHING_EXPECTED,
  type ExpectedUsage,
  type FormPart,
  type ReceivedBody,
  type Surface,
} from '#call';
import { itemsOf, member, numberOf, stringOf, type JsonNode, type Steps } from '#kernel';
import { estimateInputTokens, IMAGE_TOKENS } from '#wire';
import { secondsOfSpeech } from './seconds-of-speech.js';

/** Speech is rarely coded at less than 32 kbit/s; what takes fewer bytes is put right at the end. */
const AUDIO_BYTES_PER_SECOND = 4_000;
const AUDIO_BYTES_PER_SECOND_MIN = 500; // The lowest rate that codecs offer: 4 kbit/s.
const AUDIO_TOKENS_PER_SECOND = 10; // Where audio is counted in tokens, one stands for 100 ms.
const SPOKEN_TOKENS_PER_SECOND = 21; // Speech that is made takes about 1 250 tokens a minute.
const CHARACTERS_PER_TOKEN = 4;

/** What a forwarded request will use, in the units that such paths are priced in. */
export function* expectedOf(surface: Surface, body: ReceivedBody): Steps<ExpectedUsage> {
  switch (body.kind) {
    case 'none':
      return NOTHING_EXPECTED;
    case 'json':
      return yield* expectedOfJson(surface, body);
    case 'form':
      return expectedOfForm(surface, body);
  }
}

function* expectedOfJson(
  surface: Surface,
  { document }: Extract<ReceivedBody, { readonly kind: 'json' }>,
): Steps<ExpectedUsage> {
  const { root } = document;
  const choices =
    promptsOf(member(root, 'prompt')) * madeForEach((name) => countOf(member(root, name)));
  const inputTokens = yield* estimateInputTokens(document, 'native');
  if (surface === 'audio') return expectedOfSpeech(root, inputTokens);
  const tokensMax = tokensMaxOf(surface, (name) => countOf(member(root, name)));
  return {
    ...NOTHING_EXPECTED,
    inputTokens,
    output: bringsTokens(surface) ? { tokensMax, choices } : null,
    images: surface === 'images' ? choices : 0,
  };
}

/** What is read aloud: the text tells how long it takes, and the answer is bytes without a count. */
function expectedOfSpeech(root: JsonNode, inputTokens: number): ExpectedUsage {
  const speed = numberOf(member(root, 'speed')) ?? 1;
  const seconds = secondsOfSpeech(stringOf(member(root, 'input')) ?? '', speed);
  const spokenTokens = seconds * SPOKEN_TOKENS_PER_SECOND;
  return {
    ...NOTHING_EXPECTED,
    inputTokens,
    output: { tokensMax: null, choices: 1, spokenTokens },
    seconds,
    secondsMost: seconds,
  };
}

function expectedOfForm(
  surface: Surface,
  { form }: Extract<ReceivedBody, { readonly kind: 'form' }>,
): ExpectedUsage {
  const choices = madeForEach((name) => countOfField(form.parts, name));
  const sum = (sizeOf: (part: FormPart) => number) =>
    form.parts.reduce((total, part) => total + sizeOf(part), 0);
  const fileBytes = sum((part) => (part.kind === 'file' ? part.bytes : 0));
  const files = sum((part) => (part.kind === 'file' ? 1 : 0));
  const characters = sum((part) => (part.kind === 'field' ? part.value.length : 0));
  const lasting = (bytesPerSecond: number) =>
    surface === 'audio' ? Math.ceil(fileBytes / bytesPerSecond) : 0;
  const seconds = lasting(AUDIO_BYTES_PER_SECOND);
  const pictures = surface === 'images' ? files * IMAGE_TOKENS : 0;
  return {
    ...NOTHING_EXPECTED,
    inputTokens:
      Math.ceil(characters / CHARACTERS_PER_TOKEN) + seconds * AUDIO_TOKENS_PER_SECOND + pictures,
    output: bringsTokens(surface) ? { tokensMax: null, choices } : null,
    images: surface === 'images' ? choices : 0,
    seconds,
    secondsMost: lasting(AUDIO_BYTES_PER_SECOND_MIN),
  };
}

/**
 * Embeddings, moderations and uploads answer with none; of what is unknown here, nobody can say. A
 * model that makes images or transcripts may be priced by the tokens that they are made of.
 */
const bringsTokens = (surface: Surface): boolean =>
  surface !== 'embeddings' && surface !== 'moderations' && surface !== 'files';

/** Answers to one prompt; the best of several costs as much as all of them. */
const MADE_FOR_EACH = ['n', 'best_of'] as const;

const madeForEach = (asked: (name: string) => number | null): number =>
  Math.max(1, ...MADE_FOR_EACH.map((name) => asked(name) ?? 1));

/** A list holds several prompts, unless it is one that was made tokens already. */
function promptsOf(prompt: JsonNode | undefined): number {
  const items = itemsOf(prompt);
  const isTokens = items.every((item) => numberOf(item) !== undefined);
  return isTokens ? 1 : items.length;
}

/** A bound that the path does not know bounds nothing; of paths that nobody knows, the loosest. */
function tokensMaxOf(surface: Surface, boundOf: (name: string) => number | null): number | null {
  const bounds = (BOUNDS[surface] ?? BOUNDS_ANYWHERE).map(boundOf);
  const given = bounds.filter((bound) => bound !== null);
  return given.length > 0 ? Math.max(...given) : null;
}

const BOUNDS: { readonly [Name in Surface]?: readonly string[] } = {
  completions: ['max_tokens'],
  responses: ['max_output_tokens'],
};
const BOUNDS_ANYWHERE = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'];

function countOfField(parts: readonly FormPart[], name: string): number | null {
  const field = parts.find((part) => part.kind === 'field' && part.name === name);
  const count = field?.kind === 'field' && field.value !== '' ? Number(field.value) : NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** What is no count is the provider's to refuse; here it bounds nothing. */
function countOf(node: JsonNode | undefined): number | null {
  const value = numberOf(node);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
