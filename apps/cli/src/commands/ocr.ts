import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '#kernel';
import { askGateway } from '../ask-gateway.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

const ASK_MS_MAX = 600_000; // Two hundred pages on a busy machine; the workload's own timeout is shorter.

interface Reading {
  readonly pages: readonly {
    readonly markdown: string;
    readonly gw?: { readonly name?: string; readonly warnings: readonly string[] };
  }[];
  readonly usage_info: { readonly pages_processed: number };
}

/** Has a running gateway read the pages of a document, and writes them as markdown. */
export async function readFilePages(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      model: { type: 'string', default: 'gw/ocr' },
      languages: { type: 'string' },
      pages: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Which file?');
  const bytes = await readFile(file);
  const answer = await askGateway<Reading>({
    url: values.url,
    path: '/v1/ocr',
    msMax: ASK_MS_MAX,
    body: {
      model: values.model,
      document: {
        type: 'document_url',
        document_name: basename(file),
        // What it is its bytes tell, and where it is text its name.
        document_url: `data:application/octet-stream;base64,${bytes.toString('base64')}`,
      },
      ...(values.pages !== undefined && { pages: values.pages }),
      ...(values.languages !== undefined && {
        gw: { ocr_languages: values.languages.split(',') },
      }),
    },
  });
  if (!answer) return 1;
  const text = values.json
    ? JSON.stringify(answer, null, 2)
    : answer.pages.map(({ markdown }) => markdown).join('\n\n');
  if (values.out === undefined) print(text);
  else {
    // `wx`: what is there is somebody's, and may be the document itself.
    await writeFile(values.out, `${text}\n`, { flag: 'wx' });
    print(`${values.out}: ${counted(answer.usage_info.pages_processed, 'page')}`);
  }
  if (values.json) return 0;
  for (const [index, { gw }] of answer.pages.entries()) {
    for (const warning of gw?.warnings ?? []) {
      process.stderr.write(`! ${gw?.name ?? `page ${index + 1}`}: ${warning}\n`);
    }
  }
  return 0;
}
