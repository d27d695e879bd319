/**
 * One way through. `pipeline.ts` is the file to read first: Inspect → Route → Seal → Meter →
 * dispatch. Whatever happens on the way, the interceptors that were entered are left in reverse,
 * once: money is settled and the call is recorded even when its caller is long gone.
 */
export { Settling } from './settling.js';
export { OpenCalls } from './open-calls.js';
export type { Answer, AnswerBody } from './passage.js';
export { Pipeline } from './pipeline.js';
export { PipelineModule } from './pipeline.module.js';
export { Refusals } from './refusals.js';
