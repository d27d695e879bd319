import { unreachable } from '../../api/problem';
import { parsed, readRefusal, readRefusedCall } from '../../api/refusal';
import { isRecord } from '../../lib/is-record';
import type { Answer, ToolCall } from './model';

const RAW_CHARS_MAX = 200_000; // Shown, and held for as long as the page is open.
const PATH = '/admin/v1/playground/chat';

/** What an answer becomes with each piece that arrives. Never rejects: how it ended is in the last one. */
export async function* streamChat(
  start: Answer,
  workload: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Answer> {
  let answer = start;
  try {
    const response = await fetch(workload ? `${PATH}?workload=${workload}` : PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gw-console': '1' },
      body: JSON.stringify(start.request),
      signal,
    });
    answer = { ...answer, requestId: response.headers.get('request-id') };
    if (!response.ok || !response.body) {
      yield { ...answer, ...(await readRefusedCall(response)), state: 'failed' };
      return;
    }
    yield answer;
    for await (const piece of textsOf(response.body)) {
      answer = heard(answer, piece);
      yield answer;
      if (answer.error) return;
    }
    yield { ...answer, state: 'done' };
  } catch (fault) {
    yield signal.aborted
      ? { ...answer, state: 'stopped' }
      : { ...answer, state: 'failed', error: unreachable(fault) };
  }
}

/** Whole lines, as they come. */
async function* textsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      const text = rest + value;
      const end = done ? text.length : text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      if (end > 0) yield text.slice(0, end);
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

function heard(before: Answer, piece: string): Answer {
  let answer = { ...before, raw: (before.raw + piece).slice(0, RAW_CHARS_MAX) };
  for (const line of piece.split('\n')) {
    if (!line.startsWith('data:')) continue;
    const chunk = parsed(line.slice('data:'.length)); // `[DONE]` is none.
    if (!isRecord(chunk)) continue;
    if (isRecord(chunk['error'])) {
      const error = readRefusal(200, chunk, answer.requestId ?? '');
      return { ...answer, state: 'failed', error };
    }
    answer = withDelta(answer, deltaOf(chunk));
  }
  return answer;
}

const deltaOf = ({ choices }: Readonly<Record<string, unknown>>) => {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isRecord(first) && isRecord(first['delta']) ? first['delta'] : {};
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const withDelta = (answer: Answer, delta: Readonly<Record<string, unknown>>): Answer => ({
  ...answer,
  text: answer.text + text(delta['content']) + text(delta['refusal']),
  thinking: answer.thinking + text(delta['reasoning_content'] ?? delta['reasoning']),
  tools: Array.isArray(delta['tool_calls'])
    ? delta['tool_calls'].reduce<readonly ToolCall[]>(withTool, answer.tools)
    : answer.tools,
});

function withTool(tools: readonly ToolCall[], delta: unknown): readonly ToolCall[] {
  if (!isRecord(delta) || typeof delta['index'] !== 'number') return tools;
  const { index } = delta;
  const told = isRecord(delta['function']) ? delta['function'] : {};
  const before = tools[index] ?? { name: '', args: '' };
  const after = [...tools];
  after[index] = {
    name: before.name + text(told['name']),
    args: before.args + text(told['arguments']),
  };
  return after;
}
