import type { Model, Provider } from './settings.js';

/** One place that may serve a call. */
export interface Endpoint {
  readonly provider: Provider;
  /** Null on paths that name no model. */
  readonly model: Model | null;
}
