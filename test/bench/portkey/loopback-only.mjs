/**
 * Portkey's gateway listens on every interface and has no option for the host. Loaded before it,
 * this sends every `listen(port, …)` of the process to loopback.
 */
import { Server } from 'node:net';

process.on('disconnect', () => process.exit(0)); // Whoever started it is gone.

const { listen } = Server.prototype;

Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  const callback = rest.find((argument) => typeof argument === 'function');
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, callback);
};
