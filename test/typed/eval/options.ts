import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCount } from '../../support/read-positive.js';

export const USAGE = `[GW_TYPED_EVAL=<folder>] npm run typed:eval -- [options]
  --models DIR   with router.json and typed.json (libs/typed/models)
  --only KIND    router or typed
  --rows N       of each set at most (300)
  --html FILE    where the page with the plots is written (typed-eval.html)
  --help         shows this`;

export interface EvalOptions {
  readonly models: string;
  readonly only: 'router' | 'typed' | null;
  readonly rows: number;
  readonly html: string;
}

const SHIPPED = fileURLToPath(new URL('../../../libs/typed/models', import.meta.url));

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      models: { type: 'string', default: SHIPPED },
      only: { type: 'string' },
      rows: { type: 'string', default: '300' },
      html: { type: 'string', default: 'typed-eval.html' },
    },
  });
  const { models, only = null, rows, html } = values;
  if (only !== null && only !== 'router' && only !== 'typed') {
    throw new Error('--only takes router or typed');
  }
  return { models, only, rows: readCount('rows', rows), html };
}
