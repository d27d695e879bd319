import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { aServiceAccount } from '../support/service-account.js';
import { cases } from './cases.js';
import type { CaseName, Client } from './client.js';
import { clients } from './clients.js';
import { families, settingsOf, type FamilyUnderTest } from './families.js';
import { placeAt } from './matrix.js';

/** Every client, at every family of providers, in every case: what has no way to exist says why. */
const account = aServiceAccount();
const gateway = await startGateway(
  {
    organisation: { explicit_prompt_cache: true },
    providers: families.map(settingsOf),
    workloads: [
      { name: 'default' },
      { name: 'poor', budget: { amount: '0', period: 'total' } },
      { name: 'narrow', allowed_models: ['sandbox/free'] },
      { name: 'guarded', protection: { mode: 'block' } },
    ],
  },
  { env: { KEY_FILE: account.keyFile } },
);
await gateway.sandbox.admit(account);
const names = Object.keys(cases) as CaseName[];

const reasonOf = (client: Client, family: FamilyUnderTest, name: CaseName): string | undefined =>
  client.cannot[name] ?? client.cannotAt?.[family.name]?.[name] ?? family.cannot?.[name];

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000); // What one case breaks is none of the next one's.
});

describe.each(clients)('$name', (client) => {
  describe.each(families)('at $name', (family) => {
    for (const name of names) {
      if (reasonOf(client, family, name) !== undefined) continue;
      it(name, async ({ task }) => {
        placeAt(task, { client: client.name, family: family.name, name });
        await cases[name]({ gateway, client, family });
      });
    }
  });
});

it('has a reason for every cell that is missing', ({ task }) => {
  const missing = clients.flatMap((client) =>
    names.flatMap((name) => {
      const reasons = families.map((family) => reasonOf(client, family, name));
      const [first] = reasons;
      if (first !== undefined && reasons.every((reason) => reason === first)) {
        return [`${client.name}, ${name}: ${first}`];
      }
      return reasons.flatMap((reason, at) =>
        reason === undefined ? [] : [`${client.name} at ${families[at]?.name}, ${name}: ${reason}`],
      );
    }),
  );
  expect(missing.filter((line) => line.endsWith(': '))).toEqual([]);
  task.meta.missing = missing;
});
