/**
 * What a workload is for: calls outside of it are flagged or refused.
 *
 * Invariants: what is judged is what the model would see, after data protection; in `block` a call without a
 * verdict does not pass; a judge's own call is not judged; judged text is kept nowhere.
 */
export { ScopeInterceptor } from './scope.interceptor.js';
export { ScopeModule } from './scope.module.js';
