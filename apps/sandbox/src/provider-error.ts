/** An error in the shape of the OpenAI API: all four members, null when there is nothing to say. */
export interface ErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export class ProviderError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message);
  }
}

export const invalid = (
  message: string,
  param: string | null = null,
  code: string | null = null,
): ProviderError => new ProviderError(400, { message, type: 'invalid_request_error', param, code });

export const notFound = (message: string, code: string | null = null): ProviderError =>
  new ProviderError(404, { message, type: 'invalid_request_error', param: null, code });

export const unauthenticated = (message: string, code: string | null): ProviderError =>
  new ProviderError(401, { message, type: 'invalid_request_error', param: null, code });
