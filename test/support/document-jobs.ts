import { expect } from 'vitest';
import type { JobView } from '#documents';
import { aPdf } from '../../libs/documents/src/testing/a-pdf.js';
import type { Answer } from './http.js';
import type { TestGateway } from './gateway.js';
import { waitFor } from './wait-for.js';

export const JOBS = '/v1/documents/anonymize/jobs';

/** Recognition of a page on a busy machine, some of them one after the other. */
export const JOB_MS_MAX = 120_000;

export interface JobOrder {
  readonly options?: object | string;
  readonly workload?: string;
  readonly key?: string;
}

/** Pages that take some seconds. */
export const slowDocument = (pages: number): Uint8Array =>
  aPdf(
    Array.from({ length: pages }, (_, page) =>
      Array.from({ length: 30 }, (_line, line) => ({
        text: `Page ${page}, line ${line}: the rivers and their banks, of Tobias Fairweather.`,
        y: 760 - 24 * line,
      })),
    ),
  );

/** A form as a client sends it. @param field of the options */
export async function formOf(
  bytes: Uint8Array,
  filename: string,
  options?: object | string,
  field = 'options',
) {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), filename);
  if (options !== undefined) {
    form.append(field, typeof options === 'string' ? options : JSON.stringify(options));
  }
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

export async function createJob(
  gateway: TestGateway,
  bytes: Uint8Array,
  filename: string,
  { options, workload = 'default', key }: JobOrder = {},
): Promise<Answer> {
  const { type, body } = await formOf(bytes, filename, options);
  const headers = { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }) };
  return gateway.send(JOBS, {
    method: 'POST',
    headers: gateway.headers({ workload, headers }),
    body,
  });
}

export const jobOf = (answer: Answer): JobView => answer.json<JobView>();

/** The job, once it has ended. */
export function ended(gateway: TestGateway, id: string, workload = 'default'): Promise<JobView> {
  const look = async () => {
    const job = jobOf(await gateway.get(`${JOBS}/${id}`, { workload }));
    return job.completed_at !== null && job;
  };
  return waitFor('the end of the job', look, JOB_MS_MAX);
}

/** The id of the call that made it: of its entry, and of its ledger entry. */
export const callOf = (id: string): string =>
  id.replace(/^anonjob_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Once whoever settles has asked: all that was held is charged or free. */
export async function settled(gateway: TestGateway): Promise<void> {
  const look = async () => (await gateway.records.intentCount()) === 0;
  await waitFor('the settlement', look, JOB_MS_MAX);
  expect((await gateway.records.fsck()).findings).toEqual([]);
}
