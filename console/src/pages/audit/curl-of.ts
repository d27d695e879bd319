import { shellQuoted } from '../../lib/shell-quoted';
import type { Told } from './read-entry';

/** What a request of each format says first; what was said is in no log. */
const GREETING = 'Hello';
const said = [{ role: 'user', content: GREETING }];
const BODIES: Readonly<Record<string, object>> = {
  chat: { messages: said },
  messages: { max_tokens: 200, messages: said },
  responses: { input: GREETING },
  gemini: { contents: [{ role: 'user', parts: [{ text: GREETING }] }] },
};

/**
 * A request to the same place for the same model, as a line for a shell: the key is in `$GW_KEY`, and a
 * greeting stands for what was said. Null where the log does not tell enough of the request.
 */
export function curlOf(
  baseUrl: string,
  { path, wire, model, isStreaming }: Pick<Told, 'path' | 'wire' | 'model' | 'isStreaming'>,
): string | null {
  if (path === null || model === null) return null;
  const body = BODIES[wire ?? ''];
  if (!body) return null;
  // Gemini's requests name the model in the path, and say there whether they stream.
  const isInPath = wire === 'gemini';
  const method = isStreaming ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const target = isInPath ? `/v1beta/models/${encodeURI(model)}:${method}` : path;
  const named = isInPath ? body : { model, ...(isStreaming && { stream: true }), ...body };
  const key = isInPath ? 'x-goog-api-key: $GW_KEY' : 'Authorization: Bearer $GW_KEY';
  return `curl ${isStreaming ? '-N ' : ''}${shellQuoted(baseUrl + target)} \\
  -H "${key}" -H "Content-Type: application/json" \\
  -d ${shellQuoted(JSON.stringify(named))}`;
}
