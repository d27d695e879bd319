/** Keeps idle connections open. A block of its own, since some clients read block by block. */
export const SSE_KEEPALIVE = ': keepalive\n\n';

export const SSE_DONE = 'data: [DONE]\n\n';

/** The text of one event. The name must hold no line end; data may. */
export function writeSse(data: string, name = ''): string {
  const lines = data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data;
  return name === '' ? `data: ${lines}\n\n` : `event: ${name}\ndata: ${lines}\n\n`;
}
