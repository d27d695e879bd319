import { describe, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { InstanceSecrets, Vault } from '#platform';
import { aCall, aWorkload } from '../../../test/support/a-call.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { RequestStates, type StatePlace } from './request-states.js';

const STATE = 'step=1;of=the server';
const HOUR_MS = 3_600_000;

function aScene() {
  const clock = new FakeClock();
  const secrets = new InstanceSecrets(Buffer.alloc(32, 1));
  const states = new RequestStates(new Vault(secrets, new SystemEntropy()), clock);
  return { clock, states };
}

const { principal } = aCall();
const place = (change: Partial<StatePlace> = {}): StatePlace => ({
  principal,
  server: 'office',
  address: 'https://tools.example.com/mcp',
  method: 'tools/call',
  target: 'echo',
  ...change,
});
const refused = expect.objectContaining({ key: 'mcp_state_invalid' });

describe('a state under the seal', () => {
  it('opens as what it was, whatever stands in it', () => {
    const { states } = aScene();
    for (const state of [STATE, '', ' ', 'ä😀\u0000']) {
      expect(states.open(place(), states.seal(place(), state) ?? '')).toBe(state);
    }
  });

  it('lasts an hour', () => {
    const { states, clock } = aScene();
    const sealed = states.seal(place(), STATE) ?? '';
    clock.advance(HOUR_MS);
    expect(states.open(place(), sealed)).toBe(STATE);
    clock.advance(1);
    expect(() => states.open(place(), sealed)).toThrow(refused);
  });

  it.each<[string, Partial<StatePlace>]>([
    ['workload', { principal: aCall({ workload: aWorkload() }).principal }],
    ['server', { server: 'lab' }],
    ['address under its name', { address: 'https://elsewhere.example.com/mcp' }],
    ['tool', { target: 'add' }],
    ['method', { method: 'prompts/get' }],
  ])('opens for no other %s', (_what, change) => {
    const { states } = aScene();
    const sealed = states.seal(place(), STATE) ?? '';
    expect(() => states.open(place(change), sealed)).toThrow(refused);
  });

  it('is none of more than a caller should carry', () => {
    const { states } = aScene();
    expect(states.seal(place(), 'x'.repeat(65_536))).toBeDefined();
    expect(states.seal(place(), 'x'.repeat(65_537))).toBeUndefined();
    const widest = states.seal(place(), '\u{ffff}'.repeat(65_536)) ?? '';
    expect(states.open(place(), widest)).toHaveLength(65_536);
  });
});
