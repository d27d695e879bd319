import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome } from '../support/gateway-process.js';
import { ECHO_SCHEMA } from '../support/tool-server.js';
import { WatchedGateway } from '../support/watched-gateway.js';

/** The aim is 50 ms, and a busy machine takes up to half as much again. */
const TURN_MS_MAX = 75;
const HANGS_MS = 240_000;
const RESTS_MS = 1_500;

const program = fileURLToPath(new URL('../support/hostile-program.mjs', import.meta.url));
const FLOODS = ['lines', 'empty', 'notes', 'line', 'huge', 'errors'];
const tool = { description: 'Says it again.', input_schema: ECHO_SCHEMA };

await ensureBuilt();
const home = await GatewayHome.make(
  {
    providers: FLOODS.map((way) => ({
      name: way,
      family: 'mcp',
      base_url: `stdio:${way}`,
      secret: undefined,
      serves_responses: undefined,
      models: [{ id: 'echo', price: { currency: 'EUR', tool_call: '0.002' }, tool }],
    })),
    workloads: [{ name: 'default', tools: FLOODS.map((way) => `${way}/*`) }],
  },
  'http://127.0.0.1:9',
);
const gateway = await WatchedGateway.start(home, {
  GW_TOOL_COMMANDS: JSON.stringify(
    Object.fromEntries(FLOODS.map((way) => [way, { command: [process.execPath, program, way] }])),
  ),
});
afterAll(async () => {
  await gateway.process.stop();
  await home.remove();
});

it.each(FLOODS)(
  'a program that floods its output (%s) holds up nobody else',
  async (way) => {
    const call = async () => {
      const answer = await gateway.process.callTool(way);
      expect(answer.status, answer.text).toBe(200);
      return answer.text;
    };
    /** One that was ended rests before it is started again. */
    const flooded = () =>
      expect
        .poll(call, { interval: RESTS_MS, timeout: HANGS_MS })
        .not.toContain('is started again');
    await call(); // The gateway has run all that it takes.
    await gateway.longestTurnMs();
    await flooded();
    const [turnMs] = await gateway.longestTurnMs();
    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  },
  HANGS_MS,
);
