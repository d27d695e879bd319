import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.js';
import { COSTS, type CostName, type Costs } from './costs.js';
import type { Setting } from './setting.js';

/** What `gw sim` is asked. */
export interface SimOptions {
  readonly setting: Setting;
  readonly costs: Costs;
  readonly sweeps: boolean;
  readonly isJson: boolean;
  readonly htmlFile: string | null;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: true;
}

const MOST = 1_000_000; // Of anything: beyond it nothing was ever thought through.
const NUMBERS = {
  organisations: { least: 1, most: MOST, isWhole: true },
  replicas: { least: 1, most: 1_000, isWhole: true },
  rate: { least: 1, most: MOST },
  'stream-seconds': { least: 0, most: 3_600 },
  'body-kib': { least: 0, most: 32_768 },
  'output-tokens': { least: 0, most: MOST, isWhole: true },
  'cores-per-replica': { least: 1, most: 64, isWhole: true },
  'database-cores': { least: 0.5, most: 512 },
  'disk-mib-s': { least: 1, most: MOST },
  'months-kept': { least: 1, most: 1_200, isWhole: true },
  'memory-mib': { least: 256, most: MOST },
  'max-connections': { least: 20, most: 100_000, isWhole: true },
} as const satisfies Readonly<Record<string, Bounds>>;

/** @throws UsageError naming the option that cannot be meant so */
export function readSimOptions(args: readonly string[]): SimOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      organisations: { type: 'string', default: '50' },
      replicas: { type: 'string', default: '2' },
      rate: { type: 'string', default: '500' },
      'stream-seconds': { type: 'string', default: '10' },
      'body-kib': { type: 'string', default: '4' },
      'output-tokens': { type: 'string', default: '300' },
      store: { type: 'string', default: 'postgres' },
      'cores-per-replica': { type: 'string', default: '1' },
      'database-cores': { type: 'string', default: '4' },
      'disk-mib-s': { type: 'string', default: '200' },
      'months-kept': { type: 'string', default: '12' },
      'memory-mib': { type: 'string', default: '2048' },
      'max-connections': { type: 'string', default: '100' },
      costs: { type: 'string' },
      sweep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      html: { type: 'string' },
    },
  });
  const number = (name: keyof typeof NUMBERS) =>
    readNumber(`--${name}`, values[name], NUMBERS[name]);
  const { store } = values;
  if (store !== 'postgres' && store !== 'redis') {
    throw new UsageError(`--store takes postgres or redis, not ${store}.`);
  }
  return {
    setting: {
      organisations: number('organisations'),
      replicas: number('replicas'),
      callsPerSecond: number('rate'),
      streamSeconds: number('stream-seconds'),
      bodyKib: number('body-kib'),
      outputTokens: number('output-tokens'),
      store,
      coresPerReplica: number('cores-per-replica'),
      databaseCores: number('database-cores'),
      diskMibPerSecond: number('disk-mib-s'),
      monthsKept: number('months-kept'),
      memoryMib: number('memory-mib'),
      connectionsMax: number('max-connections'),
    },
    costs: values.costs === undefined ? COSTS : readCosts(values.costs),
    sweeps: values.sweep,
    isJson: values.json,
    htmlFile: values.html ?? null,
  };
}

const DECIMAL = /^\d{1,9}(\.\d{1,6})?$/;

function readNumber(option: string, text: string, { least, most, isWhole }: Bounds): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw new UsageError(`${option} takes ${kind} from ${least} to ${most}, not ${text}.`);
}

/** What a file does not tell is as it was measured for this release. */
function readCosts(file: string): Costs {
  let told: unknown;
  try {
    told = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new UsageError(`--costs: ${file} cannot be read as JSON: ${(cause as Error).message}`);
  }
  const costs = isObject(told) && isObject(told['costs']) ? told['costs'] : told;
  if (!isObject(costs)) throw new UsageError(`--costs: ${file} holds no object of costs.`);
  for (const [name, value] of Object.entries(costs)) {
    if (!isCost(name)) {
      throw new UsageError(
        `--costs: there is no cost ${name}; there are ${Object.keys(COSTS).join(', ')}.`,
      );
    }
    if (typeof value !== 'number' || !(value >= 0)) {
      throw new UsageError(`--costs: ${name} takes a number, 0 or more.`);
    }
  }
  return { ...COSTS, ...costs };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCost = (name: string): name is CostName => Object.hasOwn(COSTS, name);
