import { expect, it } from 'vitest';
import type { Charge } from '#call';
import { refuse } from '#kernel';
import { loadConfig } from '#platform';
import { NO_USAGE } from '#wire';
import { aCall, anEndpoint, anOutcome } from '../../../../test/support/a-call.js';
import { CallMetrics } from './call-metrics.js';
import { Metrics } from './metrics.js';

function aCounter(env: Record<string, string> = {}) {
  const metrics = new Metrics();
  const calls = new CallMetrics(metrics, loadConfig(env));
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
  calls.refused(aCall(), refuse('budget_reached', { gw: { limit: { counter: 'budget' } } }));
  expect(await samples()).toEqual(
    expect.arrayContaining([
      'gw_requests_total{surface="chat",status="502",decision="served"} 1',
      'gw_requests_total{surface="chat",status="402",decision="refused"} 1',
      'gw_refusals_total{reason="budget_reached",cause="budget"} 1',
    ]),
  );
});

it('tells why calls fail, who came without a key, and what was found', async () => {
  const { calls, samples } = aCounter();
  const endpoint = anEndpoint({ name: 'acme' });
  const inspected = aCall().inspection;
  const inspection = { ...inspected, findings: { email: 2, iban: 1 }, action: 'masked' } as const;
  const error = refuse('upstream_failed', { gw: { cause: 'timeout' } });
  const call = { ...aCall(), inspection };
  const inAnswer = { kind: 'jwt', subtype: null, action: 'block', place: 'answer.text', count: 3 };
  calls.ended(call, anOutcome({ endpoint, error, status: 502, found: [inAnswer] }));
  calls.unauthenticated('key_unknown');
  expect(await samples()).toEqual(
    expect.arrayContaining([
      'gw_failures_total{provider="acme",reason="upstream_failed",cause="timeout"} 1',
      'gw_unauthenticated_total{reason="key_unknown"} 1',
      'gw_findings_total{kind="email",action="masked"} 2',
      'gw_findings_total{kind="iban",action="masked"} 1',
      'gw_findings_total{kind="jwt",action="blocked"} 3',
    ]),
  );
});

it('tells what each workload spends only where it is asked to', async () => {
  const spent = async (env: Record<string, string>) => {
    const { calls, samples } = aCounter(env);
    calls.ended(aCall(), anOutcome({ charge: aCharge('EUR', 7n) }));
    return (await samples()).filter((line) => line.startsWith('gw_workload_cost_nano_total{'));
  };
  expect(await spent({})).toEqual([]);
  expect(await spent({ GW_METRICS_BY_WORKLOAD: 'true' })).toEqual([
    expect.stringMatching(
      /^gw_workload_cost_nano_total\{organisation=".+",workload=".+",currency="EUR"\} 7$/,
    ),
  ]);
});

it('tells of the process and of what runs', async () => {
  const { samples } = aCounter();
  const all = (await samples()).join('\n');
  expect(all).toMatch(/^gw_build_info\{version="\d[^"]*",node="v24[^"]*"\} 1$/m);
  expect(all).toMatch(/^process_resident_memory_bytes \d/m);
  expect(all).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
});
