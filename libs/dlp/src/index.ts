/**
 * Data protection: finds personal data and the caller's own removal terms in a request, acts by the
 * workload's mode before anything leaves, and restores pseudonyms in the answer.
 *
 * Invariants: what later steps send is `inspection.request`, and what was found is out of it; found
 * values live only in a call's vault, never in an error, a log or the inspection; restoring what
 * was pseudonymised gives the same bytes again; the time to scan is linear in the text.
 *
 * It depends on no store and no network. An error in here fails the call, so nothing passes
 * uninspected.
 */
export { DlpModule } from './dlp.module.js';
export { ProtectionTrial, type Trial, type TrialOf } from './trial/protection-trial.js';
export { OperatorModel } from './scan/operator/operator-model.js';
export { findInjections } from './injection/find-injections.js';
export { DocumentFinder } from './documents/document-finder.js';
export { InspectInterceptor } from './inspect.interceptor.js';
