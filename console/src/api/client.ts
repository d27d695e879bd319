import createClient, { type Middleware } from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import { ProblemError, readProblem, unreachable } from './problem';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

const ANSWER_MS_MAX = 30_000; // The API answers or refuses long before.

/** Every failure is a `ProblemError`, thrown. */
const problems: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return undefined;
    const body: unknown = await response.json().catch(() => undefined);
    throw readProblem(response.status, body, response.headers.get('request-id'));
  },
  onError: ({ error }) => (error instanceof ProblemError ? error : unreachable(error)),
};

export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? 'http://localhost',
  // Which no page of another origin can send along.
  headers: { 'x-gw-console': '1' },
  fetch: (request) =>
    fetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    }),
});
client.use(problems);

/** Hooks by method and path; what they answer is typed by the document of the API. */
export const api = createHooks(client);

/** Of what has a version: the change is refused when somebody else was there first. */
export const ifMatch = (version: number) => ({ header: { 'If-Match': `"${version}"` } });
