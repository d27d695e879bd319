import { headerRef, type Header, type Parameter, type Reference } from './document.js';

type Headers = Readonly<Record<string, Header | Reference>>;

const text = (description: string): Header => ({ description, schema: { type: 'string' } });
const count = (description: string): Header => ({
  description,
  schema: { type: 'integer', minimum: 0 },
});

/** Names are those of the headers themselves, which HTTP compares without regard to case. */
export const headers: Readonly<Record<string, Header>> = {
  'request-id': text(
    'The id of this call. The audit log and the ledger know the call under the same id.',
  ),
  'x-request-id': text('The same as `request-id`, under the name that some SDKs read.'),
  'server-timing': text(
    "Milliseconds that each step of the gateway took before dispatch: `inspect`, `route`, `scope`, `cache`, `seal`, `meter`. The provider's time is not in it.",
  ),
  'x-gw-provider': text('The provider that served the call.'),
  'x-gw-model': text(
    "The model that served the call, by the provider's own id. Absent on paths that name no model. What an id holds that a header may not is percent-encoded.",
  ),
  'x-gw-route': text(
    'Of a call to `gw/auto`: the kind of request, how much it asks of a model, what the router said, and each step that set the demand, as in `code; demand=high; router=answered; steps="text:medium tools:high"`.',
  ),
  'x-gw-cache': text(
    'Where the workload has a response cache: `hit`, the answer was given before to an equal request; `miss`; `bypass`, the caller wants none; `skip`, an answer to such a request is not kept. Absent where there is no cache.',
  ),
  'x-gw-knowledge': text(
    'Where models of the workload search documents: `on`, they may in this request; `defined`, the caller has a tool `search_knowledge` of its own; `choice`, the caller chooses for the model; `skip`, the request asks for what cannot be put together of several answers. Absent where they do not.',
  ),
  age: count('Of a hit: seconds since the answer was made.'),
  'x-ratelimit-limit-requests': count('Requests per minute of the workload. Absent without one.'),
  'x-ratelimit-remaining-requests': count('Requests left in the window after this one.'),
  'x-ratelimit-reset-requests': text('Time until the window is empty, as in `12s`.'),
  'x-ratelimit-limit-tokens': count('Tokens per minute of the workload. Absent without one.'),
  'x-ratelimit-remaining-tokens': count(
    'Tokens left in the window. The estimate of this call is taken off, and put right when it ends.',
  ),
  'x-ratelimit-reset-tokens': text('Time until the window is empty, as in `12s`.'),
  'retry-after': count('Seconds to wait before the next try. Absent where waiting does not help.'),
  'retry-after-ms': count('The same in milliseconds, which some SDKs prefer.'),
  location: text('The path of what was made.'),
  'idempotent-replayed': {
    description: 'The answer was given before, to a request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  allow: text('The methods that are served.'),
  'x-should-retry': {
    description:
      'Tells SDKs not to retry by themselves where the status alone would make them. Absent otherwise.',
    schema: { type: 'string', const: 'false' },
  },
};

const pick = (...names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, headerRef(name)]));

export const ID_HEADERS = pick('request-id', 'x-request-id');
export const RATE_HEADERS = pick(
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-tokens',
);
export const ANSWER_HEADERS = {
  ...pick(
    'request-id',
    'x-request-id',
    'server-timing',
    'x-gw-provider',
    'x-gw-model',
    'x-gw-route',
  ),
  ...RATE_HEADERS,
};
/** Of conversations, which may be answered out of the cache, and whose models may search. */
export const CONVERSATION_HEADERS = {
  ...ANSWER_HEADERS,
  ...pick('x-gw-cache', 'age', 'x-gw-knowledge'),
};
export const RETRY_HEADERS = pick('retry-after', 'retry-after-ms');
export const NO_RETRY_HEADERS = pick('x-should-retry');
export const JOB_HEADERS = pick('location', 'idempotent-replayed', 'retry-after');
export const METHOD_HEADERS = pick('allow');

export const parameters: Readonly<Record<string, Parameter>> = {
  'x-gw-upstream-timeout': {
    name: 'x-gw-upstream-timeout',
    in: 'header',
    description:
      "Seconds that the provider may be silent. It shortens the workload's limit (300 unless set) and never lengthens it.",
    schema: { type: 'number', exclusiveMinimum: 0, examples: [30] },
  },
  'cache-control': {
    name: 'cache-control',
    in: 'header',
    description:
      'Where the workload has a response cache: `no-store` neither looks for an answer nor keeps one, `no-cache` keeps one and looks for none, `max-age=60` takes none that is older.',
    schema: { type: 'string', examples: ['no-store'] },
  },
  'x-gw-cache': {
    name: 'x-gw-cache',
    in: 'header',
    description: 'The same as `cache-control: no-store`, for clients that cannot set that one.',
    schema: { type: 'string', enum: ['bypass', 'no-store'] },
  },
  'x-gw-provider': {
    name: 'x-gw-provider',
    in: 'header',
    description:
      "Which provider serves a request whose body names no model. Without it `organisation.default_provider` does, or the only one that may. It must have the organisation's own credential. It has no meaning where the body names a model.",
    schema: { type: 'string' },
    example: 'sandbox',
  },
};
