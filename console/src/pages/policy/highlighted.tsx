import { Fragment, type ReactNode } from 'react';
import classes from './try-it.module.css';

export interface Marked {
  /** In UTF-16 units, as JavaScript counts. */
  readonly start: number;
  readonly end: number;
  /** What it is, in words, which stand behind it. */
  readonly label: string;
  /** Whose colour and line it has. */
  readonly group: string;
}

/** A text with what was found in it, each with its name: never told by a colour alone. */
export function Highlighted({ text, marks }: { text: string; marks: readonly Marked[] }) {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { start, end, label, group } of marks.toSorted(
    (one, other) => one.start - other.start,
  )) {
    if (start < done) continue;
    parts.push(
      <Fragment key={start}>
        {text.slice(done, start)}
        <mark className={classes['mark']} data-group={group}>
          {text.slice(start, end)}
          <span className={classes['tag']}>{label}</span>
        </mark>
      </Fragment>,
    );
    done = end;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}
