import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '#kernel';
import { askGateway } from '../ask-gateway.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';
import { anonymizeInJob, type Anonymized } from './anonymize-in-job.js';

const ASK_MS_MAX = 600_000; // Twenty pages on a busy machine; the workload's own timeout is shorter.

interface Anonymization {
  readonly file: { readonly filename: string; readonly file_data: string };
  readonly entities: readonly { readonly type: string; readonly count: number }[];
  readonly mapping?: readonly { readonly tag: string; readonly value: string }[];
  readonly warnings: readonly string[];
  readonly usage_info: { readonly pages_processed: number; readonly images_processed: number };
}

/** Has a running gateway take the personal data out of a document, and writes the result beside it. */
export async function anonymizeFile(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      out: { type: 'string' },
      entities: { type: 'string' },
      remove: { type: 'string', multiple: true, default: [] },
      mapping: { type: 'boolean', default: false },
      job: { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Which file?');
  const options = {
    ...(values.entities !== undefined && { entities: values.entities.split(',') }),
    remove: values.remove,
    include_mapping: values.mapping,
  };
  const text = JSON.stringify(options);
  const document = await readFile(file);
  const form = new FormData();
  form.append('file', new Blob([document]), basename(file));
  form.append('options', text);
  const answer = values.job
    ? await anonymizeInJob(values.url, form, { document, options: text })
    : await anonymizeAtOnce(values.url, form);
  if (!answer) return 1;
  const path = values.out ?? join(dirname(file), answer.filename);
  // `wx`: what is there is somebody's, and may be the document itself.
  await writeFile(path, answer.bytes, { flag: 'wx' });
  const { pages_processed: pages, images_processed: pictures } = answer.usage;
  print(`${path}: ${counted(pages, 'page')}, ${counted(pictures, 'picture')}`);
  for (const { type, count } of answer.entities) print(`  ${type}: ${count}`);
  for (const { tag, value } of answer.mapping) print(`  ${tag} ${value}`);
  for (const warning of answer.warnings) print(`  ! ${warning}`);
  return 0;
}

async function anonymizeAtOnce(url: string, body: FormData): Promise<Anonymized | undefined> {
  const asking = { url, path: '/v1/documents/anonymize', body, msMax: ASK_MS_MAX };
  const answer = await askGateway<Anonymization>(asking);
  if (!answer) return undefined;
  const { file, entities, mapping = [], warnings, usage_info: usage } = answer;
  const { filename, file_data: data } = file;
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  return { filename, bytes, entities, mapping, warnings, usage };
}
