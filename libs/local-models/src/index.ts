/**
 * Models that operators bring and that run on this machine: their files are checked, they run in processes
 * of their own, and nobody waits for them without end.
 *
 * Invariants: what was hashed is what runs; the gateway never loads the runtime; each process does one job at a
 * time on one core, and what waits is bounded; texts are kept nowhere and are in no error.
 *
 * At the start an unusable model is an error that says what to do. Later a dead process is started anew, ever
 * more slowly, and meanwhile jobs are turned away at once: who asks goes on without the model.
 */
export { ClassifierProcesses } from './classifier/classifier-processes.js';
export type { ModelLoad } from './processes/model-processes.js';
export type { FoundSpan } from './classifier/found-span.js';
export type {
  QuestionJob,
  QuestionResult,
  RouterJob,
  RouterResult,
  TypedJob,
  TypedKind,
} from './typed/jobs.js';
export { importTypedModel, type OperatorsModel } from './typed/import/import-typed-model.js';
export { TypedModelProcesses, type Timed, type TypedFacts } from './typed/typed-model-processes.js';
export { UnusableLocalModel } from './unusable-local-model.js';
