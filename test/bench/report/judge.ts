import { TARGETS } from '../plan.js';
import { medianOf, type Row } from './summary.js';

export interface Verdict {
  readonly target: string;
  readonly bound: string;
  readonly found: number | null;
  readonly result: 'met' | 'missed' | 'not measured';
}

interface Question {
  readonly target: string;
  readonly found: number | null;
  readonly unit: string;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
}

/** The targets of a run with peers, one verdict each. */
export function judge(rows: readonly Row[]): Verdict[] {
  const ours = (id: Row['id']) => medianOf(rows, id, 'ours');
  const portkey = (id: Row['id']) => medianOf(rows, id, 'portkey');
  const translated = (id: Row['id']) => medianOf(rows, id, 'ours-translated');
  const cached = (id: Row['id']) =>
    ratio(medianOf(rows, id, 'caching-bypassed'), medianOf(rows, id, 'caching'));
  const questions: readonly Question[] = [
    {
      target: 'Calls per core, against Portkey',
      found: ratio(portkey('cpu-16'), ours('cpu-16')),
      unit: 'times',
      bound: { atLeast: TARGETS.portkeyCpuTimesMin },
    },
    {
      target: 'Calls per second end to end, against Portkey',
      found: ratio(ours('calls-16'), portkey('calls-16')),
      unit: 'times',
      bound: { atLeast: TARGETS.portkeyCallsTimesMin },
    },
    {
      target: 'Added p50, 1 connection',
      found: ours('added-p50-1'),
      unit: 'ms',
      bound: { atMost: TARGETS.addedP50MsMax },
    },
    {
      target: 'Added time to first token',
      found: ours('first-token-p50'),
      unit: 'ms',
      bound: { atMost: TARGETS.addedFirstTokenMsMax },
    },
    {
      target: 'Memory with open streams',
      found: ours('streams-memory'),
      unit: 'MB',
      bound: { atMost: TARGETS.openStreamsMbMax },
    },
    {
      target: 'CPU of a translated stream, against one that is not',
      found: ratio(translated('stream-cpu-16'), ours('stream-cpu-16')),
      unit: 'times',
      bound: { atMost: TARGETS.translatedCpuTimesMax },
    },
    {
      target: 'CPU of a translated stream, against llms',
      found: ratio(translated('stream-cpu-16'), medianOf(rows, 'stream-cpu-16', 'llms')),
      unit: 'times',
      bound: { atMost: TARGETS.llmsCpuTimesMax },
    },
    {
      target: 'What translating adds to the CPU of a stream, against llms',
      found: ratio(
        difference(translated('stream-cpu-16'), ours('stream-cpu-16')),
        difference(
          medianOf(rows, 'stream-cpu-16', 'llms'),
          medianOf(rows, 'stream-cpu-16', 'bare'),
        ),
      ),
      unit: 'times',
      bound: { atMost: TARGETS.llmsTranslationTimesMax },
    },
    {
      target: 'CPU of a call, against a hit of the cache',
      found: cached('cpu-16'),
      unit: 'times',
      bound: { atLeast: TARGETS.cacheHitTimesMin },
    },
    {
      target: 'CPU of a stream, against a hit of the cache',
      found: cached('stream-cpu-16'),
      unit: 'times',
      bound: { atLeast: TARGETS.cacheHitTimesMin },
    },
  ];
  return questions.map(verdictOf);
}

function verdictOf({ target, found, unit, bound }: Question): Verdict {
  const isMost = 'atMost' in bound;
  const text = isMost ? `at most ${bound.atMost} ${unit}` : `at least ${bound.atLeast} ${unit}`;
  if (found === null) return { target, bound: text, found, result: 'not measured' };
  const isMet = isMost ? found <= bound.atMost : found >= bound.atLeast;
  return { target, bound: text, found, result: isMet ? 'met' : 'missed' };
}

const difference = (from: number | null, less: number | null): number | null =>
  from === null || less === null ? null : from - less;

const ratio = (over: number | null, under: number | null): number | null =>
  over === null || under === null || under === 0 ? null : over / under;
