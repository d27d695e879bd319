import type { IncomingMessage } from 'node:http';

const BEARER = /^Bearer +(\S+)$/i;

/** The key of `Authorization: Bearer <key>`. */
export const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];
