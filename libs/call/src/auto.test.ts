import { describe, expect, it } from 'vitest';
import { chooseAuto, NO_FEATURES, tiersFrom, type RequestFeatures } from './auto.js';
import { DEMAND_DEFAULTS, TASKS, type RequestReading, type Task } from './demand.js';

const policy = { thresholds: DEMAND_DEFAULTS, defaultRoute: 'general' } as const;

function reading(
  task: Task,
  reasoning: number,
  complexity: RequestReading['complexity'],
): RequestReading {
  const shares = TASKS.map((name) => [name, name === task ? 1 : 0] as const);
  return { task: Object.fromEntries(shares) as Record<Task, number>, reasoning, complexity };
}

const easy = (task: Task) => reading(task, 0, [1, 0, 0, 0]);
const hard = (task: Task, reasoning = 0.5) => reading(task, reasoning, [0, 0, 0, 1]);

const steps = (
  read: RequestReading | null,
  features: Partial<RequestFeatures> = {},
  before: Parameters<typeof chooseAuto>[0]['before'] = null,
) =>
  chooseAuto({ reading: read, features: { ...NO_FEATURES, ...features }, before }, policy)
    .steps.map(({ by, demand }) => `${by} ${demand}`)
    .join(', ');

describe('a request to gw/auto', () => {
  it.each<[string, string, RequestReading | null, Partial<RequestFeatures>]>([
    ['its text', 'text low', easy('writing'), {}],
    ['nothing, where nobody read it', 'default medium', null, {}],
    ['tools, where its kind takes them', 'text low, tools medium', easy('code'), { tools: 1 }],
    ['no tools, where it does not', 'text low', easy('writing'), { tools: 1 }],
    ['many results of tools', 'text low, tool_results high', easy('action'), { toolResults: 4 }],
    ['files, where it is about them', 'text low, files medium', easy('document'), { files: 1 }],
    ['a long prompt', 'text low, prompt medium', easy('code'), { promptTokens: 8_001 }],
    [
      'a very long one',
      'text low, prompt medium, prompt high',
      easy('code'),
      { promptTokens: 60_001 },
    ],
    ['a deep schema', 'text low, schema medium', easy('code'), { schemaDepth: 4 }],
    ['much effort', 'text low, effort high', easy('code'), { effort: 'high' }],
    ['little effort', 'text high, effort medium', hard('code'), { effort: 'low' }],
    ['no little effort, where it must think', 'text high', hard('code', 0.9), { effort: 'low' }],
  ])('is led by %s', (_, expected, read, features) => {
    expect(steps(read, features)).toBe(expected);
  });

  it('keeps the route of its conversation, and never falls below it', () => {
    const before = { route: 'code', demand: 'high' } as const;
    expect(steps(easy('smalltalk'), {}, before)).toBe('text low, session high');
    const asked = { reading: easy('smalltalk'), features: NO_FEATURES, before };
    expect(chooseAuto(asked, policy)).toMatchObject({ route: 'code', demand: 'high' });
    expect(steps(hard('code'), {}, { route: 'code', demand: 'low' })).toBe('text high');
  });
});

describe('its tiers', () => {
  const general = { low: ['a'], medium: ['b'], high: ['c'] };
  const chat = { low: [], medium: [], high: ['d'] };
  const tiers = { defaultRoute: 'general', routes: new Map(Object.entries({ general, chat })) };
  const from = (route: string, demand: string) =>
    tiersFrom(tiers as Parameters<typeof tiersFrom>[0], { route, demand } as never).flat();

  it('go up from the wanted one, and are those of the default route where it has none', () => {
    expect(from('general', 'medium')).toEqual(['b', 'c']);
    expect(from('chat', 'low')).toEqual(['d']);
    expect(from('code', 'high')).toEqual(['c']);
  });
});
