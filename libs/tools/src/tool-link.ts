import type { ToolMethod } from '#call';
import {
  Cancellation,
  failed,
  GatewayError,
  type Clock,
  type JsonDocument,
  type Secret,
} from '#kernel';
import { OutboundFault, VERSION, type AnswerMemory, type OutboundClient } from '#platform';
import {
  ASKS_NOTHING,
  CAPABILITIES_KEY,
  capabilitiesOf,
  CLIENT_KEY,
  LEGACY_VERSIONS,
  MODERN_VERSION,
  VERSION_KEY,
  writeHeaderValue,
  type ClientAsks,
} from '#wire';
import { ProcessEnded } from './commands/tool-process.js';
import type { ServerList } from './listed-kinds.js';
import { offeredMethods, type OfferedMethods } from './offered-methods.js';
import { readExchange, type Answered } from './read-exchange.js';

const HANDSHAKE_BYTES_MAX = 1_048_576; // Instructions for models may be long; a page of them is not.
const HANDSHAKE_MS_MAX = 10_000; // Two small answers; a server that is slower is down.
const CLIENT = { name: 'model-gateway', version: VERSION };
const NO_CAPABILITIES = {}; // Nobody is asked anything by a server of before.

/** Why a server was of no use, in a word. */
type Cause = 'connect' | 'credential' | 'handshake' | 'reset' | 'status' | 'body';

/** How a server is spoken to, as it was found out. */
type Era = ModernEra | LegacyEra;

interface ModernEra {
  readonly kind: 'modern';
  readonly offers: OfferedMethods;
}

interface LegacyEra {
  readonly kind: 'legacy';
  readonly offers: OfferedMethods;
  readonly version: string;
  /** Undefined where the server keeps none. */
  readonly session: string | undefined;
}

/** What opens a server. */
export interface ToolCredential {
  readonly secret: Secret;
  /** That it is sent in, as it is; null for a bearer. */
  readonly header: string | null;
}

export interface ToolRequest {
  readonly method: ToolMethod | ServerList | 'tools/list';
  /** The tool, the prompt or the resource, where one is meant. */
  readonly name?: string | undefined;
  /** JSON of an object. */
  readonly params: string;
  /** What may be asked of whom it is made for; nothing unless said. */
  readonly asks?: ClientAsks;
  /** Told of how far it has come, and the token that the server says it under; nobody wants to know where it is left out. */
  readonly hear?: ((note: JsonDocument, token: number) => void) | undefined;
  readonly bytesMax: number;
  readonly memory: AnswerMemory;
  readonly credential: ToolCredential | undefined;
  readonly ended: Cancellation;
  /** Called before the request itself goes out. */
  readonly noteSent?: () => void;
  /** Goes out with it; undefined where nobody traces the call. */
  readonly traceparent?: string | undefined;
}

type Asking = Pick<ToolRequest, 'credential' | 'ended' | 'traceparent'>;

const PROBED: ModernEra = { kind: 'modern', offers: null };

/** What a server is reached through. */
export type ToolDoor = Pick<OutboundClient, 'open'>;

/** The session was forgotten by its server: nothing was done. */
class SessionGone extends Error {}

/**
 * One tool server, over streamable HTTP or a program of this machine, in the revision that it speaks: asked once, and again when it has forgotten
 * the gateway. Requests go side by side.
 */
export class ToolLink {
  private era: Promise<Era> | undefined;
  private lastId = 0;

  constructor(
    private readonly door: ToolDoor,
    private readonly server: string,
    private readonly url: string,
    private readonly clock: Clock,
  ) {}

  /** @throws upstream_failed, and the reason of `ended` */
  async ask(request: ToolRequest): Promise<Answered> {
    const era = await this.eraFor(request);
    try {
      return await this.askIn(era, request);
    } catch (fault) {
      if (!(fault instanceof SessionGone)) throw fault;
    }
    this.era = undefined;
    return this.askIn(await this.eraFor(request), request).catch((fault: unknown) => {
      throw fault instanceof SessionGone ? this.fault('forgets its sessions at once') : fault;
    });
  }

  /**
   * What it says that it has beside tools: now, or when it shook hands, for one of before says it but then.
   * @throws as `ask`
   */
  async offers(asking: Asking): Promise<OfferedMethods> {
    const era = await this.eraFor(asking);
    return era.kind === 'legacy' ? era.offers : (await this.findOut(asking)).offers;
  }

  private askIn(era: Era, request: ToolRequest): Promise<Answered> {
    const { noteSent, ...asked } = request;
    noteSent?.();
    return this.exchange(asked, era);
  }

  /**
   * Found out once; a server that could not be asked is asked again by the next request. It has a time of its own: who
   * asked first may go while others wait for it.
   */
  private eraFor({ credential, ended }: Asking): Promise<Era> {
    if (!this.era) {
      const found = this.inTime(credential);
      this.era = found;
      found.catch(() => {
        if (this.era === found) this.era = undefined;
      });
    }
    return unlessEnded(this.era, ended);
  }

  private async inTime(credential: ToolCredential | undefined): Promise<Era> {
    const ended = new Cancellation();
    const alarm = this.clock.after(HANDSHAKE_MS_MAX, () =>
      ended.cancel(this.fault('did not shake hands in time', 'handshake')),
    );
    try {
      return await this.findOut({ credential, ended });
    } finally {
      alarm.cancel();
    }
  }

  /** A server of the newest revision says so; every other answer is one of before. */
  private async findOut(asking: Asking): Promise<Era> {
    const probe = {
      method: 'server/discover',
      params: '{}',
      bytesMax: HANDSHAKE_BYTES_MAX,
      ...asking,
    };
    try {
      const { answer } = await this.exchange(probe, PROBED);
      if (answer.kind === 'result')
        return { kind: 'modern', offers: offeredMethods(answer.result) };
    } catch (fault) {
      if (!(fault instanceof RefusedProbe)) throw fault;
    }
    return this.shakeHands(asking);
  }

  private async shakeHands(asking: Asking): Promise<LegacyEra> {
    const params = JSON.stringify({
      protocolVersion: LEGACY_VERSIONS[0],
      capabilities: NO_CAPABILITIES,
      clientInfo: CLIENT,
    });
    const opening: LegacyEra = { kind: 'legacy', offers: null, version: '', session: undefined };
    const asked = { method: 'initialize', params, bytesMax: HANDSHAKE_BYTES_MAX, ...asking };
    const { headers, answered } = await this.post(asked, opening, ++this.lastId);
    const { answer, document } = await answered;
    const said = /"protocolVersion"\s*:\s*"([0-9-]{10})"/.exec(document.text);
    if (answer.kind !== 'result' || !said)
      throw this.fault('speaks no revision of the protocol that is known here');
    const era: LegacyEra = {
      kind: 'legacy',
      offers: offeredMethods(answer.result),
      version: said[1] ?? '',
      session: headers['mcp-session-id'],
    };
    await this.notify('notifications/initialized', era, asking);
    return era;
  }

  private async exchange(asked: Asked, era: Era): Promise<Answered> {
    const id = ++this.lastId;
    // A server of before does not take a connection that ends for the end of the request.
    const stopListening =
      era.kind === 'legacy'
        ? asked.ended.onCancel(() => void this.tellCancelled(id, era, asked.credential))
        : undefined;
    try {
      return await (
        await this.post(asked, era, id)
      ).answered;
    } finally {
      stopListening?.();
    }
  }

  /** Whether it hears of it or not: nobody waits for its answer any more. */
  private async tellCancelled(
    requestId: number,
    era: Era,
    credential: ToolCredential | undefined,
  ): Promise<void> {
    const ended = new Cancellation();
    const alarm = this.clock.after(HANDSHAKE_MS_MAX, () =>
      ended.cancel(this.fault('did not take a notification in time')),
    );
    try {
      await this.notify('notifications/cancelled', era, { credential, ended }, { requestId });
    } catch {
      // It has gone; so has the call.
    } finally {
      alarm.cancel();
    }
  }

  private async post(asked: Asked, era: Era, id: number) {
    const { method, name, bytesMax, memory, ended, hear } = asked;
    const params = withMeta(asked, era, hear && id);
    const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
    const { status, headers, pieces } = await this.send(body, asked, {
      ...headersOf(era),
      ...(era.kind === 'modern' && {
        'mcp-method': method,
        ...(name !== undefined && { 'mcp-name': writeHeaderValue(name) }),
      }),
    });
    const type = headers['content-type'] ?? '';
    const exchange = {
      type,
      body: pieces,
      bytesMax,
      memory,
      server: this.server,
      hear: hear && ((note: JsonDocument) => hear(note, id)),
    };
    // Of some revisions an error of the protocol comes with a status of its own.
    const mayTell =
      status === 200 || (status >= 400 && status < 500 && type.startsWith('application/json'));
    if (era.kind === 'legacy' && era.session !== undefined && status === 404) {
      await drain(pieces);
      throw new SessionGone();
    }
    if (status === 401 || status === 403) {
      await drain(pieces);
      throw this.fault(
        "does not accept the gateway's credential. An administrator has to replace it",
        'credential',
        status,
      );
    }
    if (method === 'server/discover' && status >= 400 && status < 500) {
      await drain(pieces);
      throw new RefusedProbe();
    }
    if (!mayTell) {
      await drain(pieces);
      throw this.fault(
        status >= 300 && status < 400 ? REDIRECTS : `answered with the status ${status}`,
        'status',
        status,
      );
    }
    return { headers, answered: this.guarded(ended, readExchange(exchange, id)) };
  }

  private async notify(method: string, era: Era, asking: Asking, params?: object): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', method, params });
    const { pieces } = await this.send(body, asking, headersOf(era));
    await drain(pieces);
  }

  private send(
    body: string,
    { credential, ended, traceparent }: Asking,
    more: Readonly<Record<string, string>>,
  ) {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(credential && openedBy(credential)),
      ...(traceparent !== undefined && { traceparent }),
      ...more,
    };
    return this.guarded(ended, this.door.open({ url: this.url, headers, body }, ended));
  }

  /** Whoever ended it says why; what else went wrong is the server's, in words that quote nothing of it. */
  private async guarded<Result>(ended: Cancellation, work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (fault) {
      if (ended.reason) throw ended.reason;
      if (fault instanceof GatewayError) throw fault;
      if (fault instanceof OutboundFault) throw this.broken(fault, 'connect');
      if (fault instanceof ProcessEnded) throw this.broken(fault, 'reset');
      throw failed('upstream_failed', {
        message: `The tool server ${this.server} broke the connection.`,
        gw: { cause: 'reset' },
        cause: fault,
      });
    }
  }

  private broken({ message: why }: Error, cause: Cause): GatewayError {
    const message = `The tool server ${this.server}: ${why}.`;
    return failed('upstream_failed', { message, gw: { cause } });
  }

  /** @param what it does, as in `answered with the status 500` */
  private fault(what: string, cause: Cause = 'status', status?: number): GatewayError {
    const message = `The tool server ${this.server} ${what}.`;
    return failed('upstream_failed', { message, gw: { cause, status } });
  }
}

/** @throws the reason of `ended`, and what the work does */
function unlessEnded<Result>(work: Promise<Result>, ended: Cancellation): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stopListening = ended.onCancel(reject);
    work.then(resolve, reject).finally(stopListening);
  });
}

const REDIRECTS = 'answers with a redirect, which is not followed. Its address has to be set anew';

/** No word of the newest revision. */
class RefusedProbe extends Error {}

interface Asked extends Asking {
  readonly method: string;
  readonly name?: string | undefined;
  readonly params: string;
  readonly asks?: ClientAsks;
  readonly hear?: ToolRequest['hear'];
  readonly bytesMax: number;
  readonly memory?: AnswerMemory;
}

/** What a server of before is told there is the token alone. @param progressToken that news of it come under */
function withMeta(
  { params, asks = ASKS_NOTHING, traceparent }: Asked,
  { kind }: Era,
  progressToken: number | undefined,
): string {
  if (kind === 'legacy' && progressToken === undefined) return params;
  const meta = {
    progressToken,
    ...(kind === 'modern' && {
      [VERSION_KEY]: MODERN_VERSION,
      [CLIENT_KEY]: CLIENT,
      [CAPABILITIES_KEY]: capabilitiesOf(asks),
      traceparent,
    }),
  };
  return `${params.slice(0, -1)}${params === '{}' ? '' : ','}"_meta":${JSON.stringify(meta)}}`;
}

function headersOf(era: Era): Readonly<Record<string, string>> {
  if (era.kind === 'modern') return { 'mcp-protocol-version': MODERN_VERSION };
  return {
    ...(era.version !== '' && { 'mcp-protocol-version': era.version }),
    ...(era.session !== undefined && { 'mcp-session-id': era.session }),
  };
}

const openedBy = ({ secret, header }: ToolCredential): Readonly<Record<string, string>> =>
  header === null
    ? { authorization: `Bearer ${secret.reveal()}` }
    : { [header.toLowerCase()]: secret.reveal() };

const DRAINED_BYTES_MAX = 65_536;

/** Read so far that the connection can be used again; whoever sends more loses it. */
async function drain(pieces: AsyncIterable<Buffer>): Promise<void> {
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > DRAINED_BYTES_MAX) return;
    }
  } catch {
    // The status has come, and nothing else was wanted.
  }
}
