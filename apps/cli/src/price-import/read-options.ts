import { parseArgs } from 'node:util';
import { parseDecimal } from '#kernel';
import type { RateLine } from '#metering';
import { UsageError } from '../usage-error.js';

export interface ImportOptions {
  readonly file: string;
  /** What the list's providers are called in this gateway. */
  readonly names: ReadonlyMap<string, string>;
  readonly rates: readonly RateLine[];
  /** What becomes of models that are in force and not in the file; null when nobody said. */
  readonly others: 'keep' | 'remove' | null;
  readonly activates: boolean;
  /** Also where prices or rates jump, or a new model is free: a person has seen that. */
  readonly approves: boolean;
  readonly showsAll: boolean;
}

const PROVIDER = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;
const RATE = /^([A-Z]{3}):([A-Z]{3})=(.+)$/;
const RATE_DECIMALS_MAX = 12; // As fine as the table keeps them.
const RATE_WHOLE_MAX = 12; // Of digits before the point; no currency is worth less of another.

/** @throws UsageError naming the option that cannot be meant so */
export function readImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      as: { type: 'string', multiple: true, default: [] },
      rate: { type: 'string', multiple: true, default: [] },
      merge: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      activate: { type: 'boolean', default: false },
      approve: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (!file) throw new UsageError('Which file?');
  if (more.length > 0) throw new UsageError(`One file at a time: what is ${more.join(' ')}?`);
  if (values.merge && values.replace) {
    throw new UsageError(
      '--merge keeps what the file does not name, --replace removes it: not both.',
    );
  }
  return {
    file,
    names: readNames(values.as),
    rates: readRates(values.rate),
    others: values.merge ? 'keep' : values.replace ? 'remove' : null,
    activates: values.activate || values.approve,
    approves: values.approve,
    showsAll: values.all,
  };
}

function readNames(texts: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const text of texts) {
    const [listed = '', ours = '', ...rest] = text.split('=');
    if (listed === '' || !PROVIDER.test(ours) || rest.length > 0) {
      throw new UsageError(
        `--as takes <provider of the list>=<provider of this gateway>, not ${text}`,
      );
    }
    if (names.has(listed)) throw new UsageError(`--as gives ${listed} two names.`);
    names.set(listed, ours);
  }
  return names;
}

/** Public lists are in US dollars; the ledger may not be. */
function readRates(texts: readonly string[]): readonly RateLine[] {
  const rates = texts.map(readRate);
  const pairs = rates.map(({ from, to }) => `${from}:${to}`);
  const twin = pairs.find((pair, index) => pairs.indexOf(pair) < index);
  if (twin !== undefined) throw new UsageError(`--rate gives ${twin} twice.`);
  return rates;
}

function readRate(text: string): RateLine {
  const [, from = '', to = '', amount = ''] = RATE.exec(text) ?? [];
  const decimal = /^\d+(\.\d+)?$/.test(amount) ? parseDecimal(amount) : undefined;
  if (!decimal) throw new UsageError(`--rate takes FROM:TO=rate, as in USD:EUR=0.92, not ${text}`);
  if (from === to) throw new UsageError(`--rate ${text}: ${from} is ${to}, there is no rate.`);
  if (decimal.digits === 0n) throw new UsageError(`--rate ${text}: a rate of nothing is no rate.`);
  const [whole = '', fraction = ''] = amount.split('.');
  if (whole.length > RATE_WHOLE_MAX || fraction.length > RATE_DECIMALS_MAX) {
    throw new UsageError(
      `--rate ${text}: at most ${RATE_WHOLE_MAX} digits and ${RATE_DECIMALS_MAX} decimals.`,
    );
  }
  return { from, to, rate: fraction === '' ? amount : amount.replace(/\.?0+$/, '') };
}
