import { expect } from 'vitest';
import type { JobView } from '#documents';
import { aPdf } from '../../libs/documents/src/testing/a-pdf.js';
import { callOf, formOf, JOBS } from './document-jobs.js';
import type { GatewayHome, GatewayProcess } from './gateway-process.js';
import { waitFor } from './wait-for.js';

const PAGES = 8;
const NANO_PAGE = 1_000_000; // A tenth of a cent.
const NAME = 'Tobias Fairweather';
/** A job of a worker that was killed is another's when its lock is over and somebody has looked. */
const TAKEN_OVER_MS = 300_000; // On a machine that does other things, too.

const document = aPdf(
  Array.from({ length: PAGES }, (_, page) =>
    Array.from({ length: 24 }, (_line, line) => ({
      text: `Contact on page ${page}: Mr ${NAME}, who walks along river ${line}.`,
      y: 760 - 30 * line,
    })),
  ),
);

/** Kills whoever works on a job in its middle, and expects of another one what the first would have done. */
export async function expectTakenOver(
  home: GatewayHome,
  {
    kill,
    serve,
  }: {
    /** Ends the process that works on it, as `kill -9` does; whoever takes over is there afterwards. */
    readonly kill: () => Promise<void>;
    readonly serve: () => GatewayProcess;
  },
): Promise<void> {
  const { type, body } = await formOf(document, 'rivers.pdf', {
    output_format: 'text',
    remove: [NAME],
  });
  const made = await serve().send(JOBS, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(made.status).toBe(202);
  const { id } = made.json<JobView>();
  const read = async () => (await serve().send(`${JOBS}/${id}`, { method: 'GET' })).json<JobView>();
  const isHalf = async () => {
    const { status, progress } = await read();
    return status === 'in_progress' && progress.pages_done >= 2;
  };
  await waitFor('the job to be in its middle', isHalf, TAKEN_OVER_MS);
  await kill();
  const job = await waitFor(
    'the job to be done by another',
    async () => {
      const found = await read();
      return found.completed_at !== null && found;
    },
    TAKEN_OVER_MS,
  );
  expect(job).toMatchObject({
    status: 'completed',
    error: null,
    usage_info: { pages_processed: PAGES },
  });
  const result = await serve().send(job.result?.url ?? '', { method: 'GET' });
  expect(result.text.match(/«[A-Z_]+_1»/g)?.length).toBeGreaterThanOrEqual(PAGES * 20);
  expect(result.text).not.toMatch(/Fairweather|Tobias/);
  const callId = callOf(id);
  const ledger = await waitFor(
    'the settlement',
    async () => {
      const rows = await home.rows<{ nano: string }>(
        `SELECT nano FROM ledger_entry WHERE id = '${callId}'`,
      );
      return rows.length > 0 && rows;
    },
    TAKEN_OVER_MS,
  );
  expect(ledger.map(({ nano }) => Number(nano))).toEqual([PAGES * NANO_PAGE]);
  const tries = await home.rows(`SELECT tries FROM document_job WHERE call_id = '${callId}'`);
  expect(tries).toEqual([{ tries: 2 }]);
  expect(await home.rows('SELECT held FROM meter_counter WHERE held <> 0')).toEqual([]);
  expect((await home.fsck()).findings).toEqual([]);
}
