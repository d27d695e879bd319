import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createJob } from '../../support/document-jobs.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

/** A file in the place of a folder. */
const folder = join(tmpdir(), `gw-no-folder-${process.pid}`);
await writeFile(folder, '');
afterAll(() => rm(folder, { force: true }));
const gateway = await startGateway({}, { env: { GW_DOCUMENTS_DIR: folder } });

it('a document that cannot be kept is refused, with nothing charged and nothing left', async () => {
  const bytes = new TextEncoder().encode('Dear Mr Tobias Fairweather,');
  const answer = await createJob(gateway, bytes, 'letter.txt', { key: 'once' });
  const id = expectError(answer, 'document_storage_unavailable');
  const told = gateway.log.lines.filter((line) => line.startsWith('error') && line.includes(id));
  expect(told).toEqual([expect.stringContaining('ENOTDIR')]);
  expect(told.join()).not.toContain('Fairweather');
  expect(await gateway.records.ledger(id)).toMatchObject([{ kind: 'void', nano: 0n }]);
  const rows = await gateway.database.owner.query(
    {
      name: 'test-job-not-kept',
      text: 'SELECT status, data_key, idempotency_key FROM document_job WHERE call_id = $1',
    },
    [id],
  );
  expect(rows).toEqual([{ status: 'cancelled', data_key: null, idempotency_key: null }]);
});
