import { SystemClock } from '#kernel';
import { loadConfig } from '#platform';
import { UsageError } from './usage-error.js';
import { print } from './with-instance.js';

const KEY_VARIABLE = 'GW_API_KEY';
const TICK_MS = 250;
const BAR = 24;

/** What a running gateway is asked in the name of a workload. */
export interface Asking {
  /** Of the gateway. */
  readonly url: string;
  readonly path: string;
  /** `POST` where there is a body, else `GET`. */
  readonly method?: 'POST' | 'DELETE';
  /** A form, or what is sent as JSON. */
  readonly body?: FormData | object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly msMax: number;
}

/** Shows a bar while it is awaited. Undefined where it was refused, which is then told. @throws UsageError without a key */
export const askGateway = <Answer>(asking: Asking): Promise<Answer | undefined> =>
  withProgress(() => askQuietly<Answer>(asking));

/** The same without a bar. */
export async function askQuietly<Answer>(asking: Asking): Promise<Answer | undefined> {
  const answer = await send(asking);
  if (answer.ok) return answer.status === 204 ? undefined : ((await answer.json()) as Answer);
  if (!answer.headers.get('content-type')?.includes('json')) {
    throw new Error(
      `${asking.url} answers with status ${answer.status}, and not as a gateway does.`,
    );
  }
  const { error } = (await answer.json()) as { readonly error: { readonly message: string } };
  print(error.message);
  return undefined;
}

function send({ url, path, method, body, headers, msMax }: Asking): Promise<Response> {
  if (!URL.canParse(url)) throw new UsageError(`--url: ${url} is no address.`);
  const key = loadConfig().secretOf(KEY_VARIABLE);
  if (!key) throw new UsageError(`${KEY_VARIABLE} is not set: it is the key of a workload.`);
  const isForm = body instanceof FormData;
  return fetch(new URL(path, url), {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(!isForm && body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    redirect: 'error', // The key and the document are for this host alone.
    signal: AbortSignal.timeout(msMax),
  });
}

/** What is told on one line of a terminal, again and again, while work goes on. @param line at each time */
export async function withLine<Result>(
  line: (seconds: number) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { stderr } = process;
  if (!stderr.isTTY) return work();
  const clock = new SystemClock();
  const startedMs = clock.monotonicMs();
  const stop = clock.every(TICK_MS, () => {
    const seconds = Math.round((clock.monotonicMs() - startedMs) / 1_000);
    stderr.write(`\r\u001b[K${line(seconds)}`);
  });
  try {
    return await work();
  } finally {
    stop();
    stderr.write('\r\u001b[K');
  }
}

/** A bar that goes to and fro, and the seconds: how far a document is only its gateway knows. */
function withProgress<Result>(work: () => Promise<Result>): Promise<Result> {
  let step = 0;
  return withLine((seconds) => {
    const at = Math.abs((step++ % (2 * BAR)) - BAR);
    return `[${' '.repeat(at)}###${' '.repeat(BAR - at)}] ${seconds} s`;
  }, work);
}
