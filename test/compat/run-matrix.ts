import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { aServiceAccount } from '../support/service-account.js';
import type { Row } from './client.js';
import { settingsOf, type FamilyUnderTest } from './families.js';
import { placeAt } from './matrix.js';

export interface MatrixCell<R> {
  readonly gateway: TestGateway;
  readonly client: R;
  readonly family: FamilyUnderTest;
}

interface Matrix<R extends Row, Name extends string> {
  readonly rows: readonly R[];
  readonly families: readonly FamilyUnderTest[];
  readonly cases: Readonly<Record<Name, (cell: MatrixCell<R>) => Promise<unknown>>>;
}

/** Every row, at every family of providers, in every case: what has no way to exist says why. */
export async function runMatrix<Name extends string, R extends Row<Name>>({
  rows,
  families,
  cases,
}: Matrix<R, Name>): Promise<void> {
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
  const names = Object.keys(cases) as Name[];

  beforeEach(async () => {
    await gateway.sandbox.clear();
    gateway.clock.skip(60_000); // What one case breaks is none of the next one's.
  });

  describe.each(rows)('$name', (client) => {
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
    const missing = rows.flatMap((row) => names.flatMap((name) => missingOf(row, families, name)));
    expect(missing.filter((line) => line.endsWith(': '))).toEqual([]);
    task.meta.missing = missing;
  });
}

const reasonOf = (row: Row, family: FamilyUnderTest, name: string): string | undefined =>
  row.cannot[name] ?? row.cannotAt?.[family.name]?.[name] ?? family.cannot?.[name];

/** A line for each reason. */
function missingOf(row: Row, families: readonly FamilyUnderTest[], name: string): string[] {
  const byReason = Map.groupBy(families, (family) => reasonOf(row, family, name));
  return [...byReason].flatMap(([reason, those]) => {
    if (reason === undefined) return [];
    const where = those.length === families.length ? '' : ` at ${namesOf(those)}`;
    return [`${row.name}${where}, ${name}: ${reason}`];
  });
}

const namesOf = (families: readonly FamilyUnderTest[]): string =>
  families.map(({ name }) => name).join(', ');
