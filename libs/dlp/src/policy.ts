import type { Inspection, ProtectionMode } from '#call';
import type { Finding } from './kinds.js';

/** What happens to one finding. `log` leaves the text as it is. */
export type Action = 'log' | 'mask' | 'tokenize' | 'block';

const ACTION_OF: Readonly<Record<ProtectionMode, Action>> = {
  allow_log: 'log',
  mask: 'mask',
  tokenize: 'tokenize',
  block: 'block',
};

/** The caller asked for a term to be taken out, whatever the mode; naming it is not an offence. */
export const actionOf = (mode: ProtectionMode, finding: Finding): Action =>
  finding.kind === 'removal_term' ? 'tokenize' : ACTION_OF[mode];

/** The one word for the audit entry: the least reversible thing that was done to the text. */
export function summaryOf(actions: ReadonlySet<Action>): Inspection['action'] {
  if (actions.has('block')) return 'blocked';
  if (actions.has('mask')) return 'masked';
  if (actions.has('tokenize')) return 'tokenized';
  return actions.has('log') ? 'logged' : 'none';
}
