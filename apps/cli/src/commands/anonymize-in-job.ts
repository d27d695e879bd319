import { createHash } from 'node:crypto';
import { SystemClock } from '#kernel';
import { askGateway, askQuietly, withLine } from '../ask-gateway.js';
import { print } from '../with-instance.js';

const JOBS = '/v1/documents/anonymize/jobs';
const UPLOAD_MS_MAX = 600_000; // 200 MiB over a slow line.
const ASK_MS_MAX = 30_000;
const LOOK_MS = 1_000;
const BAR = 24;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly progress: {
    readonly stage: string;
    readonly pages_done: number;
    readonly pages_total: number;
  };
  readonly result: {
    readonly url: string;
    readonly filename: string;
    readonly entities: Anonymized['entities'];
    readonly warnings: readonly string[];
  } | null;
  readonly error: { readonly message: string } | null;
  readonly usage_info: Anonymized['usage'] | null;
}

/** A document without personal data, however it was made. */
export interface Anonymized {
  readonly filename: string;
  readonly bytes: Buffer;
  readonly entities: readonly { readonly type: string; readonly count: number }[];
  readonly mapping: readonly { readonly tag: string; readonly value: string }[];
  readonly warnings: readonly string[];
  readonly usage: { readonly pages_processed: number; readonly images_processed: number };
}

const OPEN: ReadonlySet<string> = new Set(['queued', 'in_progress', 'cancelling']);

/**
 * Has a document anonymized in the background and follows it. Who runs it again, with the same document and options,
 * goes on with the same job; once it has ended, and its result is here, nothing is left at the gateway.
 * @returns undefined where it was refused or failed, which is then told
 */
export async function anonymizeInJob(
  url: string,
  form: FormData,
  { document, options }: { readonly document: Uint8Array; readonly options: string },
): Promise<Anonymized | undefined> {
  const key = createHash('sha256').update(document).update(options).digest('hex');
  const made = await askGateway<Job>({
    url,
    path: JOBS,
    body: form,
    headers: { 'idempotency-key': key },
    msMax: UPLOAD_MS_MAX,
  });
  if (!made) return undefined;
  const path = `${JOBS}/${made.id}`;
  const job = await followed(url, path, made);
  if (!job) return undefined;
  const anonymized = await resultOf(url, path, job, options);
  await askQuietly({ url, path, method: 'DELETE', msMax: ASK_MS_MAX });
  return anonymized;
}

/** Until it has ended. */
async function followed(url: string, path: string, made: Job): Promise<Job | undefined> {
  const clock = new SystemClock();
  let job: Job | undefined = made;
  return withLine(
    (seconds) => (job ? lineOf(job, seconds) : ''),
    async () => {
      while (job && OPEN.has(job.status)) {
        await clock.sleep(LOOK_MS);
        job = await askQuietly<Job>({ url, path, msMax: ASK_MS_MAX });
      }
      return job;
    },
  );
}

function lineOf({ progress }: Job, seconds: number): string {
  const { stage, pages_done: done, pages_total: total } = progress;
  const filled = Math.round((BAR * done) / Math.max(1, total));
  const bar = `${'#'.repeat(filled)}${' '.repeat(BAR - filled)}`;
  return `[${bar}] ${stage}, ${done} of ${total}, ${seconds} s`;
}

async function resultOf(
  url: string,
  path: string,
  { status, result, error, usage_info: usage }: Job,
  options: string,
): Promise<Anonymized | undefined> {
  if (!result || !usage) {
    print(error?.message ?? `The job is ${status}.`);
    return undefined;
  }
  // Its address needs no key, and leads to this gateway whatever it calls itself.
  const { pathname, search } = new URL(result.url, url);
  const file = await fetch(new URL(pathname + search, url), {
    redirect: 'error',
    signal: AbortSignal.timeout(UPLOAD_MS_MAX),
  });
  if (!file.ok) throw new Error(`The result cannot be had: status ${file.status}.`);
  const wantsMapping = (JSON.parse(options) as { readonly include_mapping: boolean })
    .include_mapping;
  const told = wantsMapping
    ? await askQuietly<Pick<Anonymized, 'mapping'>>({
        url,
        path: `${path}/mapping`,
        msMax: ASK_MS_MAX,
      })
    : undefined;
  const { filename, entities, warnings } = result;
  const bytes = Buffer.from(await file.arrayBuffer());
  return { filename, bytes, entities, warnings, usage, mapping: told?.mapping ?? [] };
}
