import type { FilePart, Source } from './conversation.js';

const DATA_URL = /^data:([^;,]*)(?:;[\w.-]+=[^;,]*)*;base64,/;

/** What an address of a file stands for: the bytes that a data URL holds, else the address itself. */
export function sourceOf(url: string): Source {
  const head = DATA_URL.exec(url);
  if (!head) return { kind: 'url', url };
  return { kind: 'base64', mime: head[1] ?? '', data: url.slice(head[0].length) };
}

const BARE_MIME = 'application/pdf'; // What clients send as base64 alone.
const SCHEME = /^[a-z][a-z0-9+.-]{0,31}:/i; // No base64 has a colon.

/** The same where clients put bare base64 as well. */
export const fileSourceOf = (data: string): Source =>
  data === '' || SCHEME.test(data) ? sourceOf(data) : { kind: 'base64', mime: BARE_MIME, data };

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

const TEXT = /^(?:text\/|application\/(?:json|xml|yaml)\b)/;

/** What a document says, where it is text. */
export function textIn(source: Source): string | undefined {
  if (source.kind === 'text') return source.text;
  if (source.kind !== 'base64' || !isText(source)) return undefined;
  return Buffer.from(source.data, 'base64').toString('utf8');
}

/** Is it one that says something in words? */
export const isText = (source: Source): boolean =>
  source.kind === 'text' || (source.kind === 'base64' && TEXT.test(source.mime));

/** A document in words: its title, what the caller says about it, and its text. */
export const inWordsOf = ({ filename, context }: FilePart, text: string): string =>
  [filename, context, text].filter(Boolean).join('\n');

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
