import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.js';

it('lets the working role append to the log and the ledger but never change them', async () => {
  const { app, owner } = await testDatabase();
  for (const table of [
    'audit_row',
    'audit_leaf',
    'audit_tile',
    'audit_checkpoint',
    'ledger_entry',
  ]) {
    for (const verb of [`DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await expect(app.query({ name: verb, text: verb })).rejects.toThrow(/permission denied/);
    }
    const truncate = { name: `owner ${table}`, text: `TRUNCATE ${table}` };
    await expect(owner.query(truncate)).rejects.toThrow(/append-only/);
  }
});
