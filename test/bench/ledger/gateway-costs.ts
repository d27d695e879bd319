import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import type { Costs } from '../../../apps/cli/src/sim/costs.js';
import { cpuSeconds, untilIdle, untilQuiet } from '../process/accounting.js';

const MICROS = 1_000_000;
const CALLERS = 16; // As `npm run bench` has.
const LARGE_KIB = 64;
const TOKENS = 400;
const QUIET_MS = 30_000;
const SETTLE_MS = 5_000;
const CALLS = { warm: 3_000, whole: 3_000, large: 600, streamed: 300 };

const CHARACTERS = LARGE_KIB * 1_024;
const LARGE = {
  messages: [{ role: 'user', content: 'word '.repeat(CHARACTERS / 5) }],
};
const STREAMED = { model: `sandbox/fault/tokens=${TOKENS}`, stream: true };

/** Processor time of a whole gateway process: of a call, of a KiB of its body, of a token it streams. */
export async function measureGateway(tell: (text: string) => void): Promise<Partial<Costs>> {
  const sandbox = await TestSandbox.start();
  const home = await GatewayHome.make({ models: [`fault/tokens=${TOKENS}`] }, sandbox.url);
  try {
    const gateway = await home.start();
    const measure = async (what: string, calls: number, body: object) => {
      tell(`the gateway: ${what}`);
      return microsOf(gateway, calls, body);
    };
    await callAll(gateway, CALLS.warm, {});
    const whole = await measure('small calls', CALLS.whole, {});
    const large = await measure(`calls of ${LARGE_KIB} KiB`, CALLS.large, LARGE);
    const streamed = await measure(`streams of ${TOKENS} tokens`, CALLS.streamed, STREAMED);
    return {
      gatewayCallMicros: whole,
      gatewayKibMicros: Math.max(0, large - whole) / LARGE_KIB,
      gatewayTokenMicros: Math.max(0, streamed - whole) / TOKENS,
    };
  } finally {
    await home.remove();
    await sandbox.close();
  }
}

async function microsOf(gateway: GatewayProcess, calls: number, body: object): Promise<number> {
  await untilQuiet(QUIET_MS);
  const account = () => cpuSeconds(gateway.pid);
  const before = account() ?? 0;
  await callAll(gateway, calls, body);
  await untilIdle(account, SETTLE_MS);
  return (((account() ?? 0) - before) * MICROS) / calls;
}

/** @throws when one is not served: what failed costs something else */
async function callAll(gateway: GatewayProcess, calls: number, body: object): Promise<void> {
  let left = calls;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (left-- > 0) {
        const { status, text } = await gateway.chat(body);
        if (status !== 200) throw new Error(`A call was answered with ${status}: ${text}`);
      }
    }),
  );
}
