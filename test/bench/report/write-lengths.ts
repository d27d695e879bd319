import type { SubjectName } from '../measure/subjects.js';
import { numberCell, ratioCell, type titlesOf } from './cells.js';
import { ratiosOf } from './changes.js';
import { aheadFrom, type LengthCost, type SubjectLengths } from './lengths.js';
import { spreadOf } from './spread.js';
import { table } from './table.js';

type Titles = ReturnType<typeof titlesOf>;

/** What ours is held against, where it was measured too. */
const RIVALS: readonly SubjectName[] = ['llms', 'before-translated'];
const MINE: SubjectName = 'ours-translated';

/** What a stream costs by its length, and what of that is the call's own. */
export function writeLengths(lengths: readonly SubjectLengths[], titles: Titles): string {
  const [first] = lengths;
  if (!first) return '';
  const mine = lengths.find(({ subject }) => subject === MINE);
  const rivals = mine ? lengths.filter(({ subject }) => RIVALS.includes(subject)) : [];
  const head = [
    'CPU per stream, 16 connections [us]',
    ...lengths.map(({ subject }) => titles[subject]),
    ...rivals.map(({ subject }) => `${titles[MINE]} / ${titles[subject]}`),
  ];
  const lines = first.costs.map(({ frames }, at) => [
    `${frames} frames`,
    ...lengths.map(({ costs }) => numberCell(spreadOf(costs[at]?.rounds ?? []), 'us')),
    ...rivals.map(({ costs }) => ratioOf(mine?.costs[at], costs[at])),
  ]);
  const frame = ['each frame', ...lengths.map(({ line }) => ratioCell(line?.frame ?? null))];
  const call = ['the call itself', ...lengths.map(({ line }) => numberCell(line?.call, 'us'))];
  const ahead = mine
    ? rivals.map((rival) => aheadLine(titles, aheadFrom(mine, rival), rival.subject))
    : [];
  return [table([head, ...lines, frame, call]), ...ahead].join('\n');
}

const ratioOf = (mine: LengthCost | undefined, other: LengthCost | undefined): string =>
  ratioCell(spreadOf(ratiosOf(mine?.rounds ?? [], other?.rounds ?? [])));

const aheadLine = (titles: Titles, frames: number | null, rival: SubjectName): string =>
  frames === null
    ? `A translated stream of ours takes more than that of ${titles[rival]} at any length.`
    : `A translated stream of ours takes less than that of ${titles[rival]} from ${frames} frames on.`;
