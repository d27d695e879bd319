import type { Secret } from '#kernel';

/** A kind of secret that opens nothing itself, and is exchanged for an access token that does. */
export interface SecretExchange {
  /** Where, unless the settings say otherwise. */
  readonly tokenUrl: string;
  /** What is wrong with a secret; undefined for one that can be used. Quotes nothing of it. */
  faultOf(secret: Secret): string | undefined;
  /**
   * What a token endpoint takes for a token, as a form; undefined for a secret that cannot be used.
   * @param audience the address of that endpoint
   */
  formOf(secret: Secret, audience: string, nowMs: number): string | undefined;
}
