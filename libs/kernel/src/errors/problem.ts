/**
 * What the admin API refuses, told as RFC 9457 has it (`application/problem+json`). Calls have a catalogue
 * of their own, since their clients are SDKs. `docs/admin-api.md` lists the same keys; a test compares them.
 */
export interface ProblemSpec {
  readonly status: number;
  /** What is wrong, the same at each time. */
  readonly title: string;
  /** What to do. */
  readonly detail: string;
}

export const PROBLEMS = {
  sign_in_needed: {
    status: 401,
    title: 'Nobody is signed in',
    detail: 'Sign in, or send an admin token as Authorization: Bearer gwa_….',
  },
  sign_in_failed: {
    status: 401,
    title: 'Address or password is wrong',
    detail: 'Check both, or ask for a new password.',
  },
  code_needed: {
    status: 401,
    title: 'The code of the second factor is missing',
    detail: 'Send it to POST /admin/v1/session/totp.',
  },
  code_wrong: {
    status: 401,
    title: 'This code is wrong',
    detail: 'Wait for the next one, or use a recovery code. Each counts once.',
  },
  csrf: {
    status: 403,
    title: 'The request did not come from the Console',
    detail: 'Browsers send x-gw-console: 1 from the same origin; programs use an admin token.',
  },
  permission_missing: {
    status: 403,
    title: 'You may not do this',
    detail: 'Ask an owner or an administrator of the organisation.',
  },
  step_up_needed: {
    status: 403,
    title: 'Say again that it is you',
    detail: 'Send your password or a code to POST /admin/v1/session/step-up, then try again.',
  },
  sso_needed: {
    status: 403,
    title: 'Passwords do not count here',
    detail: 'Sign in by the identity provider of your organisation.',
  },
  totp_needed: {
    status: 403,
    title: 'Your organisation asks for a second factor',
    detail: 'Set one up first.',
  },
  email_not_verified: {
    status: 403,
    title: 'Your e-mail address is not verified',
    detail: 'Verify it first: the mail has a link and a code.',
  },
  set_up_token_invalid: {
    status: 403,
    title: 'This set-up token is not valid',
    detail: 'The gateway prints it when it starts, with the link to the Console.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing',
    detail: 'It was deleted, never there, or is not yours to see.',
  },
  method_unknown: {
    status: 405,
    title: 'This path has no such method',
    detail: 'GET /admin/v1/openapi.json lists paths and methods.',
  },
  set_up_done: {
    status: 409,
    title: 'The gateway is set up already',
    detail: 'Sign in, or have an owner invite you.',
  },
  name_taken: {
    status: 409,
    title: 'There is one of this name already',
    detail: 'Choose another name.',
  },
  in_use: {
    status: 409,
    title: 'It is still in use',
    detail: 'Remove what refers to it first.',
  },
  managed_by_file: {
    status: 409,
    title: 'The settings file owns this',
    detail: 'Change it in the file that GW_CONFIG_FILE names.',
  },
  conflict: {
    status: 409,
    title: 'This cannot be done as things stand',
    detail: 'Read it again and see.',
  },
  version_changed: {
    status: 412,
    title: 'Somebody has changed it meanwhile',
    detail: 'Read it again, compare, and send your change with its new version.',
  },
  body_too_large: {
    status: 413,
    title: 'The request is too large',
    detail: 'Send at most 4 MiB.',
  },
  content_type_unsupported: {
    status: 415,
    title: 'The body has another type than is read here',
    detail: 'Send application/json.',
  },
  invalid: {
    status: 422,
    title: 'Some fields are not as they must be',
    detail: 'Each member of errors names one, with what is wrong.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key came with another request',
    detail: 'Send a new key with each new request.',
  },
  version_missing: {
    status: 428,
    title: 'The version of what you change is missing',
    detail: 'Send the ETag you have read as If-Match.',
  },
  sign_in_limited: {
    status: 429,
    title: 'Too many failures',
    detail: 'Wait as long as Retry-After says.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'Wait as long as Retry-After says.',
  },
  failed: {
    status: 500,
    title: 'The gateway failed',
    detail: 'Try again. If it stays so, give the request id to whoever runs it.',
  },
  unavailable: {
    status: 503,
    title: 'The database cannot be reached',
    detail: 'Nothing was changed. Try again.',
  },
  tool_server_unreachable: {
    status: 503,
    title: 'The tool server gave no answer',
    detail: 'Nothing was changed. Look at its address and its secret, and try again.',
  },
} as const satisfies Record<string, ProblemSpec>;

export type ProblemKey = keyof typeof PROBLEMS;

/** One field at fault. */
export interface FieldFault {
  /** As in `budget.amount` or `targets[0].model`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

export interface ProblemDetails {
  /** Replaces that of the key. Never a secret. */
  readonly detail?: string;
  readonly errors?: readonly FieldFault[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A request to the admin API that is turned away. */
export class Problem extends Error {
  constructor(
    readonly key: ProblemKey,
    readonly details: ProblemDetails = {},
  ) {
    super(details.detail ?? PROBLEMS[key].detail, { cause: details.cause });
    this.name = 'Problem';
  }
}

/** `throw problem('name_taken', { errors: [{ path: 'name', message: 'taken' }] })` */
export const problem = (key: ProblemKey, details?: ProblemDetails): Problem =>
  new Problem(key, details);

/** For people, where no problem can be answered: what a problem says, and nothing of any other fault. */
export const asProblemText = (fault: unknown): string =>
  fault instanceof Problem ? fault.message : PROBLEMS.failed.detail;
