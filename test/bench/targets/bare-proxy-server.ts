/**
 * The floor: what Fastify and undici cost with nothing in between. It forwards the bytes of a chat
 * completion and pipes a stream.
 */
import { fastify } from 'fastify';
import { Pool } from 'undici';
import { onMessage, send } from '../process/messages.js';

const upstream = new Pool(String(process.argv[2]), { connections: null, pipelining: 1 });
const app = fastify({ logger: false });

app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
  done(null, body);
});

app.post<{ Body: Buffer }>('/v1/chat/completions', async (request, reply) => {
  const response = await upstream.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {
      'content-type': 'application/json',
      authorization: request.headers.authorization ?? '',
    },
    body: request.body,
  });
  const contentType = String(response.headers['content-type']);
  void reply.code(response.statusCode).header('content-type', contentType);
  if (contentType.startsWith('text/event-stream')) return reply.send(response.body);
  return reply.send(Buffer.from(await response.body.arrayBuffer()));
});

onMessage(() => undefined);
process.on('SIGTERM', () => process.exit(0));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
send({ kind: 'ready', port: Number(new URL(url).port) });
