/** Paragraphs and `code`, all of Markdown that the page understands. No HTML gets through. */
export function Prose({ text }: { text: string | undefined }) {
  if (!text) return null;
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph} className="prose">
      <Inline text={paragraph} />
    </p>
  ));
}

/** One paragraph, where the place of it is given. */
export function Inline({ text }: { text: string | undefined }) {
  return text?.split('`').map((piece, index) =>
    // Between backticks: every second piece.
    index % 2 === 1 ? <code key={`${index} ${piece}`}>{piece}</code> : piece,
  );
}
