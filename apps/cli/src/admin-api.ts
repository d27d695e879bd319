import { loadConfig } from '#platform';
import { UsageError } from './usage-error.js';
import { print } from './with-instance.js';

export const ADMIN_URL = 'http://127.0.0.1:8080';
const ASK_MS_MAX = 60_000; // A plan of thousands of workloads takes seconds.
const TOKEN_VARIABLE = 'GW_ADMIN_TOKEN';

interface Problem {
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Asks a running gateway. Undefined where it was refused, which is then told.
 * @param path below `/admin/v1/` @throws UsageError without a token or an address
 */
export async function askAdmin<Answer>(
  url: string,
  path: string,
  body: object,
): Promise<Answer | undefined> {
  const token = loadConfig().secretOf(TOKEN_VARIABLE);
  if (!token) throw new UsageError(`${TOKEN_VARIABLE} is not set: a token is made in the Console.`);
  if (!URL.canParse(url)) throw new UsageError(`--url: ${url} is no address.`);
  const answer = await fetch(new URL(`/admin/v1/${path}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error', // The token is for this host alone.
    signal: AbortSignal.timeout(ASK_MS_MAX),
  });
  if (answer.ok) return (await answer.json()) as Answer;
  if (!answer.headers.get('content-type')?.includes('problem+json')) {
    throw new Error(`${url} answers with status ${answer.status}, and not as a gateway does.`);
  }
  const { title, detail, errors = [] } = (await answer.json()) as Problem;
  print(`${title}. ${detail}`);
  for (const { path: at, message } of errors) print(`- ${at === '' ? '' : `${at}: `}${message}`);
  return undefined;
}
