import { useRef, useState } from 'react';

/** A text to copy. Scrolls by keyboard, too, when it is wider than its place. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  const code = useRef<HTMLElement>(null);
  const [feedback, setFeedback] = useState('');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setFeedback('Copied');
    } catch {
      // Browsers keep the clipboard from pages on plain http: the reader's own keys still work.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setFeedback('Selected: press Ctrl+C');
    }
  };

  return (
    <div className="code-block">
      <div className="code-block-bar">
        <span className="muted">{label}</span>
        <span className="code-block-feedback" role="status">
          {feedback}
        </span>
        <button type="button" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
          Copy
        </button>
      </div>
      {/* A region that scrolls must take the focus, or the keyboard cannot reach its end. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code ref={code}>{text}</code>
      </pre>
    </div>
  );
}
