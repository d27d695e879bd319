import type { Target } from '../../support/targets.js';
import type { Bin } from './measures.js';

/** A part of the report. */
export interface Section {
  readonly title: string;
  /** How the rows were chosen and what counts as right. */
  readonly how: string;
  /** The header, then a line for each set. */
  readonly lines: readonly (readonly string[])[];
  readonly targets: readonly Target[];
  /** How far probabilities can be believed. */
  readonly plots: readonly Plot[];
}

export interface Plot {
  readonly name: string;
  readonly bins: readonly Bin[];
}

export const shown = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3));
export const shownMs = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(1));
