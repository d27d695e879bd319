/**
 * The sandbox provider: a real HTTP server in the OpenAI format that answers by itself. It is a
 * newcomer's first model and what tests and benches dial, so it is deterministic, validates as
 * strictly as the provider it imitates, and breaks in every scripted way (see faults/fault.ts).
 * It keeps nothing beyond its process and a bound of its memory (see limits.ts), and logs nothing.
 * What tools it calls can be said in the conversation itself (see text/script.ts).
 *
 * Besides /v1 it has a control side, for tests: `POST /_script {"script": ["status=429", "ok"]}`
 * queues faults for the next POST requests, `DELETE /_script` drops them; `GET /_requests` shows
 * what arrived, `DELETE /_requests` forgets it; `GET /_open` counts the requests in flight.
 * `POST /_accounts {"email", "public_key"}` makes a service account known, `DELETE /_tokens` ends all
 * access tokens.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock, type Clock } from '#kernel';
import { createControl } from './control/control.js';
import { RequestLog } from './control/request-log.js';
import { FaultQueue } from './faults/fault-queue.js';
import { NO_FAULT, parseFault, type Fault } from './faults/fault.js';
import { faultyError } from './faults/faulty-error.js';
import { refuseField } from './faults/refuse-field.js';
import { json, type Answer } from './http/answer.js';
import { checkSignature, isSigned } from './http/check-signature.js';
import { deliver, goneSignal, sendWhole } from './http/deliver.js';
import { modelOf, parseBody, readBody } from './http/read-request.js';
import { KEEP_ALIVE_MS, REQUEST_RECEIVE_MS_MAX } from './limits.js';
import { faultScriptOf } from './models.js';
import { TokenEndpoint } from './oauth/token-endpoint.js';
import { ProviderError, unauthenticated } from './provider-error.js';
import { createRoutes } from './routes.js';
import { cohereError } from './surfaces/cohere/cohere-request.js';
import { hostError } from './surfaces/hosts/host-chat.js';
import { mistralError } from './surfaces/mistral/mistral-request.js';

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
  const tokens = new TokenEndpoint(clock);
  const control = createControl(faults, log, tokens);
  const startedAt = clock.nowMs().toString(36);
  let ids = 0;
  let open = 0;

  const newId = (prefix: string) => `${prefix}sandbox${startedAt}${(ids++).toString(36)}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const isControl = path.startsWith('/_') && hasControl;
    const bytes = await readBody(request);
    const isToken = path === TOKEN_PATH && method === 'POST';
    if (!isControl && hasControl) {
      log.add(method, request.url ?? '/', request.headers, isToken ? NOTHING : bytes);
    }
    if (isToken) return sendWhole(tokens.grant(bytes.toString(), urlOf(request)), response);
    if (path.startsWith(VERTEX_PATH)) tokens.check(request.headers.authorization);
    else if (isSigned(request.headers)) checkSignature(request.headers, bytes);
    else if (needsKey) checkKey(keyHeaderOf(request), apiKey, isControl);
    const body =
      bytes.length > 0 ? await parseBody(bytes, request.headers['content-type']) : undefined;
    if (isControl) return sendWhole(control(method, path, body, open), response);
    const route = findRoute(method, path);
    const model = hasModelInPath(path) ? route.pathId : modelOf(body);
    const fault = (method === 'POST' && faults.take()) || faultOf(model);
    if (fault.hang) return;
    if (fault.delay !== undefined) await clock.sleep(fault.delay, goneSignal(response));
    if (fault.refuses !== undefined) refuseField(fault.refuses, body, path);
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
    const path = request.url ?? '/';
    serve(request, response).catch((cause: unknown) => sendError(cause, path, response));
  };
}

/** Some formats have a header of their own. */
function keyHeaderOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['api-key'];
  return headers.authorization ?? (typeof key === 'string' ? `Bearer ${key}` : undefined);
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

const MESSAGES_PATH = '/v1/messages';
const GEMINI_PATH = '/v1beta/';
const MISTRAL_PATH = '/mistral/';
const COHERE_PATH = '/v2/';
const VERTEX_PATH = '/v1/projects/';
const TOKEN_PATH = '/token';
const NOTHING = Buffer.alloc(0); // A credential is kept nowhere.

/** As whoever asks has it. */
const urlOf = ({ headers, url = '/' }: IncomingMessage): string =>
  `http://${headers.host ?? ''}${url}`;

const CONVERSE_PATH = '/model/';

/** The class of an error is in a header. */
const converseError = ({ status, body: { message, type }, headers }: ProviderError) => ({
  ...json({ message }, status),
  headers: {
    ...headers,
    'x-amzn-errortype': `${CLASSES[status] ?? type}:http://internal.amazon.com/`,
  },
});

const CLASSES: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  404: 'ResourceNotFoundException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
};

const messagesError = ({ status, body: { message, type } }: ProviderError): object => ({
  type: 'error',
  error: { type: status === 404 ? 'not_found_error' : type, message },
  request_id: null,
});

const GOOGLE_WORDS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
};

const geminiError = ({ status, body: { message } }: ProviderError): object => ({
  error: { code: status, message, status: GOOGLE_WORDS[status] ?? 'INTERNAL' },
});

/** As the format of the path tells it. */
function errorBody(error: ProviderError, path: string): object {
  if (path.startsWith(MESSAGES_PATH)) return messagesError(error);
  if (path.startsWith(MISTRAL_PATH)) return mistralError(error);
  if (path.startsWith(COHERE_PATH)) return cohereError(error);
  if (path.includes('/publishers/anthropic/') && error.status === 400) return messagesError(error);
  return path.startsWith(GEMINI_PATH) || path.startsWith(VERTEX_PATH)
    ? geminiError(error)
    : (hostError(error, path) ?? { error: error.body });
}

const hasModelInPath = (path: string): boolean =>
  path.startsWith(GEMINI_PATH) || path.startsWith(CONVERSE_PATH) || path.startsWith(VERTEX_PATH);

function faultOf(model: string): Fault {
  const script = faultScriptOf(model);
  return script === undefined ? NO_FAULT : parseFault(script);
}

function sendError(cause: unknown, path: string, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const error = cause instanceof ProviderError ? cause : unexpected(cause);
  if (path.startsWith(CONVERSE_PATH)) return sendWhole(converseError(error), response);
  const answer = json(errorBody(error, path), error.status);
  sendWhole({ ...answer, headers: error.headers }, response);
}

const unexpected = (cause: unknown) =>
  new ProviderError(500, {
    message: `The sandbox failed: ${String(cause)}`,
    type: 'server_error',
    param: null,
    code: null,
  });
