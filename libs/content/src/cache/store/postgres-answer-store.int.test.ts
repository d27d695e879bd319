import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { PURGE_ANSWERS_MAX } from '../limits.js';
import { answerStoreContract } from '../../testing/answer-store-contract.js';
import { aReplica, newOrganisation, newWorkload, rowsOf } from '../../testing/answers-world.js';

describe('answers in PostgreSQL', () => {
  let database: TestDatabase;
  let replicas: ReturnType<typeof aReplica>[];
  beforeAll(async () => {
    database = await testDatabase();
    replicas = [aReplica(database.app), aReplica(database.app)];
  });

  answerStoreContract(() => {
    const [one, another] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
    return {
      store: one.rows,
      other: another.rows,
      keys: one.keys,
      database: database.owner,
      skip: (ms) => replicas.forEach(({ clock }) => clock.skip(ms)),
      newOrganisation: () => newOrganisation(database.owner),
      newWorkload: (organisationId) => newWorkload(database.owner, organisationId),
      countOf: (organisationId) => rowsOf(database.owner, organisationId),
    };
  });

  it('that are more than one statement may take are purged all the same, and swept then', async () => {
    const [{ rows, keys, clock }] = replicas as [(typeof replicas)[0]];
    const { owner } = database;
    const organisationId = await newOrganisation(owner);
    const { round } = await keys.of(organisationId);
    const more = PURGE_ANSWERS_MAX + 3_000;
    await owner.dataSource.query(
      `INSERT INTO cached_answer (org_id, scope_id, digest, round, call_id, bytes, sealed, stored_at, expires_at)
        SELECT $1::uuid, $1::uuid, sha256(n::text::bytea), $2, gen_random_uuid(), 1, 'x', now(), now() + interval '1 day'
        FROM generate_series(1, ${more}) n`,
      [organisationId, round],
    );
    await owner.dataSource
      .query(`CREATE FUNCTION bound_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM gone) > ${PURGE_ANSWERS_MAX} THEN
          RAISE EXCEPTION 'one statement deletes too many rows';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER bound AFTER DELETE ON cached_answer REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION bound_answers()`);
    expect(await rows.sizeOf(organisationId)).toEqual({ entries: more, bytes: more });
    const purged = await database.app.transaction(async (tx) => {
      const before = await keys.rotate(tx, organisationId);
      return before && rows.purge(tx, organisationId, before);
    });
    expect(purged).toBe(more);
    expect(await rows.sizeOf(organisationId)).toEqual({ entries: 0, bytes: 0 });
    expect(await rowsOf(owner, organisationId)).toBe(more - PURGE_ANSWERS_MAX);
    const nowMs = clock.nowMs();
    await rows.sweep([
      { organisationId, hasNoCache: false, nowMs, keptSinceMs: nowMs - 3_600_000 },
    ]);
    expect(await rowsOf(owner, organisationId)).toBe(0);
  });
});
