import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Sealer } from '#audit';
import { Config, InstanceSecrets } from '#platform';
import { anonymizeFile } from '../../../apps/cli/src/commands/anonymize.js';
import { JOBS_AT_ONCE_MAX } from '../../../libs/documents/src/jobs/limits.js';
import { signResult } from '../../../libs/documents/src/jobs/result-url.js';
import {
  callOf,
  createJob,
  ended,
  JOB_MS_MAX,
  jobOf,
  JOBS,
  settled,
  slowDocument,
  type JobOrder,
} from '../../support/document-jobs.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 2 * JOB_MS_MAX }); // Children are started for each document.

const NANO_PAGE = 1_000_000n; // A tenth of a cent.
const LETTER = 'Dear Mr Tobias Fairweather, write to eleanor.whitcombe@example.org today.';
const CLEAN = 'Dear Mr «PERSON_NAME_1», write to «EMAIL_1» today.';
const DAY_MS = 24 * 3_600_000;

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'neighbour' },
    { name: 'lists' },
    { name: 'shell' },
    { name: 'poor', budget: { amount: '0.0005', period: 'total' } },
    { name: 'other', allowed_models: ['sandbox/*'] },
  ],
});
const { documents } = gateway.app.get(Config);

const create = (words: string, order: JobOrder = {}) =>
  createJob(gateway, new TextEncoder().encode(words), 'letter.txt', order);

/** Files of a job that lie where documents are kept. */
const kept = (id: string): Promise<string[]> =>
  readdir(join(documents.folder, callOf(id))).catch(() => []);

/** Files go once the row says so. */
const cleared = (id: string) =>
  waitFor('its files to be gone', async () => (await kept(id)).length === 0);

const begun = (id: string) =>
  waitFor(
    'the job to be at work',
    async () => {
      const { status } = jobOf(await gateway.get(`${JOBS}/${id}`));
      return status === 'in_progress';
    },
    JOB_MS_MAX,
  );

describe('a job', () => {
  it('is answered at once, worked off, and charged by its pages once it has ended', async () => {
    const answer = await create(LETTER, { options: { include_mapping: true } });
    expect(answer.status).toBe(202);
    const made = jobOf(answer);
    expect(made).toMatchObject({
      object: 'document.anonymization.job',
      status: 'queued',
      file: { filename: 'letter.txt', bytes: LETTER.length },
      progress: { stage: 'queued', pages_done: 0, pages_total: 1 },
      result: null,
      error: null,
      usage_info: null,
    });
    expect(answer.headers).toMatchObject({
      location: `${JOBS}/${made.id}`,
      'retry-after': '2',
    });
    const job = await ended(gateway, made.id);
    expect(job).toMatchObject({
      status: 'completed',
      progress: { stage: 'done', pages_done: 1, pages_total: 1 },
      result: { filename: 'letter.anonymized.txt', mime_type: 'text/plain' },
      usage_info: { pages_processed: 1, images_processed: 0 },
    });
    const file = await gateway.send(job.result?.url ?? '');
    expect(file.text).toBe(CLEAN);
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': "attachment; filename*=UTF-8''letter.anonymized.txt",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const mapping = await gateway.get(`${JOBS}/${made.id}/mapping`);
    expect(mapping.json()).toMatchObject({
      mapping: [
        { tag: '«PERSON_NAME_1»', type: 'person_name', value: 'Tobias Fairweather' },
        { tag: '«EMAIL_1»', type: 'email', value: 'eleanor.whitcombe@example.org' },
      ],
    });
    expect(await kept(made.id)).toEqual(['mapping', 'result']); // What came in is gone.
    await settled(gateway);
    const id = callOf(made.id);
    expect(await gateway.records.ledger(id)).toMatchObject([{ nano: NANO_PAGE }]);
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({ type: 'call', units: { pages: 1 } });
    expect(JSON.stringify(entry)).not.toMatch(/Fairweather|letter/);
  });

  it('is seen by the workload that made it, and by no other', async () => {
    const { id } = jobOf(await create(LETTER));
    await ended(gateway, id);
    const other = { workload: 'neighbour' };
    expectError(await gateway.get(`${JOBS}/${id}`, other), 'job_unknown');
    expectError(await gateway.get(`${JOBS}/${id}/mapping`, other), 'job_unknown');
    expectError(await gateway.post(`${JOBS}/${id}/cancel`, '', other), 'job_unknown');
    const removal = { method: 'DELETE', headers: gateway.headers(other) };
    expectError(await gateway.send(`${JOBS}/${id}`, removal), 'job_unknown');
    const list = (await gateway.get(JOBS, other)).json<{ data: unknown[] }>();
    expect(list.data).toEqual([]);
    expectError(await gateway.get(`${JOBS}/${id}/mapping`), 'job_has_no_mapping');
    await settled(gateway);
  });

  it('is listed with the others of its workload, newest first, page by page', async () => {
    const workload = 'lists';
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(jobOf(await create(`Letter ${n}`, { workload })).id);
    interface List {
      data: { id: string }[];
      has_more: boolean;
      first_id: string;
      last_id: string;
    }
    const first = (await gateway.get(`${JOBS}?limit=2`, { workload })).json<List>();
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first).toMatchObject({ has_more: true, first_id: ids[2], last_id: ids[1] });
    const next = await gateway.get(`${JOBS}?limit=2&after=${first.last_id}`, { workload });
    expect(next.json<List>()).toMatchObject({ data: [{ id: ids[0] }], has_more: false });
    expectError(await gateway.get(`${JOBS}?limit=0`, { workload }), 'field_invalid', {
      message: /1 to 100/,
      param: 'limit',
    });
    for (const id of ids) await ended(gateway, id, workload);
    await settled(gateway);
  });

  it('that cannot be read fails, leaves nothing and costs nothing', async () => {
    const broken = new TextEncoder().encode('%PDF-1.7\nno such thing');
    expectError(await createJob(gateway, broken, 'x.pdf'), 'document_unreadable');
    const poor = await create(LETTER, { workload: 'poor' });
    expectError(poor, 'budget_reached');
    const other = await create(LETTER, { workload: 'other' });
    expectError(other, 'model_not_allowed', { message: /allow/, param: 'model' });
    expectError(await create(LETTER, { options: '{"x":1}' }), 'document_options_invalid', {
      message: /members/,
      param: 'options',
    });
  });
});

describe('a key of idempotency', () => {
  it('sent twice in parallel makes one job, which is charged once', async () => {
    const key = 'k-parallel';
    const answers = await Promise.all([create(LETTER, { key }), create(LETTER, { key })]);
    const ids = answers.map((answer) => jobOf(answer).id);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(ids[0]).toBe(ids[1]);
    await ended(gateway, ids[0] ?? '');
    const again = await create(LETTER, { key });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(jobOf(again)).toMatchObject({ id: ids[0], status: 'completed' });
    await settled(gateway);
    const rows = await gateway.database.owner.query<{ nano: string }>(
      {
        name: 'test-charges-of-parallel',
        text: `SELECT l.nano FROM ledger_entry l WHERE l.id = ANY($1::uuid[]) AND l.nano > 0`,
      },
      [answers.map(({ headers }) => headers['request-id'])],
    );
    expect(rows.map(({ nano }) => BigInt(nano))).toEqual([NANO_PAGE]);
  });

  it('sent with another document or other options is refused', async () => {
    const key = 'k-other';
    const { id } = jobOf(await create(LETTER, { key }));
    expectError(await create(`${LETTER} `, { key }), 'idempotency_key_reused');
    const options = { remove: ['today'] };
    expectError(await create(LETTER, { key, options }), 'idempotency_key_reused');
    expect(jobOf(await create(LETTER, { key, workload: 'neighbour' })).id).not.toBe(id);
    expectError(await create(LETTER, { key: 'x'.repeat(256) }), 'field_invalid', {
      message: /255/,
      param: 'idempotency-key',
    });
    await settled(gateway);
  });
});

/** Who was handed the result, by sealed entries. */
async function downloadsOf(id: string): Promise<readonly object[]> {
  await gateway.app.get(Sealer).sealNow();
  return gateway.database.owner.query<{ actor: string; ip: string }>(
    {
      name: 'test-downloads-of-job',
      text: `SELECT e->'detail'->>'actor' AS actor, e->'detail'->>'ip' AS ip
        FROM audit_row r JOIN audit_leaf USING (id), LATERAL (SELECT convert_from(r.entry, 'UTF8')::jsonb AS e) j
        WHERE r.type = 'admin' AND e->'detail'->>'action' = 'anonymization.download'
          AND e->'detail'->>'target' = $1`,
    },
    [`anonymization ${id}`],
  );
}

describe('the address of a result', () => {
  it('opens it without a key, unless anything of it was changed or it is too old', async () => {
    const made = jobOf(await create(LETTER));
    const other = jobOf(await create(`${LETTER} Bye.`));
    const { result } = await ended(gateway, made.id);
    await ended(gateway, other.id);
    const url = new URL(result?.url ?? '', gateway.url);
    const path = (change: Record<string, string>, id = made.id) => {
      const query = new URLSearchParams(url.searchParams);
      for (const [name, value] of Object.entries(change)) query.set(name, value);
      return `${JOBS}/${id}/result?${query.toString()}`;
    };
    expect(await downloadsOf(made.id)).toEqual([]);
    expect((await gateway.send(path({}))).text).toBe(CLEAN);
    const sig = url.searchParams.get('sig') ?? '';
    const turned = sig.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const later = String(Number(url.searchParams.get('exp')) + 1);
    for (const changed of [
      path({ sig: turned }),
      path({ sig: '' }),
      path({ sig: `${sig}A` }),
      path({ exp: later }),
      path({ kid: '00000000' }),
      path({}, other.id),
      `${JOBS}/${made.id}/result`,
    ]) {
      expectError(await gateway.send(changed), 'signature_invalid');
    }
    expectError(await gateway.send(path({}, 'anonjob_none')), 'job_unknown');
    const [row] = await gateway.database.owner.query<{ organisationId: string }>(
      {
        name: 'test-organisation-of-job',
        text: 'SELECT org_id AS "organisationId" FROM document_job WHERE call_id = $1',
      },
      [callOf(made.id)],
    );
    const of = {
      jobId: made.id,
      organisationId: row?.organisationId ?? '',
      sha256: result?.sha256 ?? '',
    };
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const old = signResult(gateway.app.get(InstanceSecrets), of, nowSeconds);
    expectError(await gateway.send(path({ ...old })), 'url_expired');
    // On record is what was handed out, and no try.
    expect(await downloadsOf(made.id)).toEqual([{ actor: 'signed_address', ip: '127.0.0.1' }]);
    expect(await downloadsOf(other.id)).toEqual([]);
    await settled(gateway);
  });
});

describe('a job that is cancelled', () => {
  it('stops within two seconds, leaves nothing, and costs what was read of it', async () => {
    const made = jobOf(await createJob(gateway, slowDocument(30), 'rivers.pdf'));
    await begun(made.id);
    const startedMs = performance.now();
    expect(jobOf(await gateway.post(`${JOBS}/${made.id}/cancel`, '')).status).toBe('cancelling');
    const job = await ended(gateway, made.id);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(job).toMatchObject({ status: 'cancelled', result: null, error: null });
    await cleared(made.id);
    expectError(await gateway.post(`${JOBS}/${made.id}/cancel`, ''), 'job_not_cancellable');
    await settled(gateway);
    const [charge] = await gateway.records.ledger(callOf(made.id));
    expect(charge?.nano).toBeLessThan(30n * NANO_PAGE);
  });

  it('before it was begun is over at once, and costs nothing', async () => {
    const first = jobOf(await createJob(gateway, slowDocument(20), 'rivers.pdf'));
    await begun(first.id);
    const others: Answer[] = [];
    for (let n = 0; n < JOBS_AT_ONCE_MAX; n++) {
      others.push(await createJob(gateway, slowDocument(2), 'more.pdf'));
    }
    for (const answer of others.toReversed()) {
      const { id } = jobOf(answer);
      const cancelled = jobOf(await gateway.post(`${JOBS}/${id}/cancel`, ''));
      expect(['cancelled', 'cancelling']).toContain(cancelled.status);
      await ended(gateway, id);
    }
    await gateway.post(`${JOBS}/${first.id}/cancel`, '');
    await settled(gateway);
    const last = callOf(jobOf(others.at(-1) as Answer).id);
    expect(await gateway.records.ledger(last)).toMatchObject([{ kind: 'void', nano: 0n }]);
  });
});

describe('a job that is deleted', () => {
  it('is gone with its files and its key, and its address says so', async () => {
    const { id } = jobOf(await create(LETTER));
    const { result } = await ended(gateway, id);
    const removal = { method: 'DELETE', headers: gateway.headers() };
    expect((await gateway.send(`${JOBS}/${id}`, removal)).status).toBe(204);
    expectError(await gateway.get(`${JOBS}/${id}`), 'job_unknown');
    expectError(await gateway.send(result?.url ?? ''), 'result_expired');
    expect(await kept(id)).toEqual([]);
    const rows = await gateway.database.owner.query(
      {
        name: 'test-deleted-job',
        text: 'SELECT data_key, filename, options, outcome FROM document_job WHERE call_id = $1',
      },
      [callOf(id)],
    );
    expect(rows).toEqual([{ data_key: null, filename: null, options: null, outcome: null }]);
    await settled(gateway);
  });

  it('while it is at work stops', async () => {
    const { id } = jobOf(await createJob(gateway, slowDocument(30), 'rivers.pdf'));
    await begun(id);
    const removal = { method: 'DELETE', headers: gateway.headers() };
    expect((await gateway.send(`${JOBS}/${id}`, removal)).status).toBe(204);
    await settled(gateway);
    // Whoever was at work has heard of it: the next one is begun.
    await ended(gateway, jobOf(await create(LETTER)).id);
    await cleared(id);
    await settled(gateway);
  });
});

it('gw anonymize --job follows a job, takes its result, and leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gw-anonymize-job-'));
  const file = join(folder, 'letter.txt');
  await writeFile(file, LETTER);
  vi.stubEnv('GW_API_KEY', gateway.key('shell'));
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((words) => said.push(String(words)) > 0);
  const run = (...more: string[]) =>
    anonymizeFile([file, '--job', '--url', gateway.url, '--mapping', ...more]);
  try {
    expect(await run()).toBe(0);
    expect(await readFile(join(folder, 'letter.anonymized.txt'), 'utf8')).toBe(CLEAN);
    expect(said.join('')).toContain('«EMAIL_1» eleanor.whitcombe@example.org');
    expect(await run('--entities', 'x')).toBe(1);
    const left = await gateway.get(JOBS, { workload: 'shell' });
    expect(left.json<{ data: unknown[] }>().data).toEqual([]);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
  await settled(gateway);
});

describe('a job that goes wrong', () => {
  /** As many jobs as a process works on: what comes then waits. */
  const busy = async () => {
    const ids: string[] = [];
    for (let n = 0; n < JOBS_AT_ONCE_MAX; n++) {
      ids.push(jobOf(await createJob(gateway, slowDocument(30), 'rivers.pdf')).id);
    }
    await begun(ids[0] ?? '');
    return ids;
  };
  const over = async (ids: readonly string[]) => {
    for (const id of ids) await gateway.post(`${JOBS}/${id}/cancel`, '');
  };
  const change = (id: string, column: string) =>
    gateway.database.owner.query({
      name: `test-change-${column.length}`,
      text: `UPDATE document_job SET ${column} WHERE call_id = '${callOf(id)}'`,
    });

  it('is given up after three tries, each of which ended its worker, and told so', async () => {
    const first = await busy();
    const { id } = jobOf(await create(LETTER));
    await change(id, 'tries = 3');
    await over(first);
    const job = await ended(gateway, id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'job_interrupted' } });
    expectError(await gateway.get(`${JOBS}/${id}/mapping`), 'job_interrupted');
    await cleared(id);
    await settled(gateway);
    expect(await gateway.records.ledger(callOf(id))).toMatchObject([{ kind: 'void' }]);
  });

  it('fails where nobody knows any more what its workload protects', async () => {
    const first = await busy();
    const { id } = jobOf(await create(LETTER));
    const [own = ''] = first;
    await change(id, `workload_id = '${callOf(own)}'`);
    await over(first);
    await settled(gateway);
    await change(
      id,
      `workload_id = (SELECT workload_id FROM document_job WHERE call_id = '${callOf(own)}')`,
    );
    expectError(await gateway.get(`${JOBS}/${id}/mapping`), 'job_orphaned');
  });
});

it('results are kept for a day, their addresses are good for minutes', async () => {
  const { id } = jobOf(await create(LETTER));
  const { result } = await ended(gateway, id);
  await settled(gateway);
  await gateway.database.owner.query(
    {
      name: 'test-age-job',
      text: `UPDATE document_job SET expires_at = now() - interval '1 second' WHERE call_id = $1`,
    },
    [callOf(id)],
  );
  await waitFor('its end', async () => {
    return jobOf(await gateway.get(`${JOBS}/${id}`)).status === 'expired';
  });
  expectError(await gateway.send(result?.url ?? ''), 'result_expired');
  await cleared(id);
  expect(DAY_MS).toBe(documents.keptMs);
});
