import { expect, it } from 'vitest';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const TOLD_MS = 15_000; // Each replica writes more often than that, and would have said it again.

const gateway = await startGateway();
const { owner } = gateway.database;
const run = (text: string) => owner.dataSource.query(text);

/** As PostgreSQL says it when a table can get no further page. */
const FILL = `
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER no_room BEFORE INSERT ON call_intent EXECUTE FUNCTION no_room();
`;

it("is not ready while the database's disk is full, and again when it has room", async () => {
  const disk = async () => {
    const { status, json } = await gateway.send('/readyz');
    return `${status} ${json<{ checks: { disk: string } }>().checks.disk}`;
  };
  await run(FILL);
  expectError(await gateway.chat(), 'metering_unavailable');
  expect(await disk()).toBe('503 failed');
  await run('DROP FUNCTION no_room CASCADE');
  expect((await gateway.chat()).status).toBe(200);
  gateway.clock.skip(TOLD_MS);
  expect(await disk()).toBe('200 ok');
});
