import type { AnswerProtection } from '#call';
import { aProtection } from '../../../../test/support/a-call.js';
import { AnswerGuard } from '../answers/answer-guard.js';
import { KnownValues } from '../answers/known-values.js';
import { activePolicy } from '../policy.js';

/** Looks through the answer to a request in which nothing was found. */
export const aGuard = (mode: Exclude<AnswerProtection, 'off'>): AnswerGuard =>
  new AnswerGuard({
    mode,
    policy: activePolicy(aProtection('tokenize'), 0),
    own: null,
    known: new KnownValues(),
    vault: null,
  });
