import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SystemClock } from '#kernel';
import { importTypedModel, UnusableLocalModel, type OperatorsModel } from '#local-models';
import { SHIPPED_MODELS } from '#typed';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

const OPTIONS = {
  to: { type: 'string' },
  adapter: { type: 'string' },
  name: { type: 'string' },
  license: { type: 'string' },
  'model-version': { type: 'string', default: '1.0.0' },
  'max-tokens': { type: 'string', default: '512' },
  hypothesis: { type: 'string' },
  'option-marker': { type: 'string' },
  'question-marker': { type: 'string' },
} as const;

/** Checks a model of an operator's, and puts it where `gw/typed` is served from. */
export async function importModel(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  const [source, ...more] = positionals;
  if (source === undefined || more.length > 0) throw new UsageError('Which folder? Name one.');
  const needed = (name: 'to' | 'name' | 'license'): string => {
    const value = values[name];
    if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
    return value;
  };
  const target = resolve(needed('to'));
  const tokensMax = Number(values['max-tokens']);
  if (!Number.isInteger(tokensMax)) throw new UsageError('--max-tokens is a whole number.');
  const order = {
    source,
    target,
    name: needed('name'),
    version: values['model-version'],
    license: needed('license'),
    tokensMax,
    model: modelOf(values),
    threads: Math.max(1, Math.floor(availableParallelism() / 2)), // As the gateway runs it.
    clock: new SystemClock(),
  };
  try {
    const { name, version, revision, rowMs, rowsMax } = await importTypedModel(order);
    putRouterBeside(target);
    print(`${name} ${version} is whole, keeps the laws of gw/typed, and passes its own tests.`);
    print(`  ${rowMs.toFixed(1)} ms for an option: ${rowsMax} options in a request`);
    print(`  what its answers are worth was not measured: answer_confidence is left out`);
    print(`\nServe and pin it:`);
    print(`  GW_TYPED_MODELS_DIR=${target}`);
    print(`  GW_TYPED_MODEL_SHA256=${revision}`);
    return 0;
  } catch (fault) {
    if (!(fault instanceof UnusableLocalModel)) throw fault;
    print(`Not imported. ${fault.message}`);
    return 1;
  }
}

function modelOf(values: {
  readonly [name in keyof typeof OPTIONS]?: string;
}): OperatorsModel {
  const { adapter, hypothesis = '{question} {option}' } = values;
  const optionMarker = values['option-marker'];
  if (adapter === 'nli-pair') return { adapter, hypothesis };
  if (adapter !== 'packed-encoder') {
    throw new UsageError('--adapter is nli-pair or packed-encoder.');
  }
  if (optionMarker === undefined) throw new UsageError('--option-marker is missing.');
  return { adapter, optionMarker, questionMarker: values['question-marker'] ?? null };
}

/** A folder serves both models; routing stays with the one that ships, unless another one is there. */
function putRouterBeside(target: string): void {
  const name = 'router.json';
  if (existsSync(join(target, name))) return;
  const manifest = JSON.parse(readFileSync(join(SHIPPED_MODELS, name), 'utf8')) as {
    readonly files: readonly { readonly path: string }[];
  };
  for (const path of [...manifest.files.map((file) => file.path), name]) {
    copyFileSync(join(SHIPPED_MODELS, path), join(target, path));
  }
}
