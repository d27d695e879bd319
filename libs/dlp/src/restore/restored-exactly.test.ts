import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/seeded.js';
import { addRow } from '../../../../test/support/table.js';
import { ALTERATIONS, type Altered } from '../testing/restore/alterations.js';
import { FORMATS, STREAM, WHOLE, type Format, type Said } from '../testing/restore/answers.js';
import { aText, shownOf, sourceOf } from '../testing/restore/texts.js';
import { bytesOf, toldStream, toldWhole, type Way } from '../testing/restore/told-answers.js';
import { aWorldOf, type Word, type World } from '../testing/restore/words.js';

/** `npm run eval:restore` tries ten thousand, and prints them as a table. */
const CASES = Number(process.env['GW_RESTORE_CASES'] ?? 1_200);
const CASES_PER_CALL = 25;
const SEED = 20_260_801;
const NAMES = Object.keys(ALTERATIONS);
const FORMS_MAX = 3;
/** Of the cases: answers told in another format than the provider's, and streams cut at every character. */
const TRANSLATED = 0.25;
const CUT_EVERYWHERE = 0.05;

type Texts = Readonly<Record<Exclude<keyof Said, 'args'> | 'key' | 'inner', readonly Altered[]>>;

/** The same answer as the provider tells it and as its caller is to read it. */
const saidIn = (
  texts: Texts,
  read: (text: readonly Altered[]) => string,
  isFenced: boolean,
): Said => {
  const args = JSON.stringify({
    to: read(texts.text),
    [read(texts.key)]: [1, null, read(texts.note)],
    inner: JSON.stringify({ deep: read(texts.inner) }),
  });
  return {
    text: isFenced ? `So:\n\n\`\`\`json\n${args}\n\`\`\`\n` : read(texts.text),
    thinking: read(texts.thinking),
    args,
    note: read(texts.note),
    more: read(texts.more),
  };
};

/** Every character beyond ASCII and every underscore as an escape, as some programs write JSON. */
const escaped = (json: string): string =>
  json.replace(
    /[_\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function cutting(random: () => number) {
  if (random() < CUT_EVERYWHERE) return (text: string) => text.split('');
  const pieces = 1 + Math.floor(random() * 6);
  return (text: string): string[] => {
    const places = Array.from({ length: pieces }, () => Math.floor(random() * (text.length + 1)));
    return [0, ...places.toSorted((a, b) => a - b)].map((start, index, all) =>
      text.slice(start, all[index + 1] ?? text.length),
    );
  };
}

function* inChunks(bytes: Uint8Array, random: () => number): Iterable<Uint8Array> {
  const most = random() < 0.1 ? 1 : 400;
  for (let from = 0; from < bytes.length;) {
    const to = from + 1 + Math.floor(random() * most);
    yield bytes.subarray(from, to);
    from = to;
  }
}

const once = (text: string): string[] => [text];

/** The first text that is not as it should be: what was told, and what was due. */
function firstDifference(
  told: unknown,
  due: unknown,
): readonly [told: unknown, due: unknown] | undefined {
  if (isDeepStrictEqual(told, due)) return undefined;
  if (typeof told !== 'object' || typeof due !== 'object' || !told || !due) return [told, due];
  const [values, others] = [Object.values(told), Object.values(due)];
  const at = values.findIndex((value, index) => !isDeepStrictEqual(value, others[index]));
  if (at >= 0 && values.length === others.length) {
    const within = firstDifference(values[at], others[at]);
    if (within) return within;
  }
  return [Object.keys(told), Object.keys(due)];
}

/** Undefined where the caller reads what it should. */
async function failureOf(
  source: Said,
  shown: Said,
  way: Way,
  random: () => number,
  isStreaming: boolean,
): Promise<readonly [told: unknown, due: unknown] | undefined> {
  const { provider } = way;
  const plain: Way = { ...way, entered: null };
  const told = isStreaming
    ? toldStream(
        inChunks(bytesOf(STREAM[provider](source, cutting(random)), provider), random),
        way,
      )
    : toldWhole(WHOLE[provider](source), way);
  const due = isStreaming
    ? toldStream([bytesOf(STREAM[provider](shown, once), provider)], plain)
    : toldWhole(WHOLE[provider](shown), plain);
  return firstDifference(await told, await due);
}

const textsOf = (words: readonly Word[], names: readonly string[], random: () => number): Texts => {
  const one = (from: number) => aText(words, [names[from % names.length] ?? ''], random);
  return {
    text: aText(words, names, random),
    thinking: one(0),
    note: one(1),
    more: one(2),
    key: one(1),
    inner: one(2),
  };
};

describe('answers are restored exactly', () => {
  for (const [at, provider] of FORMATS.entries()) {
    for (const isStreaming of [false, true]) {
      const name = `${provider}, ${isStreaming ? 'streamed' : 'buffered'}`;
      it(name, { timeout: 300_000 }, async ({ task }) => {
        const random = seeded(SEED + at * 2 + Number(isStreaming));
        const cases = CASES / (FORMATS.length * 2);
        const failed: unknown[] = [];
        let world: World | undefined;
        let caller: Format = provider;
        for (let index = 0; index < cases; index++) {
          if (index % CASES_PER_CALL === 0 || isStreaming) {
            // A stream is one answer, so each has a call of its own.
            const isTranslated = random() < TRANSLATED;
            caller = isTranslated ? (FORMATS[Math.floor(random() * 4)] ?? provider) : provider;
            world = await aWorldOf(random, caller, isStreaming);
          }
          if (!world) break;
          const names = Array.from(
            { length: FORMS_MAX },
            (_, place) => NAMES[(index * FORMS_MAX + place) % NAMES.length] ?? '',
          );
          const texts = textsOf(world.words, names, random);
          const isFenced = index % 4 === 0;
          const source = saidIn(texts, sourceOf, isFenced);
          const args = index % 3 === 0 ? escaped(source.args) : source.args;
          const way = { provider, caller, entered: world.entered };
          const shown = saidIn(texts, shownOf, isFenced);
          const failure = await failureOf({ ...source, args }, shown, way, random, isStreaming);
          if (failure) failed.push({ names, caller, failure });
        }
        addRow(task, { answers: name, cases, exact: cases - failed.length, failed: failed.length });
        expect(failed.slice(0, 3)).toEqual([]);
      });
    }
  }

  it.each(FORMATS)(
    '%s, cut at every place of every text, and into single bytes',
    async (provider) => {
      const random = seeded(SEED);
      const names = ['as it is', 'escaped underscores', 'bold label'];
      const { words } = await aWorldOf(random, provider, true);
      const texts = textsOf(words, names, random);
      const source = saidIn(texts, sourceOf, false);
      const shown = saidIn(texts, shownOf, false);
      const due = await toldStream([bytesOf(STREAM[provider](shown, once), provider)], {
        provider,
        caller: provider,
        entered: null,
      });
      const longest = Math.max(...Object.values(source).map((text: string) => text.length));
      for (let at = 0; at <= longest; at++) {
        // The same values under the same keys: each call has the same words.
        const { entered } = await aWorldOf(seeded(SEED), provider, true);
        const cut = (text: string) => [text.slice(0, at), text.slice(at)];
        const bytes = bytesOf(STREAM[provider](source, cut), provider);
        const chunks = at === 0 ? Array.from(bytes, (byte) => Uint8Array.of(byte)) : [bytes];
        expect(await toldStream(chunks, { provider, caller: provider, entered })).toEqual(due);
      }
    },
  );
});
