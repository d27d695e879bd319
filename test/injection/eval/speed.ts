import { runAtOnce } from '#kernel';
import { findInjections } from '../../../libs/dlp/src/injection/find-injections.js';
import { quantile } from '../../support/quantile.js';
import { readSets } from '../read-sets.js';
import type { Section } from './section.js';

const BYTES = 10_000;
const MORE_BYTES = 1_000_000;
const AIM_MS = 2;
/** What is measured is a machine's that has met such texts before. */
const ROUNDS = { toWarm: 2, measured: 5 };

/** What rules of this sort are slow on, if they are slow on anything. */
const HOSTILE: Readonly<Record<string, string>> = {
  'one letter': 'a',
  'spaces and line breaks': ' \n',
  'zero-width characters': '\u{200b}\u{200d}\u{200c}',
  'characters of tags': '\u{e0069}\u{e0067}',
  'openings of images': '![](',
  'openings of links': '[a](https://a.example/?',
  'openings of comments': '<!-- ',
  'base64 of text': 'aWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnMg',
  'base64 without an end': 'QUJD',
  'percent signs': '%69%67',
  'ignore all previous': 'ignore all previous ',
  'the assistant must': 'the assistant must, ',
  'openings of markers': '<|im_start|',
  'nested brackets': '[[{{<(',
};

/** Texts repeated until they are so long, in bytes of UTF-8. */
const repeated = (text: string, bytes: number): string =>
  text.repeat(Math.ceil(bytes / Buffer.byteLength(text)));

const HEADER = ['', 'times', 'p50, ms', 'p99, ms', 'most, ms'];

export function evaluateSpeed(): readonly Section[] {
  const usual = [...readSets('dev'), ...readSets('test')].map(({ text }) =>
    repeated(`${text}\n`, BYTES),
  );
  const shares = Object.entries(HOSTILE).map(([name, text]) => {
    const [short, long] = [BYTES, MORE_BYTES].map((bytes) => tookMs([repeated(text, bytes)]));
    return [name, short ?? [], (long ?? []).map((ms) => (ms * BYTES) / MORE_BYTES)] as const;
  });
  return [
    {
      title: 'Time for 10 kB',
      how: `Each text of the hand-written sets, repeated. The aim is ${AIM_MS} ms.`,
      lines: [HEADER, timesLine('hand-written sets', tookMs(usual))],
    },
    {
      title: 'Time for 10 kB of what is hostile',
      how: 'One thing repeated, in a text of 10 kB and in one of 1 MB.',
      lines: [
        HEADER,
        ...shares.flatMap(([name, short, long]) => [
          timesLine(name, short),
          timesLine(`${name}, of 1 MB`, long),
        ]),
      ],
    },
  ];
}

function tookMs(texts: readonly string[]): readonly number[] {
  for (let round = 0; round < ROUNDS.toWarm; round++) texts.forEach(timeOf);
  return Array.from({ length: ROUNDS.measured }, () => texts.map(timeOf)).flat();
}

function timeOf(text: string): number {
  const startedMs = performance.now();
  runAtOnce(findInjections(text));
  return performance.now() - startedMs;
}

const timesLine = (name: string, took: readonly number[]): readonly string[] => [
  name,
  String(took.length),
  ...[quantile(took, 0.5), quantile(took, 0.99), Math.max(...took)].map((ms) => ms.toFixed(3)),
];
