import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { Clock } from '#kernel';
import { isTrusted, NOT_PUBLIC, outboundFault, type TrustedHosts } from './outbound-rules.js';
import { isPublicAddress } from './public-address.js';

const WHOLE_MS_MAX = 10_000; // From looking the name up to the end of the answer.
const CONNECT_MS_MAX = 5_000;
const ANSWER_BYTES_MAX = 65_536; // Nothing of an answer is of use but its status.

/** All addresses of a name. */
export type Resolve = (
  host: string,
  done: (fault: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why nothing was sent, or no answer came. Never holds what the other side said. */
export class OutboundFault extends Error {}

/**
 * Sends to addresses that somebody else than the operator has set. Such an address must not reach what
 * only this machine can: each connection goes to an address that was checked, of a name that was looked
 * up once for it, so that a name which is another host a moment later is of no use. Redirects are not
 * followed, and no cookie, credential or proxy of this machine's is ever used.
 */
@Injectable()
export class OutboundClient implements OnModuleDestroy {
  private readonly checked: Agent;
  private readonly trusting: Agent;

  constructor(
    private readonly trusted: TrustedHosts,
    private readonly clock: Clock,
    resolve: Resolve = resolveAll,
  ) {
    const agentWith = (connect: { readonly lookup?: LookupFunction }) =>
      new Agent({ connect: { timeout: CONNECT_MS_MAX, ...connect }, pipelining: 1 });
    this.checked = agentWith({ lookup: checkedLookup(resolve) });
    this.trusting = agentWith({});
  }

  /** @returns the status, whatever it is @throws OutboundFault */
  async post({ url: address, headers, body }: OutboundRequest): Promise<number> {
    const fault = outboundFault(address, this.trusted);
    if (fault !== undefined) throw new OutboundFault(fault);
    const over = new AbortController();
    const alarm = this.clock.after(WHOLE_MS_MAX, () => over.abort());
    try {
      const dispatcher = isTrusted(new URL(address), this.trusted) ? this.trusting : this.checked;
      const answer = await request(address, {
        dispatcher,
        method: 'POST',
        headers,
        body,
        signal: over.signal,
      });
      await discard(answer.body);
      return answer.statusCode;
    } catch (cause) {
      if (cause instanceof OutboundFault) throw cause;
      throw new OutboundFault(reasonOf(cause, over.signal.aborted), { cause });
    } finally {
      alarm.cancel();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.checked.destroy(), this.trusting.destroy()]);
  }
}

/**
 * Looks a name up for one connection. One address of it that is not public refuses all of them: which
 * of them is connected to is not for the name's owner to choose.
 */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host, (fault, addresses) => {
      const [first] = addresses;
      if (fault) done(fault, [], 0);
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        done(new OutboundFault(NOT_PUBLIC), [], 0);
      } else if (options.all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

const resolveAll: Resolve = (host, done) => lookup(host, { all: true }, done);

async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  await body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined); // The status has come.
}

function reasonOf(cause: unknown, isLate: boolean): string {
  if (isLate) return 'it did not answer in time';
  const { code } = cause as { readonly code?: unknown };
  return `it could not be reached${typeof code === 'string' ? ` (${code})` : ''}`;
}
