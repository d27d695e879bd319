/** What a measured figure has to reach. */
export interface Target {
  readonly name: string;
  readonly value: number;
  readonly aim: number;
  /** Figures that are better the lower they are. */
  readonly isCeiling?: true;
}

export const isMet = ({ value, aim, isCeiling }: Target): boolean =>
  isCeiling ? value <= aim : value >= aim;

export const boundOf = ({ aim, isCeiling }: Target): string =>
  `${isCeiling ? 'at most' : 'at least'} ${aim}`;

/** A line of a table on a terminal. */
export const targetLine = (target: Target): readonly string[] => [
  `${isMet(target) ? 'met   ' : 'MISSED'} ${target.name}`,
  target.value.toFixed(3),
  boundOf(target),
];
