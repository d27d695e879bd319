import type { Opaque, Part, ToolHead } from '../reply.js';

/** An id in this format's own look, whatever the provider calls its answers. */
export const messageId = (id: string): string =>
  id.startsWith('msg_') ? id : `msg_${id.replace(/^(?:chatcmpl|resp|gen)[-_]/, '')}`;

/** A block before its pieces; null for a part that has no block in this format. */
export function emptyBlock({ kind }: Part, tool: ToolHead | undefined): object | null {
  switch (kind) {
    case 'text':
    case 'refusal':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_call':
    case 'function_call':
      return { type: 'tool_use', id: tool?.id ?? '', name: tool?.name ?? '', input: {} };
    case 'provider_call':
      return null;
  }
}

/** Of this format's own kind; from any other maker it means nothing here. */
export const ownValue = ({ origin, value }: Opaque): string | null =>
  origin === 'messages' ? value : null;
