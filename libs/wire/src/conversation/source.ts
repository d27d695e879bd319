import type { Source } from './conversation.js';

const DATA_URL = /^data:([^;,]*)(?:;[\w.-]+=[^;,]*)*;base64,/;

/** What an address of a file stands for: the bytes that a data URL holds, else the address itself. */
export function sourceOf(url: string): Source {
  const head = DATA_URL.exec(url);
  if (!head) return { kind: 'url', url };
  return { kind: 'base64', mime: head[1] ?? '', data: url.slice(head[0].length) };
}

/** The same the other way round. Of what a provider keeps, the id. */
export function urlOf(source: Source): string {
  switch (source.kind) {
    case 'base64':
      return `data:${source.mime};base64,${source.data}`;
    case 'url':
      return source.url;
    case 'id':
      return source.id;
    case 'text':
      return `data:text/plain;base64,${Buffer.from(source.text).toString('base64')}`;
  }
}
