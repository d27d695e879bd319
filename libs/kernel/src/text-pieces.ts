/** A text in pieces of about `chars` UTF-16 units; no character is cut in two. */
export function* textPieces(text: string, chars: number): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const end = from + chars;
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
