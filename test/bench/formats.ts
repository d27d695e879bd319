/** The two formats that a conversation is held in: what is asked, and where the answer's words stand. */

export type Format = 'chat' | 'messages';

interface FormatFacts {
  readonly path: string;
  /** The member that holds text, in whole answers and in frames. */
  readonly textMember: string;
  /** Every stream that is whole has it. */
  readonly lastFrame: string;
}

export const FORMATS: Readonly<Record<Format, FormatFacts>> = {
  chat: { path: '/v1/chat/completions', textMember: 'content', lastFrame: 'data: [DONE]' },
  messages: { path: '/v1/messages', textMember: 'text', lastFrame: '"type":"message_stop"' },
};

const quoted = (text: string) => ({
  /** A frame that holds the first word. */
  first: new RegExp(`"${text}":"[^"]`),
  pieces: new RegExp(`"${text}":"([^"]*)"`, 'g'),
});

const PATTERNS = {
  chat: quoted(FORMATS.chat.textMember),
  messages: quoted(FORMATS.messages.textMember),
};

export const hasText = (piece: Buffer, format: Format): boolean =>
  PATTERNS[format].first.test(piece.toString('latin1'));

/** The words of a whole answer or of all frames of a stream. */
export const textOf = (body: string, format: Format): string =>
  [...body.matchAll(PATTERNS[format].pieces)].map(([, piece]) => piece).join('');
