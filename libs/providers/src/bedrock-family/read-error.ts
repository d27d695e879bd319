import { readProviderError, type ProviderError } from '#wire';

/** Statuses that say something else here than elsewhere. */
const STATUSES: Readonly<Record<string, number>> = {
  ServiceQuotaExceededException: 429,
  ModelTimeoutException: 504,
  ModelNotReadyException: 503,
  ModelErrorException: 502,
  ModelStreamErrorException: 502,
};

/** The gateway's own keys: unknown, run out, or wrongly used. Others than 401 and 403 are no sure sign. */
const KEY_FAULT =
  /^(?:UnrecognizedClient|ExpiredToken|InvalidSignature|IncompleteSignature|MissingAuthenticationToken)/;

/** The class of an error is in a header, before a colon; its body is the message. */
export function readBedrockError(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, string | undefined>>,
): ProviderError {
  const type = headers['x-amzn-errortype']?.split(':', 1)[0] ?? '';
  const error = readProviderError(STATUSES[type] ?? status, bodyText, headers);
  return {
    ...error,
    type: type || error.type,
    isCredentialFault: error.isCredentialFault || KEY_FAULT.test(type),
  };
}
