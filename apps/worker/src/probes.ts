import type { RequestListener } from 'node:http';
import type { Sealer } from '#audit';
import type { Queries, Statement } from '#platform';

const PING: Statement = { name: 'worker-ping', text: 'SELECT 1' };

/** `/healthz`: the process runs. `/readyz`: it reaches the database and is allowed to seal. */
export function probeListener(database: Queries, sealer: Sealer): RequestListener {
  return (request, response) => {
    if (request.url === '/healthz') return void response.end('{"status":"ok"}');
    if (request.url !== '/readyz') return void response.writeHead(404).end();
    database.query(PING).then(
      () => answer(sealer.state === 'sealing'),
      () => answer(false),
    );
    const answer = (isReady: boolean) =>
      response
        .writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: isReady ? 'ready' : 'unready', sealer: sealer.state }));
  };
}
