/**
 * Types of the Console API, shared by the API and the Console so that both hold one definition.
 * Types only: the Console imports this lib and no other.
 */
export interface Readiness {
  readonly status: 'ready' | 'unready';
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
  readonly version: string;
}
