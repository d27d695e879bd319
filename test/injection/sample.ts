import type { InjectionKind } from '#call';

/** In the order of tables. */
export const KINDS = [
  'instruction_in_data',
  'hidden_unicode',
  'exfil_markdown',
  'tool_redefinition',
  'encoded_payload',
] as const satisfies readonly InjectionKind[];

export type Kind = InjectionKind;

/** A text that is data, with or without something planted in it. */
export interface Sample {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  /** Null in a benign text. */
  readonly planted: Planted | null;
}

/** Half-open, in UTF-16 units. */
export interface Planted {
  /** What it should be found as; null in sets that have no such kinds. */
  readonly kind: Kind | null;
  readonly isHard: boolean;
  readonly start: number;
  readonly end: number;
}

export const benignSample = (id: string, text: string, language = 'en'): Sample => ({
  id,
  text,
  language,
  planted: null,
});

/** At a line of its own, at the end or at the line break nearest to the middle. */
export function plant(
  id: string,
  context: string,
  attack: string,
  where: 'middle' | 'end',
): Sample {
  const at = where === 'end' ? context.length : middleOf(context);
  const before = `${context.slice(0, at)}\n`;
  const start = before.length;
  return {
    id,
    text: `${before}${attack}\n${context.slice(at).replace(/^\n/, '')}`,
    language: 'en',
    planted: { kind: null, isHard: false, start, end: start + attack.length },
  };
}

function middleOf(text: string): number {
  const half = text.length >> 1;
  const [before, behind] = [text.lastIndexOf('\n', half), text.indexOf('\n', half)];
  if (before < 0 && behind < 0) return text.length;
  if (before < 0) return behind;
  return behind >= 0 && behind - half < half - before ? behind : before;
}
