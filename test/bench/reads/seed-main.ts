/** `npm run seed:audit`: see options.ts. */
import { SystemClock, SystemEntropy } from '#kernel';
import { loadConfig, openInstance } from '#platform';
import { readOptions } from './options.js';
import { drawBar } from './bar.js';
import { expectNoCalls, seedAudit } from './seed.js';

const options = readOptions(process.argv.slice(2));
const config = loadConfig();
const use = { migrates: true, isGuest: true };
const instance = await openInstance(config, new SystemClock(), new SystemEntropy(), use);
try {
  await expectNoCalls(instance.database);
  await seedAudit(instance, config, options, drawBar);
} catch (fault) {
  process.stderr.write(`${(fault as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await instance.close();
}
