import { isRecord } from '../../lib/is-record';

export interface ReadRequest {
  readonly model: string | undefined;
  readonly format: 'chat' | 'messages' | 'gemini' | 'responses';
  readonly operation: 'chat' | 'complete' | 'embed' | 'draw';
  readonly stored: boolean;
}

/**
 * What a route goes by in a request that was pasted: its model, and by its members what is asked and in whose
 * format. Undefined where it is no JSON object. A guess that the form shows, and people correct.
 */
export function readRequest(text: string): ReadRequest | undefined {
  const body = parsed(text);
  if (!isRecord(body)) return undefined;
  const has = (name: string) => body[name] !== undefined;
  const { model } = body;
  return {
    model: typeof model === 'string' ? model : undefined,
    format: formatOf(has),
    operation: operationOf(has),
    stored: has('previous_response_id') || has('conversation'),
  };
}

function formatOf(has: (name: string) => boolean): ReadRequest['format'] {
  if (has('contents') || has('generationConfig')) return 'gemini';
  if (has('messages')) return has('system') || has('anthropic_version') ? 'messages' : 'chat';
  return has('instructions') || has('previous_response_id') || has('max_output_tokens')
    ? 'responses'
    : 'chat';
}

function operationOf(has: (name: string) => boolean): ReadRequest['operation'] {
  if (has('messages') || has('contents')) return 'chat';
  if (has('prompt')) return has('size') || has('quality') ? 'draw' : 'complete';
  const isResponse = has('instructions') || has('previous_response_id') || has('max_output_tokens');
  return has('input') && !isResponse ? 'embed' : 'chat';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
