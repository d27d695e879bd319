import { Injectable } from '@nestjs/common';
import type { Principal } from '#call';
import { Clock, refuse } from '#kernel';
import { Vault } from '#platform';

const STATE_MS = 3_600_000; // Somebody may have to look something up; what takes longer is begun anew.
const STATE_CHARS_MAX = 65_536; // It travels with each request. A server with more keeps it itself.
const SEALED_CHARS_MAX = 2 * STATE_CHARS_MAX * 3; // As UTF-8 and base64, with what stands around it.

/** Whose state it is, and of what: it opens for nothing else. */
export interface StatePlace {
  readonly principal: Principal;
  readonly server: string;
  /** Where the server stands: another one under its name is another server. */
  readonly address: string;
  /** What was asked of it, as `tools/call` and the name of the tool. */
  readonly method: string;
  readonly target: string;
}

/**
 * What a server keeps with its caller while it waits for more. Callers are shown it under a seal of the gateway's alone: no caller
 * can read or make one, and none is of use to another workload, for another tool, or after an hour.
 */
@Injectable()
export class RequestStates {
  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Undefined where the server keeps too much. */
  seal(place: StatePlace, state: string): string | undefined {
    if (state.length > STATE_CHARS_MAX) return undefined;
    const until = this.clock.nowMs() + STATE_MS;
    const text = `${until} ${state}`;
    return this.vault.seal(purposeOf(place), ownerOf(place), text).toString('base64url');
  }

  /** @throws mcp_state_invalid */
  open(place: StatePlace, sealed: string): string {
    const text = sealed.length <= SEALED_CHARS_MAX ? this.opened(place, sealed) : undefined;
    const end = text?.indexOf(' ') ?? 0;
    if (text === undefined || Number(text.slice(0, end)) < this.clock.nowMs()) {
      throw refuse('mcp_state_invalid', { param: 'params.requestState' });
    }
    return text.slice(end + 1);
  }

  private opened(place: StatePlace, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Other letters are skipped by the decoder: what was not written here is none of ours, whatever it decodes to.
    if (bytes.toString('base64url') !== sealed) return undefined;
    try {
      return this.vault.open(purposeOf(place), ownerOf(place), bytes);
    } catch {
      return undefined;
    }
  }
}

/** A key for each workload, so that no number of states wears one out. */
const purposeOf = ({ principal }: StatePlace): string => `tool-state/${principal.workload.id}`;

const ownerOf = ({ principal, server, address, method, target }: StatePlace): string =>
  JSON.stringify([
    principal.organisation.id,
    principal.workload.id,
    server,
    address,
    method,
    target,
  ]);
