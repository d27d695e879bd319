/**
 * The sandbox provider: a real HTTP server in the OpenAI format that answers by itself. It is a
 * newcomer's first model and what tests and benches dial, so it is deterministic, validates as
 * strictly as the provider it imitates, and breaks in every scripted way (see faults/fault.ts).
 * It keeps nothing beyond its process and a bound of its memory (see limits.ts), and logs nothing.
 *
 * Besides /v1 it has a control side, for tests: `POST /_script {"script": ["status=429", "ok"]}`
 * queues faults for the next POST requests, `DELETE /_script` drops them; `GET /_requests` shows
 * what arrived, `DELETE /_requests` forgets it; `GET /_open` counts the requests in flight.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock, type Clock } from '#kernel';
import { createControl } from './control/control.js';
import { RequestLog } from './control/request-log.js';
import { FaultQueue } from './faults/fault-queue.js';
import { NO_FAULT, parseFault, type Fault } from './faults/fault.js';
import { faultyError } from './faults/faulty-error.js';
import { json, type Answer } from './http/answer.js';
import { deliver, goneSignal, sendWhole } from './http/deliver.js';
import { modelOf, parseBody, readBody } from './http/read-request.js';
import { KEEP_ALIVE_MS, REQUEST_RECEIVE_MS_MAX } from './limits.js';
import { faultScriptOf } from './models.js';
import { ProviderError, unauthenticated } from './provider-error.js';
import { createRoutes } from './routes.js';

export interface SandboxOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly clock?: Clock;
  /** The one bearer token that is accepted; without it, any is. */
  readonly apiKey?: string | undefined;
  /** False for a gateway's own sandbox, which has no key to send. */
  readonly needsKey?: boolean;
  /** False closes the control side and keeps no request: for a gateway in real use. */
  readonly hasControl?: boolean;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** Stops listening and drops every connection, scripted stalls included. */
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_RECEIVE_MS_MAX,
    noDelay: true,
  });
  server.on('request', createListener(options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port, address, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createListener({
  clock = new SystemClock(),
  apiKey,
  needsKey = true,
  hasControl = true,
}: SandboxOptions) {
  const findRoute = createRoutes();
  const faults = new FaultQueue();
  const log = new RequestLog();
  const control = createControl(faults, log);
  const startedAt = clock.nowMs().toString(36);
  let ids = 0;
  let open = 0;

  const newId = (prefix: string) => `${prefix}sandbox${startedAt}${(ids++).toString(36)}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const isControl = path.startsWith('/_') && hasControl;
    const bytes = await readBody(request);
    if (!isControl && hasControl) log.add(method, request.url ?? '/', request.headers, bytes);
    if (needsKey) checkKey(request.headers.authorization, apiKey, isControl);
    const body =
      bytes.length > 0 ? await parseBody(bytes, request.headers['content-type']) : undefined;
    if (isControl) return sendWhole(control(method, path, body, open), response);
    const route = findRoute(method, path);
    const fault = (method === 'POST' && faults.take()) || faultOfModel(body);
    if (fault.hang) return;
    if (fault.delay !== undefined) await clock.sleep(fault.delay, goneSignal(response));
    const nowSeconds = Math.floor(clock.nowMs() / 1000);
    const answer: Answer =
      fault.status === undefined
        ? await route.handler({ body, pathId: route.pathId, fault, newId, nowSeconds })
        : faultyError(fault, fault.status);
    await deliver(answer, fault, response, clock);
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const isOwn = !request.url?.startsWith('/_');
    if (isOwn) open++;
    response.once('close', () => {
      if (isOwn) open--;
    });
    response.on('error', () => {}); // A client that leaves early is none of ours.
    response.setHeader('x-request-id', newId('req_'));
    serve(request, response).catch((cause: unknown) => sendError(cause, response));
  };
}

function checkKey(
  header: string | undefined,
  apiKey: string | undefined,
  isControl: boolean,
): void {
  if (isControl && apiKey === undefined) return;
  const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) {
    throw unauthenticated(
      "You didn't provide an API key. Send it in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      null,
    );
  }
  if (apiKey !== undefined && token !== apiKey) {
    throw unauthenticated('Incorrect API key provided.', 'invalid_api_key');
  }
}

function faultOfModel(body: unknown): Fault {
  const script = faultScriptOf(modelOf(body));
  return script === undefined ? NO_FAULT : parseFault(script);
}

function sendError(cause: unknown, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const error = cause instanceof ProviderError ? cause : unexpected(cause);
  sendWhole({ ...json({ error: error.body }, error.status), headers: error.headers }, response);
}

const unexpected = (cause: unknown) =>
  new ProviderError(500, {
    message: `The sandbox failed: ${String(cause)}`,
    type: 'server_error',
    param: null,
    code: null,
  });
