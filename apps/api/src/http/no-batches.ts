import { refuse, type GatewayError } from '#kernel';

const BATCHES = /^\/(?:(?:alt|anthropic)\/)?v1\/messages\/batches(?:[/?]|$)/;

/** A path of batches of messages, with or without a prefix of the format. */
export const namesBatches = (path: string): boolean => BATCHES.test(path);

/** Clients of the messages format know it as a part of their API, so it is said that it is none here. */
export const noBatches = (): GatewayError =>
  refuse('path_unknown', {
    message:
      'The gateway has no batches of messages: send each one to /v1/messages. An operator may open the path of a provider that has them: workloads[].forward.',
  });
