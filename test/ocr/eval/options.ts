import { parseArgs } from 'node:util';

export const USAGE = `npm run eval:ocr -- [options]
  --languages LIST  some of eng,deu,fra,pol,spa,ita,nld,ces (all)
  --sheets N        sheets of each language and condition (3)
  --keep FOLDER     where the pages that were drawn are kept, and what was read of them
  --help            shows this`;

export interface EvalOptions {
  readonly languages: readonly string[] | null;
  readonly sheets: number;
  readonly keep: string | null;
}

const SHEETS_MAX = 20;

/** @throws Error that says what is wrong with an argument */
export function readOptions(args: readonly string[]): EvalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      languages: { type: 'string' },
      sheets: { type: 'string', default: '3' },
      keep: { type: 'string' },
    },
  });
  const sheets = Number(values.sheets);
  if (!Number.isInteger(sheets) || sheets < 1 || sheets > SHEETS_MAX) {
    throw new Error(`--sheets: from 1 to ${SHEETS_MAX}`);
  }
  return {
    languages: values.languages?.split(',') ?? null,
    sheets,
    keep: values.keep ?? null,
  };
}
