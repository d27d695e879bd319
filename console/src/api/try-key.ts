import { isRecord } from '../lib/is-record';
import { unreachable } from './problem';
import { readRefusal } from './refusal';

const CALL_MS_MAX = 60_000; // A model that answers "Hello" later than this is no test.
const TOKENS_MAX = 60;

/** Ids of the models that a virtual key reaches and can talk to: of all, those that a first call is for. */
export async function listModels(secret: string): Promise<string[]> {
  const { body } = await ask('/v1/models', secret);
  const entries = isRecord(body) && Array.isArray(body['data']) ? (body['data'] as unknown[]) : [];
  return entries.flatMap((entry) =>
    isRecord(entry) && typeof entry['id'] === 'string' && takesChat(entry['gw'])
      ? [entry['id']]
      : [],
  );
}

const takesChat = (gw: unknown): boolean =>
  isRecord(gw) && Array.isArray(gw['takes']) && gw['takes'].includes('chat');

/** One short call by a virtual key, as its owner would make it. It is sealed and charged as any other. */
export async function callOnce(
  secret: string,
  model: string,
): Promise<{ text: string; requestId: string }> {
  const messages = [{ role: 'user', content: 'Say hello in one sentence.' }];
  const { body, requestId } = await ask('/v1/chat/completions', secret, {
    model,
    messages,
    max_completion_tokens: TOKENS_MAX,
  });
  return { text: textOf(body), requestId };
}

async function ask(path: string, secret: string, body?: object) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    credentials: 'omit', // The key alone is to be tried.
    signal: AbortSignal.timeout(CALL_MS_MAX),
  }).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  const requestId = response.headers.get('request-id') ?? '';
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw readRefusal(response.status, answer, requestId);
  return { body: answer, requestId };
}

function textOf(body: unknown): string {
  const choices = isRecord(body) ? body['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isRecord(first) && isRecord(first['message']) ? first['message'] : {};
  return typeof message['content'] === 'string' ? message['content'] : '';
}
