import type { IncomingMessage } from 'node:http';

/** Whom the connection is with: a load balancer, where there is one. Empty once it is gone. */
export const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';
