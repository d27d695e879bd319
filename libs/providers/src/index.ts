/**
 * Model providers: one folder a family, the connections, retries, and the health of every endpoint.
 *
 * Invariants: what is sent is built from the inspected body; a request that may have arrived is
 * never sent twice; after the first byte of an answer nothing is retried; a secret is fetched when a
 * request is written, and lives no longer. A failing provider is data until the attempts are spent,
 * then one error that names each attempt.
 */
export { BackgroundProbe } from './background-probe.js';
export { BatchInputs } from './batches/batch-inputs.js';
export { BatchProbe } from './batches/batch-probe.js';
export { AnswerTexts } from './translation/answer-texts.js';
export { familyFacts, type FamilyFacts } from './family-facts.js';
export { FAMILIES, secretFaultOf } from './family-names.js';
export { markedIn } from './prompt-cache.js';
export { knownRules } from './models/find-rules.js';
export type { ModelRules } from './models/model-rules.js';
export { isObjectId } from './object-id.js';
export { ProviderDispatcher } from './provider.dispatcher.js';
export { ProviderTest, type ProviderReport } from './provider-test.js';
export { Breaker } from './health/breaker.js';
export { ProviderHealth } from './health/provider-health.js';
export { SharedBreakers } from './health/shared-breakers.js';
export { Repairs } from './repairs/repairs.js';
export { servesOperation, speaksFormat } from './served.js';
export { ProvidersModule } from './providers.module.js';
export { filesTaken } from './files-taken.js';
