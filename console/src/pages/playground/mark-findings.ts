import type { Schemas } from '../../api/client';

type Finding = Schemas['FindingView'];

/** A piece of what would leave; with a finding it is what stands there for a value, or the value itself. */
export interface Piece {
  readonly text: string;
  readonly finding?: Finding;
}

/**
 * Where the findings are in what would leave: the text between two of them leaves as it is.
 * @param output what would leave for `text`
 */
export function markFindings(text: string, output: string, findings: readonly Finding[]): Piece[] {
  const pieces: Piece[] = [];
  let [from, at] = [0, 0];
  const shown = findings.toSorted((one, other) => one.start - other.start);
  for (const [index, finding] of shown.entries()) {
    if (finding.start < from) continue; // Within the one before.
    const plain = text.slice(from, finding.start);
    if (output.slice(at, at + plain.length) !== plain) return [{ text: output }];
    at += plain.length;
    const next = shown.slice(index + 1).find(({ start }) => start >= finding.end);
    const behind = text.slice(finding.end, next?.start ?? text.length);
    const end = endOf(output, { at, behind, isLast: next === undefined });
    if (end < 0) return [{ text: output }];
    if (plain !== '') pieces.push({ text: plain });
    pieces.push({ text: output.slice(at, end), finding });
    [from, at] = [finding.end, end];
  }
  if (at < output.length) pieces.push({ text: output.slice(at) });
  return pieces;
}

/** Where what stands for a value ends, by the text that follows; -1: it cannot be told. */
function endOf(
  output: string,
  {
    at,
    behind,
    isLast,
  }: { readonly at: number; readonly behind: string; readonly isLast: boolean },
): number {
  if (isLast) return output.endsWith(behind) ? output.length - behind.length : -1;
  return behind === '' ? at : output.indexOf(behind, at);
}
