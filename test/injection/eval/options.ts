import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCount } from '../../support/read-positive.js';

export const USAGE = `[GW_CORPORA=<folder>] npm run eval:injection -- [options]
  --bipia DIR        a clone of github.com/microsoft/BIPIA
  --agentdojo DIR    a clone of github.com/ethz-spylab/agentdojo
  --files DIR        any folder of texts, which are taken as benign
  --extensions LIST  of those files (md)
  --files-max N      of those files at most (2000)
  --typed            asks the local model of typed decisions, too
  --models DIR       with its typed.json (libs/typed/models)
  --misses           shows what of the dev half is missed or wrongly found
  --help             shows this`;

export interface EvalOptions {
  readonly bipia: string | null;
  readonly agentdojo: string | null;
  readonly files: string | null;
  readonly extensions: readonly string[];
  readonly filesMax: number;
  readonly typed: boolean;
  readonly models: string;
  readonly misses: boolean;
}

const SHIPPED = fileURLToPath(new URL('../../../libs/typed/models', import.meta.url));

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bipia: { type: 'string' },
      agentdojo: { type: 'string' },
      files: { type: 'string' },
      extensions: { type: 'string', default: 'md' },
      'files-max': { type: 'string', default: '2000' },
      typed: { type: 'boolean', default: false },
      models: { type: 'string', default: SHIPPED },
      misses: { type: 'boolean', default: false },
    },
  });
  const { bipia = null, agentdojo = null, files = null, typed, models, misses } = values;
  return {
    bipia,
    agentdojo,
    files,
    extensions: values.extensions.split(','),
    filesMax: readCount('files-max', values['files-max']),
    typed,
    models,
    misses,
  };
}
