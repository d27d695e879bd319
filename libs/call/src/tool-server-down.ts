import { failed, type GatewayError } from '#kernel';

/** In words that an agent can go on from: it sees no header. */
export const toolServerDown = (server: string, seconds: number): GatewayError =>
  failed('upstream_unhealthy', {
    message: `The tool server ${server} does not answer right now. Go on without it, or try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
    gw: { cause: 'all_unhealthy', attempts: [] },
  });
