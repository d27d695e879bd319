import { beforeAll, describe } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
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
});
