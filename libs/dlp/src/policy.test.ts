import type { KindRule, ProtectionMode, ProtectionPolicy } from '#call';
import { describe, expect, it } from 'vitest';
import { aProtection } from '../../../test/support/a-call.js';
import { findingOf } from './kinds.js';
import { activePolicy } from './policy.js';

const TEXT = 'Me@Acme.EU, and so on'.padEnd(40);
const NOW = Date.UTC(2026, 10, 23);
const EMAIL = findingOf('email', 0, 10, { score: 0.95, evidence: 'shape' });
const IMEI = findingOf('imei', 0, 15, { score: 0.2, evidence: 'checksum' });
const TERM = findingOf('removal_term', 0, 4, { score: 1, evidence: 'term' });

const decide = (change: Partial<ProtectionPolicy>, finding = EMAIL) =>
  activePolicy({ ...aProtection('tokenize'), ...change }, NOW).decide(finding, TEXT);

const rules = (...named: [string, KindRule][]): Partial<ProtectionPolicy> => ({
  rules: new Map(named),
});

describe('what a policy does about a finding', () => {
  it.each<[ProtectionMode, string]>([
    ['allow_log', 'log'],
    ['mask', 'mask'],
    ['tokenize', 'tokenize'],
    ['block', 'block'],
  ])('is what the mode %s says', (mode, action) => {
    expect(decide({ mode })).toMatchObject({ kind: 'email', action, fate: action });
  });

  it('is nothing where it is less sure than asked for', () => {
    expect(decide({}, IMEI)).toBeNull();
    expect(decide({ scoreMin: 0.2 }, IMEI)).toMatchObject({ action: 'tokenize' });
    expect(decide(rules(['imei', { scoreMin: 0.1 }]), IMEI)).toMatchObject({ kind: 'imei' });
    expect(decide(rules(['email', { scoreMin: 0.96 }]))).toBeNull();
  });

  it('is what the most precise name says, member by member', () => {
    const of = rules(
      ['contact', { action: 'block', scoreMin: 0.1 }],
      ['email', { action: 'mask' }],
    );
    expect(decide(of)).toMatchObject({ action: 'mask' });
    expect(decide(of, { ...EMAIL, score: 0.2 })).toMatchObject({ action: 'mask' });
    expect(decide(rules(['contact', { isEnabled: false }]))).toBeNull();
    expect(
      decide(rules(['pl_pesel', { action: 'block' }]), { ...IMEI, score: 1, subtype: 'pl_pesel' }),
    ).toMatchObject({ action: 'block' });
  });

  it('is nothing but counted while the policy observes, and the log says what would have been', () => {
    expect(decide({ mode: 'block', isObserving: true })).toMatchObject({
      action: 'log',
      fate: 'would_block',
    });
    expect(decide({ mode: 'allow_log', isObserving: true })).toMatchObject({ fate: 'log' });
  });

  it('is nothing while an exception lasts, and what it was once it has ended', () => {
    const lasting = (untilMs: number) => ({
      exceptions: [{ kinds: ['contact'], reason: 'support answers customers', untilMs }],
    });
    expect(decide(lasting(NOW + 1))).toMatchObject({ action: 'log', fate: 'excepted' });
    expect(decide(lasting(NOW))).toMatchObject({ action: 'tokenize', fate: 'tokenize' });
  });

  it('is nothing where the value is allowed, however it is spelled', () => {
    expect(decide({ allowed: ['me@acme.eu'] })).toBeNull();
    expect(decide({ allowed: ['you@acme.eu', 'acme.eu'] })).toMatchObject({ action: 'tokenize' });
    expect(decide({ allowed: ['Me@A'] }, TERM)).toMatchObject({ action: 'tokenize' });
  });

  it('is the wish of the caller where the caller named a term, whatever else is said', () => {
    const change = { mode: 'block', isObserving: true } as const;
    expect(decide(change, TERM)).toMatchObject({ action: 'tokenize', fate: 'tokenize' });
  });

  it('wants names as long as one kind of them is on', () => {
    const wantsNames = (change: Partial<ProtectionPolicy>) =>
      activePolicy({ ...aProtection('mask'), ...change }, NOW).wantsNames;
    const off = { isEnabled: false };
    expect(wantsNames({})).toBe(true);
    expect(wantsNames(rules(['person_name', off]))).toBe(false);
    expect(wantsNames(rules(['person', off], ['location', { isEnabled: true }]))).toBe(true);
  });

  it('lets pass what nobody can read where it only observes', () => {
    const isProtective = (change: Partial<ProtectionPolicy>) =>
      activePolicy({ ...aProtection('mask'), ...change }, NOW).isProtective;
    expect(isProtective({})).toBe(true);
    expect(isProtective({ isObserving: true })).toBe(false);
    expect(isProtective({ mode: 'allow_log' })).toBe(false);
  });
});
