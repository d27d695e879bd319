import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Sealer } from '#audit';
import type { Liveness, WorkerReadiness } from '#contract';
import { mayReadMetrics, type Metrics } from '#operations';
import { foldersInUse, hasFreeSpace, type Config, type Database, type Statement } from '#platform';

const PING: Statement = { name: 'worker-ping', text: 'SELECT 1' };

const alive: Liveness = { status: 'ok' };
const ALIVE = JSON.stringify(alive);

export interface Probed {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly metrics: Metrics;
  readonly config: Config;
}

/**
 * `/healthz`: the process runs. `/readyz`: it reaches the database, is allowed to seal, and its disk has room.
 * `/metrics`: for whoever may read those of the API.
 */
export function probeListener(probed: Probed): RequestListener {
  return (request, response) => {
    if (request.url === '/healthz') return void response.end(ALIVE);
    if (request.url === '/readyz') return void answerReadiness(response, probed);
    if (request.url === '/metrics' && mayRead(request, probed.config)) {
      return void answerMetrics(request, response, probed.metrics);
    }
    response.writeHead(404).end();
  };
}

async function answerReadiness(response: ServerResponse, { database, sealer, config }: Probed) {
  const isReached = await database.query(PING).then(
    () => true,
    () => false,
  );
  const hasSpace = !database.isOutOfSpace && (await hasFreeSpace(foldersInUse(config)));
  const isReady = isReached && hasSpace && sealer.state === 'sealing';
  const answer: WorkerReadiness = {
    status: isReady ? 'ready' : 'unready',
    sealer: sealer.state,
    disk: hasSpace ? 'ok' : 'failed',
  };
  response
    .writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' })
    .end(JSON.stringify(answer));
}

async function answerMetrics(
  { headers }: IncomingMessage,
  response: ServerResponse,
  metrics: Metrics,
) {
  const { contentType, text } = await metrics.read(headers.accept);
  response.writeHead(200, { 'content-type': contentType }).end(text);
}

const mayRead = ({ headers, socket }: IncomingMessage, config: Config): boolean =>
  mayReadMetrics(
    {
      authorization: headers.authorization,
      remoteAddress: socket.remoteAddress,
      forwardedFor: headers['x-forwarded-for'],
    },
    config,
  );
