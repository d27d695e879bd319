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
export { listModels, type ListedModel } from './list-models.js';
export { RouteInterceptor } from './route.interceptor.js';
export { RoutingModule } from './routing.module.js';
export { withProvider } from './with-provider.js';
