import type { Schemas } from '../../api/client';

export type Provider = Schemas['ProviderStateView'];
export type Family = Schemas['FamilyView'];
export type TestReport = Schemas['ProviderTestView'];

/** Its providers are tool servers: what they serve are tools that were approved, not models. */
export const TOOL_FAMILY = 'mcp';

export const PROVIDERS = '/admin/v1/providers';
export const PROVIDER = '/admin/v1/providers/{id}';

export type Verdict = 'works' | 'reached' | 'refused' | 'unreached' | 'odd';
export const TONES = {
  works: 'good',
  reached: 'info',
  refused: 'bad',
  unreached: 'bad',
  odd: 'warn',
} as const;

/** What a test says in a word. What could not be checked is no fault. */
export function verdictOf(test: TestReport): Verdict {
  if (test.authenticated === false) return 'refused';
  if (!test.reachable && !test.not_checked.includes('reachability')) return 'unreached';
  if (test.fault !== null) return 'odd';
  return test.authenticated === true && test.models_seen !== null ? 'works' : 'reached';
}
