import {
  NOTHING_EXPECTED,
  type ExpectedUsage,
  type FormPart,
  type ReceivedBody,
  type Surface,
} from '#call';
import { itemsOf, member, numberOf, stringOf, type JsonNode, type Steps } from '#kernel';
import {
  asksForSpeech,
  estimateInput,
  IMAGE_TOKENS,
  IMAGE_TOKENS_MOST,
  loosestBound,
  namedByField,
  readAskedTier,
  type CallerProtocol,
  type InputEstimate,
  type NamedInput,
} from '#wire';
import { secondsOfBytes } from '../../http/seconds-of-bytes.js';
import { secondsOfSpeech } from './seconds-of-speech.js';

const AUDIO_TOKENS_PER_SECOND = 10; // Where audio is counted in tokens, one stands for 100 ms.
const SPOKEN_TOKENS_PER_SECOND = 21; // Speech that is made takes about 1 250 tokens a minute.
const CHARACTERS_PER_TOKEN = 4;
/** Of sound at an address: a talk, and the longest that a provider is believed to have heard. */
const NAMED_SECONDS = { seconds: 600, secondsMost: 3_600 };

/**
 * What a request will use, in the units that its path is priced in.
 * @param format whose schema tells files from texts
 */
export function* expectedOf(
  surface: Surface,
  body: ReceivedBody,
  format: CallerProtocol = 'native',
): Steps<ExpectedUsage> {
  switch (body.kind) {
    case 'none':
      return NOTHING_EXPECTED;
    case 'json':
      return yield* expectedOfJson(surface, body, format);
    case 'form':
      return expectedOfForm(surface, body);
  }
}

function* expectedOfJson(
  surface: Surface,
  { document }: Extract<ReceivedBody, { readonly kind: 'json' }>,
  format: CallerProtocol,
): Steps<ExpectedUsage> {
  const { root } = document;
  const choices =
    promptsOf(member(root, 'prompt')) * madeForEach((name) => countOf(member(root, name)));
  const { audioBytes, ...input } = yield* estimateInput(document, format);
  if (surface === 'audio') return expectedOfSpeech(root, input);
  const tokensMax = tokensMaxOf(surface, (name) => countOf(member(root, name)));
  return {
    ...NOTHING_EXPECTED,
    ...input,
    ...secondsOfBytes(audioBytes),
    output: bringsTokens(surface) ? { tokensMax, choices, isSpoken: asksForSpeech(root) } : null,
    images: surface === 'images' ? choices : 0,
    tier: readAskedTier(root) ?? 'auto',
  };
}

/** What is read aloud: the text tells how long it takes, and the answer is bytes without a count. */
function expectedOfSpeech(root: JsonNode, input: Omit<InputEstimate, 'audioBytes'>): ExpectedUsage {
  const speed = numberOf(member(root, 'speed')) ?? 1;
  const seconds = secondsOfSpeech(stringOf(member(root, 'input')) ?? '', speed);
  const spokenTokens = seconds * SPOKEN_TOKENS_PER_SECOND;
  return {
    ...NOTHING_EXPECTED,
    ...input,
    output: { tokensMax: null, choices: 1, isSpoken: true, spokenTokens },
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
  const files = sum((part) => (part.kind === 'file' ? 1 : 0));
  const characters = sum((part) => (part.kind === 'field' ? part.value.length : 0));
  const isAudio = surface === 'audio';
  const lasting = {
    seconds: sum((part) => (isAudio ? lastingOf(part).seconds : 0)),
    secondsMost: sum((part) => (isAudio ? lastingOf(part).secondsMost : 0)),
  };
  const audioTokens = lasting.seconds * AUDIO_TOKENS_PER_SECOND;
  const pictures = surface === 'images' ? files : 0;
  const imageTokens = pictures * IMAGE_TOKENS;
  const fieldBytes = sum((part) => (part.kind === 'field' ? Buffer.byteLength(part.value) : 0));
  const mostOfFiles = lasting.secondsMost * AUDIO_TOKENS_PER_SECOND + pictures * IMAGE_TOKENS_MOST;
  return {
    ...NOTHING_EXPECTED,
    ...lasting,
    inputTokensMost: fieldBytes + mostOfFiles,
    named: isAudio ? null : namedOf(form.parts),
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) + audioTokens + imageTokens,
    audioTokens,
    imageTokens,
    output: bringsTokens(surface) ? { tokensMax: null, choices } : null,
    images: surface === 'images' ? choices : 0,
  };
}

/** On other paths than those of sound, whose length tells what an address costs. */
function namedOf(parts: readonly FormPart[]): NamedInput | null {
  const kinds = parts.map((part) =>
    part.kind === 'field' ? namedByField(part.name, part.value) : null,
  );
  return kinds.find((kind) => kind === 'server') ?? kinds.find((kind) => kind !== null) ?? null;
}

function lastingOf(part: FormPart): ReturnType<typeof secondsOfBytes> {
  if (part.kind === 'field') {
    const isAddress = part.name === 'url' || namedByField(part.name, part.value) !== null;
    return isAddress && part.value !== '' ? NAMED_SECONDS : secondsOfBytes(0);
  }
  const { seconds, bytes } = part;
  return seconds === null ? secondsOfBytes(bytes) : { seconds, secondsMost: seconds };
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
const tokensMaxOf = (surface: Surface, boundOf: (name: string) => number | null): number | null =>
  loosestBound((BOUNDS[surface] ?? BOUNDS_ANYWHERE).map(boundOf));

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
