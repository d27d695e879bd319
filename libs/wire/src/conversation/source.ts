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

/** Of addresses that callers may name; any other leads to what a provider or its cloud keeps. */
const OPEN_SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'data:']);
const KEEPER = /(?:^|[.-])generativelanguage\.googleapis\.com\.?$/; // Of files, for all who share a credential.

/**
 * Whether a provider would take an address for something in a store that all holders of its credential
 * share: what is no address on the web, and the maker's own stores in any spelling of their host.
 */
export function isKept(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return !OPEN_SCHEMES.has(protocol) || KEEPER.test(hostname);
}
