/**
 * Which endpoint serves a call: aliases, allow-lists, and the health of providers.
 *
 * Invariants: a name that is pinned never leaves its provider; a model outside a non-empty
 * allow-list is refused before anything is held or sent.
 */
export {
  explainRoute,
  type ExplainedCandidate,
  type RouteExplanation,
  type RouteRequest,
} from './explain-route.js';
export { catalogueOf, type CatalogueModel } from './catalogue.js';
export { replayAuto, type PastCall, type Replay } from './auto/replay-auto.js';
export { affectedTraffic, type AffectedTraffic } from './residency/affected-traffic.js';
export { LISTED_OPERATIONS, type ListedFor, type ListedModel } from './list-models.js';
export { ReachableModels } from './reachable-models.js';
export { KnownTargets } from './known-targets.js';
export { isReadHere } from './read-here.js';
export { RouteInterceptor } from './route.interceptor.js';
export { RoutingModule } from './routing.module.js';
export { decisionKindOf, takesTools } from './resolve-model.js';
export { withProvider } from './with-provider.js';
