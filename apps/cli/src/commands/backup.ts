import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '#kernel';
import { writeBackup } from '#platform';
import { inMib, sumOver, withBar } from '../restore/told.js';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';

/** Keeps what the database holds, while gateways go on. */
export function backUp(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [folder, more] = positionals;
  if (!folder || more) throw new UsageError('Into which folder? One that does not exist yet.');
  return withInstance(async ({ database, secrets }, { anchorDir, masterKey, dataDir }) => {
    const source = { url: database.url, anchorDir, secrets };
    const { tables, anchors, madeAt } = await withBar((onProgress) =>
      writeBackup(source, resolve(folder), onProgress),
    );
    const rows = counted(
      sumOver(tables, (table) => table.rows),
      'row',
    );
    const bytes = sumOver([...tables, ...anchors], (file) => file.bytes);
    print(`${rows} as of ${madeAt} are in ${folder}, ${inMib(bytes)}.`);
    print(
      `The master key is not in it (${masterKey ? 'GW_MASTER_KEY' : `${dataDir}/master.key`}): keep it elsewhere. Nothing can be restored without it.`,
    );
    print(`Prove it with: npx gw restore ${folder} --drill`);
    return 0;
  });
}
