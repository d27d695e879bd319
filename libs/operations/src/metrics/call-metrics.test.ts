import { expect, it } from 'vitest';
import type { Charge } from '#call';
import { refuse } from '#kernel';
import { NO_USAGE } from '#wire';
import { aCall, anEndpoint, anOutcome } from '../../../../test/support/a-call.js';
import { CallMetrics } from './call-metrics.js';
import { Metrics } from './metrics.js';

function aCounter() {
  const metrics = new Metrics();
  const calls = new CallMetrics(metrics);
  const samples = async () => (await metrics.registry.metrics()).split('\n');
  return { calls, samples };
}

const aCharge = (currency: string, nano: bigint, overrunNano = 0n): Charge => ({
  kind: 'settle',
  usage: { ...NO_USAGE, inputTotal: 3, outputTotal: 5 },
  usageSource: 'provider',
  nano,
  holdNano: nano - overrunNano,
  overrunNano,
  priceVersion: 1,
  currency,
  basis: 'usage',
});

it('never adds amounts of different currencies', async () => {
  const { calls, samples } = aCounter();
  const endpoint = anEndpoint({ name: 'acme' });
  for (const charge of [aCharge('EUR', 7n, 2n), aCharge('JPY', 900n, 100n), aCharge('EUR', 4n)]) {
    calls.ended(aCall(), anOutcome({ endpoint, charge }));
  }
  expect(await samples()).toEqual(
    expect.arrayContaining([
      'gw_cost_nano_total{provider="acme",currency="EUR"} 11',
      'gw_cost_nano_total{provider="acme",currency="JPY"} 900',
      'gw_budget_overrun_nano_total{currency="EUR"} 2',
      'gw_budget_overrun_nano_total{currency="JPY"} 100',
      'gw_tokens_total{provider="acme",type="out"} 15',
    ]),
  );
});

it('tells served calls from refused ones', async () => {
  const { calls, samples } = aCounter();
  calls.ended(aCall(), anOutcome({ status: 502 }));
  calls.refused(aCall(), refuse('budget_reached'));
  expect(await samples()).toEqual(
    expect.arrayContaining([
      'gw_requests_total{surface="chat",status="502",decision="served"} 1',
      'gw_requests_total{surface="chat",status="402",decision="refused"} 1',
      'gw_refusals_total{reason="budget_reached"} 1',
    ]),
  );
});
