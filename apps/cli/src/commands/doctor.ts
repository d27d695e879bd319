import { SystemClock } from '#kernel';
import { loadConfig, VERSION, type Config } from '#platform';
import type { Finding } from '../doctor/finding.js';
import { lookAtDisk, lookAtModels } from '../doctor/look-at-machine.js';
import { lookAtSettings } from '../doctor/look-at-settings.js';
import { lookAtDatabase, lookAtRedis } from '../doctor/look-at-stores.js';
import { lookAtGateway, lookAtProviders } from '../doctor/look-outside.js';
import { print } from '../with-instance.js';

const SIGNS = { ok: '✓', warning: '!', failed: '✗', untried: '·' } as const;

/** Looks at all that a gateway stands on, as it would be started here, and says what to do about it. */
export async function examine(): Promise<number> {
  print(`gw ${VERSION} on Node ${process.version}\n`);
  const config = loadConfig(); // Says all that is wrong with the environment, and nothing else can be looked at then.
  let worst = 0;
  for await (const finding of findings(config)) {
    print(`${SIGNS[finding.state]} ${finding.what.padEnd(9)} ${finding.text}`);
    if (finding.state === 'failed') worst = 1;
  }
  print(
    worst === 0
      ? '\nNothing stands in the way.'
      : '\n✗ has to be mended; the gateway does not serve before.',
  );
  return worst;
}

/** One after the other, as they are found. */
async function* findings(config: Config): AsyncGenerator<Finding> {
  const clock = new SystemClock();
  for (const name of config.misspelt) {
    yield { what: 'variables', state: 'warning', text: name };
  }
  yield await lookAtDisk(config);
  const settings = await lookAtSettings(config);
  yield settings.finding;
  yield await lookAtRedis(config, clock);
  const stored = await lookAtDatabase(config, clock);
  yield* stored.findings;
  const addresses = new Map(
    [...stored.providers, ...settings.providers].map((one) => [one.address, one]),
  );
  yield* await lookAtProviders([...addresses.values()]);
  yield* await lookAtModels(config);
  yield await lookAtGateway(config);
}
