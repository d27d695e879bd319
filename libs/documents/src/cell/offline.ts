import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import tls from 'node:tls';

const refused = (): never => {
  throw new Error('A cell has no network.');
};

/** Takes the network from this process: no library that reads a document can be talked into using it. */
export function goOffline(): void {
  Object.assign(net, { connect: refused, createConnection: refused, createServer: refused });
  Object.assign(net.Socket.prototype, { connect: refused });
  Object.assign(tls, { connect: refused });
  Object.assign(dgram, { createSocket: refused });
  Object.assign(dns, { lookup: refused, resolve: refused });
  Object.assign(globalThis, { fetch: refused, WebSocket: undefined, EventSource: undefined });
}
