import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '#kernel';
import { loadConfig, readBackup, restoreBackup, type Statement } from '#platform';
import { drill } from '../restore/drill.js';
import { secretsOf, withDatabaseUrl } from '../restore/open-target.js';
import { sumOver, withBar } from '../restore/told.js';
import { UsageError } from '../usage-error.js';
import { print, withInstance } from '../with-instance.js';
import { fsckAudit } from './audit.js';
import { logTools } from './log-tools.js';

/** Fills an empty database from a backup, and tells what of the log is missing. */
export async function restore(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { drill: { type: 'boolean' }, into: { type: 'string' } },
  });
  const [given, more] = positionals;
  if (!given || more) throw new UsageError('From which folder? One that gw backup has made.');
  if (values.into !== undefined && !values.drill) {
    throw new UsageError('--into is for --drill; a restore goes into DATABASE_URL.');
  }
  const folder = resolve(given);
  if (values.drill) return drill(folder, values.into);
  const config = loadConfig();
  const manifest = await readBackup(folder, await secretsOf(config));
  await withDatabaseUrl(config, (url) =>
    withBar((onProgress) =>
      restoreBackup(folder, manifest, { url, anchorDir: config.anchorDir }, onProgress),
    ),
  );
  const rows = sumOver(manifest.tables, (table) => table.rows);
  print(`${counted(rows, 'row')} as of ${manifest.madeAt} are restored.`);
  const found = await fsckAudit();
  return Math.max(found, await tellLost(manifest.madeAt));
}

const HEADS: Statement = {
  name: 'cli-log-heads',
  text: 'SELECT org_id AS id, size::int FROM audit_head',
};

/** Entries that were anchored after the backup was made. @returns the exit code */
function tellLost(madeAt: string): Promise<number> {
  return withInstance(async (instance, config) => {
    const lost = await logTools(instance, config).anchors.findLost();
    const rows = await instance.database.query<{ id: string; size: number }>(HEADS);
    const sizes = new Map(rows.map(({ id, size }) => [id, size]));
    for (const { organisationId, size } of lost) {
      const kept = sizes.get(organisationId) ?? 0;
      print(
        `Log ${organisationId}: entries ${kept} to ${size - 1} are missing, ${size - kept} that were sealed after ${madeAt}.`,
      );
    }
    if (lost.length === 0) {
      print('Every log holds what was anchored. Start the gateway.');
      return 0;
    }
    print(
      'Restore a newer backup, or give them up before the start: npx gw audit recover --accept-fork',
    );
    return 1;
  });
}
