import { Clock } from './clock.js';
import { Entropy } from './entropy.js';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** UUIDv7, lower case: the request id, the audit id and the ledger id of one call. */
export type CallId = Branded<'CallId'>;
export type OrganisationId = Branded<'OrganisationId'>;
export type WorkloadId = Branded<'WorkloadId'>;

/** Time-ordered ids (RFC 9562, version 7): 48 bits of milliseconds, 74 random bits. */
export class Ids {
  constructor(
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  callId(): CallId {
    return uuidV7(this.clock.nowMs(), this.entropy.bytes(10)) as CallId;
  }

  organisationId(): OrganisationId {
    return uuidV7(this.clock.nowMs(), this.entropy.bytes(10)) as OrganisationId;
  }

  /** Of anything else that is kept. */
  id(): string {
    return uuidV7(this.clock.nowMs(), this.entropy.bytes(10));
  }

  workloadId(): WorkloadId {
    return uuidV7(this.clock.nowMs(), this.entropy.bytes(10)) as WorkloadId;
  }
}

/** @param random 10 bytes; 74 of the 80 bits are used. */
export function uuidV7(ms: number, random: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0');
  const rest = Buffer.from(random.buffer, random.byteOffset, 10).toString('hex');
  const variant = ((Number.parseInt(rest.charAt(3), 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}

/** Milliseconds since the epoch that a UUIDv7 was made at. */
export const uuidV7Ms = (id: string): number =>
  Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
