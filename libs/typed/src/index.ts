/**
 * Typed models of this machine: who asks them, how much they take on, and what is answered in their name.
 *
 * Invariants: what answers was verified, and says its revision; nothing ever answers in its place. Whoever
 * cannot be answered in time is told at once, and nothing is billed. Routing keeps places of its own.
 *
 * A model that is missing or was changed costs its own answers alone: the gateway serves everything else.
 */
export { TypedDispatcher } from './typed.dispatcher.js';
export { RouterJudge } from './router-judge.js';
export { SHIPPED_MODELS, TypedModels, type TypedModelState } from './typed-models.js';
export { TypedModule } from './typed.module.js';
