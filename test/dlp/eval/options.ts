import { parseArgs } from 'node:util';

export const USAGE = `GW_CORPORA=<folder> npm run eval:dlp -- [options]
  --html FILE  where the page with the plots is written (dlp-eval.html)
  --help       shows this`;

export interface EvalOptions {
  readonly html: string;
}

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { html: { type: 'string', default: 'dlp-eval.html' } },
  });
  return values;
}
