import { WORSE_SHARE_MAX } from '../plan.js';
import { numberCell, ratioCell } from './cells.js';
import type { Change, ChangeVerdict } from './changes.js';
import { table } from './table.js';

const FLAGS: Readonly<Record<Change['isWorse'], string>> = {
  yes: 'worse',
  perhaps: 'worse in most rounds',
  no: '',
};

/** Every number with its ratio, and the ratios that are aimed at. */
export function writeChanges(
  changes: readonly Change[],
  verdicts: readonly ChangeVerdict[],
  titleBefore: string,
): string {
  const head = ['', titleBefore, 'ours', 'ratio'];
  return [
    `Ratios are ours to the other commit's in the same round; "worse" is by more than ${WORSE_SHARE_MAX * 100} %.`,
    table([[...head, ''], ...changes.map((change) => [...cells(change), FLAGS[change.isWorse]])]),
    verdicts.length > 0 ? table([[...head, 'aim', ''], ...verdicts.map(verdictCells)]) : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

const cells = ({ label, asked, unit, before, ours, ratio }: Change): string[] => [
  `${label}${asked === 'plain' ? '' : `, ${asked}`} [${unit}]`,
  numberCell(before, unit),
  numberCell(ours, unit),
  ratioCell(ratio),
];

const verdictCells = (verdict: ChangeVerdict): string[] => [
  ...cells(verdict),
  `at most ${verdict.atMost.toFixed(2)}`,
  verdict.result,
];
