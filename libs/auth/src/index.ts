/**
 * Who is calling. A key that the store does not know is 401; a store that cannot be read is 503,
 * never 401. A revoked key is refused everywhere within two seconds. A flood costs nothing: neither of
 * unknown keys, nor of requests beyond a workload's rate.
 */
export { AuthModule } from './auth.module.js';
export { Authenticator } from './authenticator.js';
export { RequestRate } from './request-rate.js';
