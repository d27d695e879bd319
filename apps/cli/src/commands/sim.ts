import { writeFile } from 'node:fs/promises';
import { simText, sweepText } from '../sim/print-sim.js';
import { readSimOptions } from '../sim/read-setting.js';
import { reportOn, sweepOf } from '../sim/report.js';
import { simPage } from '../sim/sim-page.js';
import { UsageError } from '../usage-error.js';
import { print } from '../with-instance.js';

/** What a load comes to on the measured costs. Asks no database and no gateway. */
export async function simulateLoad(args: readonly string[]): Promise<number> {
  const { setting, costs, sweeps, isJson, htmlFile } = readSimOptions(args);
  const report = reportOn(setting, costs);
  const steps = sweeps || htmlFile !== null ? sweepOf(setting, costs, report.limit) : [];
  if (isJson) print(JSON.stringify({ ...report, ...(sweeps && { sweep: steps }) }, null, 2));
  else print(`${simText(report)}${sweeps ? `\n${sweepText(steps, report.limit)}` : ''}`.trimEnd());
  if (htmlFile !== null) {
    try {
      await writeFile(htmlFile, simPage(report, steps));
    } catch (cause) {
      throw new UsageError(`--html: ${htmlFile} cannot be written: ${(cause as Error).message}`);
    }
    if (!isJson) print(`The page: ${htmlFile}`);
  }
  return 0;
}
