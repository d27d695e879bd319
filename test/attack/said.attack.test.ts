import { afterAll, expect, it } from 'vitest';
import { DATA_KINDS, specOf, type DataKind } from '#contract';
import {
  STREAM,
  WHOLE,
  type Format,
  type Said,
} from '../../libs/dlp/src/testing/restore/answers.js';
import { FORMATS } from '../support/four-formats.js';
import { startGateway } from '../support/gateway.js';
import { events, json, ReplayServer } from '../support/replay-server.js';
import { PRICE } from '../support/settings.js';
import { isIn } from './canaries.js';
import { kindCanaries, OWN_PATTERN, OWN_TERM } from './kind-canaries.js';
import { Tally } from './tally.js';

/** Values of every kind that a model says itself, in every format, whole and streamed. */

const provider = await ReplayServer.start();
const MODES = ['mask', 'block'] as const;
/** Every answer here has an address of a page beside its texts, so that one kind is looked for apart. */
const OPTIONAL = (Object.keys(DATA_KINDS) as DataKind[]).filter(
  (kind) => specOf(kind).isOptional && kind !== 'url',
);
/** By whom an answer is told: a provider of the format itself, and one of another. */
const TOLD_BY: Readonly<Record<string, Format>> = {
  chatty: 'chat',
  plain: 'responses',
  anthropic: 'messages',
  gemini: 'gemini',
};
const gateway = await startGateway({
  organisation: {
    protection: {
      mode: 'tokenize',
      answers: 'mask',
      terms: [{ term: OWN_TERM }],
      patterns: [OWN_PATTERN],
      kinds: OPTIONAL.map((name) => ({ name, enabled: true })),
    },
  },
  providers: Object.keys(TOLD_BY).map((name) => ({
    name,
    ...(name === 'anthropic' || name === 'gemini' ? { family: name } : {}),
    ...(name === 'plain' ? { serves_responses: true } : {}),
    ...(name === 'chatty' ? { serves_responses: false } : {}),
    base_url: `${provider.url}/v1`,
    models: [{ id: 'm-1', price: PRICE }],
  })),
  workloads: MODES.flatMap((mode) => [
    { name: mode, protection: { answers: mode } },
    { name: `${mode}-url`, protection: { answers: mode, kinds: [{ name: 'url', enabled: true }] } },
  ]),
});
afterAll(() => provider.close());

const formatOf = (path: string): Format => {
  if (path.endsWith('/chat/completions')) return 'chat';
  if (path.endsWith('/responses')) return 'responses';
  return path.includes('enerateContent') ? 'gemini' : 'messages';
};

/** How a stream is cut: a value never comes whole, and some come letter by letter. */
const CUTS = [1, 3, 40];
let [told, cut] = [{} as Said, 3];
provider.answer = ({ path, body }) => {
  const format = formatOf(path);
  const isStream = path.includes('streamGenerate') || body.includes('"stream":true');
  if (!isStream) return json(WHOLE[format](told));
  const pieces = (text: string) => text.match(new RegExp(`[^]{1,${cut}}`, 'g')) ?? [];
  const frames = STREAM[format](told, pieces).map((payload) => {
    const name = 'type' in payload ? `event: ${String(payload.type)}\n` : '';
    return Buffer.from(`${name}data: ${JSON.stringify(payload)}\n\n`);
  });
  return events(format === 'chat' ? [...frames, Buffer.from('data: [DONE]\n\n')] : frames);
};

const NOTHING: Said = { text: 'So it is.', thinking: 'Hm.', args: '{}', note: 'a note', more: '' };
const PLACES: Readonly<Record<string, (text: string) => Partial<Said>>> = {
  text: (text) => ({ text }),
  'a text of JSON': (text) => ({ text: JSON.stringify({ items: [{ note: text }] }) }),
  arguments: (text) => ({ args: JSON.stringify({ about: { note: text } }) }),
  'a note': (note) => ({ note }),
};
/** Nobody looks for names in answers, and what the caller named is known. */
const NOT_LOOKED_FOR: ReadonlySet<string> = new Set([
  'person_name',
  'location',
  'organization',
  'removal_term',
]);

/** What a client puts together: the strings at each place, in their order. */
function readIn(answer: string): string {
  const texts = new Map<string, string>();
  const grow = (value: unknown, place: string): void => {
    if (typeof value === 'string') texts.set(place, (texts.get(place) ?? '') + value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        grow(one, Array.isArray(value) ? place : `${place}.${key}`);
      }
    }
  };
  const payloads = [...answer.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => data);
  for (const payload of payloads.length > 0 ? payloads : [answer]) grow(JSON.parse(payload), '');
  return [...texts.values()].join('\n');
}

const coreOf = (value: string): string =>
  value
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
/** What is shorter stands in dates and ids as well: it is told by the words around it. */
const CORE_CHARS_MIN = 7;

const ask = (
  format: (typeof FORMATS)[number],
  model: string,
  isStream: boolean,
  workload: string,
) => {
  const body = format.bodyOf(model, 'Say it.');
  const path = format.pathOf(model);
  if (!isStream) return gateway.post(path, body, { workload });
  return format.name === 'gemini'
    ? gateway.post(`${path.replace(':generate', ':streamGenerate')}?alt=sse`, body, { workload })
    : gateway.post(path, { ...body, stream: true }, { workload });
};

it('an answer without a value goes through, or refusals would prove nothing', async () => {
  for (const format of FORMATS) {
    for (const name of Object.keys(TOLD_BY)) {
      for (const isStream of [false, true]) {
        told = NOTHING;
        const { status, text } = await ask(format, `${name}/m-1`, isStream, 'block');
        expect([status, readIn(text).includes('So it is.')], `${name} as ${format.name}`).toEqual([
          200,
          true,
        ]);
      }
    }
  }
});

/** Each kind in all formats whole and streamed; its further subtypes in one. */
const TURNS_OF_KIND = FORMATS.length;

it('a value of every kind, in every format, whole and streamed', async ({ task }) => {
  const tally = new Tally();
  const seen = new Set<string>();
  const [places, names] = [Object.entries(PLACES), Object.keys(TOLD_BY)];
  let turn = 0;
  for (const { kind, name, value, sentence } of kindCanaries()) {
    if (NOT_LOOKED_FOR.has(kind)) continue;
    const turns = seen.has(kind) ? 1 : TURNS_OF_KIND;
    seen.add(kind);
    for (let time = 0; time < turns; time++, turn++) {
      const format = FORMATS[turn % FORMATS.length] as (typeof FORMATS)[number];
      for (const mode of MODES) {
        for (const isStream of [false, true]) {
          const [place, at] = places[
            Math.floor(turn / FORMATS.length + turn) % places.length
          ] as (typeof places)[number];
          const by = names[(turn + Math.floor(turn / 3)) % names.length] as string;
          const workload = kind === 'url' ? `${mode}-url` : mode;
          cut = CUTS[turn % CUTS.length] as number;
          told = { ...NOTHING, ...at(sentence) };
          const { status, text } = await ask(format, `${by}/m-1`, isStream, workload);
          const core = coreOf(value).length < CORE_CHARS_MIN ? coreOf(sentence) : coreOf(value);
          const isThrough = isIn(readIn(text), core);
          const isRefused = status >= 400 || /answer_blocked|refused the answer/.test(text);
          // Not every format has a place for what another one says beside its texts.
          const isMasked = readIn(text).includes('«');
          const fate = isRefused ? 'refused' : isMasked ? 'replaced' : 'harmless';
          const way = `${isStream ? `stream of ${cut}` : 'whole'} by ${by} as ${format.name}`;
          tally.count(`${mode}: ${name} in ${place}, ${way}`, isThrough ? 'through' : fate);
        }
      }
    }
  }
  tally.expectNoneThrough(task);
});
