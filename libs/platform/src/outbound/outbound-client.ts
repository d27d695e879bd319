import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent, request, type Dispatcher } from 'undici';
import { Clock, type Cancellation } from '#kernel';
import { isTrusted, NOT_PUBLIC, outboundFault, type TrustedHosts } from './outbound-rules.js';
import { isPublicAddress } from './public-address.js';

const WHOLE_MS_MAX = 10_000; // From looking the name up to the end of the answer.
const CONNECT_MS_MAX = 5_000;
const FETCHED_BYTES_MAX = 1_048_576; // The keys and the description of an identity provider.
const ANSWER_BYTES_MAX = 65_536; // Nothing of an answer is of use but its status.

/** All addresses of a name; none of one that could not be looked up. */
export type Resolve = (
  host: string,
  done: (
    fault: NodeJS.ErrnoException | null,
    addresses: readonly LookupAddress[] | undefined,
  ) => void,
) => void;

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutboundFetch {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
}

/** Whoever got it reads it to its end, or leaves it, which closes the connection. */
export interface OpenAnswer {
  readonly status: number;
  /** The first of each name, in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<Buffer>;
}

type Work<Result> = (dispatcher: Agent, signal: AbortSignal) => Promise<Result>;

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
    return this.send(address, async (dispatcher, signal) => {
      const answer = await request(address, { dispatcher, method: 'POST', headers, body, signal });
      await discard(answer.body);
      return answer.statusCode;
    });
  }

  /**
   * For libraries that want a `fetch`: an answer of at most 1 MiB, whole when this resolves.
   * @throws OutboundFault
   */
  async fetch(address: string, init: OutboundFetch): Promise<Response> {
    return this.send(address, async (dispatcher, signal) => {
      const { method = 'GET', headers, body = null } = init;
      const answer = await request(address, {
        dispatcher,
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: body === null ? null : String(body as string | URLSearchParams),
        signal,
      });
      const text = await whole(answer.body);
      const type = answer.headers['content-type'];
      return new Response(answer.statusCode === 204 ? null : text, {
        status: answer.statusCode,
        headers: typeof type === 'string' ? { 'content-type': type } : {},
      });
    });
  }

  /**
   * An answer as it comes, for as long as its reader wants it. A redirect is an answer like any other.
   * @throws OutboundFault
   */
  async open(
    { url: address, headers, body }: OutboundRequest,
    ended: Cancellation,
  ): Promise<OpenAnswer> {
    const over = new AbortController();
    const stopListening = ended.onCancel(() => over.abort());
    try {
      return await this.reach(address, over.signal, async (dispatcher, signal) => {
        const answer = await request(address, {
          dispatcher,
          method: 'POST',
          headers,
          body,
          signal,
          // Whoever asked has a deadline of its own.
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        return {
          status: answer.statusCode,
          headers: plainHeaders(answer.headers),
          pieces: piecesOf(answer.body, stopListening),
        };
      });
    } catch (fault) {
      stopListening();
      throw fault;
    }
  }

  private agentFor(address: string): Agent {
    return isTrusted(new URL(address), this.trusted) ? this.trusting : this.checked;
  }

  /** What is over, answer and all, within ten seconds. */
  private async send<Result>(address: string, work: Work<Result>): Promise<Result> {
    const over = new AbortController();
    const alarm = this.clock.after(WHOLE_MS_MAX, () => over.abort());
    try {
      return await this.reach(address, over.signal, work);
    } finally {
      alarm.cancel();
    }
  }

  private async reach<Result>(
    address: string,
    signal: AbortSignal,
    work: Work<Result>,
  ): Promise<Result> {
    const fault = outboundFault(address, this.trusted);
    if (fault !== undefined) throw new OutboundFault(fault);
    try {
      return await work(this.agentFor(address), signal);
    } catch (cause) {
      if (cause instanceof OutboundFault) throw cause;
      throw new OutboundFault(reasonOf(cause, signal.aborted), { cause });
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
    resolve(host, (fault, addresses = []) => {
      const [first] = addresses;
      if (fault) done(fault, [], 0);
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        done(new OutboundFault(NOT_PUBLIC), [], 0);
      } else if (options.all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

function plainHeaders(
  headers: Dispatcher.ResponseData['headers'],
): Readonly<Record<string, string>> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) plain[name] = first;
  }
  return plain;
}

async function* piecesOf(
  body: Dispatcher.ResponseData['body'],
  stopListening: () => void,
): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } finally {
    stopListening();
  }
}

const resolveAll: Resolve = (host, done) => lookup(host, { all: true }, done);

async function whole(body: Dispatcher.ResponseData['body']): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FETCHED_BYTES_MAX) throw new OutboundFault('its answer is too long');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  await body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined); // The status has come.
}

function reasonOf(cause: unknown, isLate: boolean): string {
  if (isLate) return 'it did not answer in time';
  const { code } = cause as { readonly code?: unknown };
  return `it could not be reached${typeof code === 'string' ? ` (${code})` : ''}`;
}
