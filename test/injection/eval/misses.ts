import { isAttack, isFound, isHard, judge, type Judged } from '../judge.js';
import { readSets } from '../read-sets.js';

/** What is to be looked at: of the half that rules may be chosen by, and of no other. */
export function missesOf(): string {
  const judged = judge(readSets('dev'));
  const missed = judged.filter((one) => isAttack(one) && !isFound(one));
  const wrong = judged.filter((one) => !isAttack(one) && isFound(one));
  const otherwise = judged.filter(
    ({ sample, found }) =>
      sample.planted &&
      found.length > 0 &&
      !found.some(({ kind }) => kind === sample.planted?.kind),
  );
  return [
    part('Wrongly found', wrong),
    part(
      'Missed',
      missed.filter((one) => !isHard(one)),
    ),
    part('Missed, hard', missed.filter(isHard)),
    part('Found as another kind', otherwise),
  ].join('\n');
}

const part = (title: string, some: readonly Judged[]): string =>
  `## ${title} (${some.length})\n\n${some.map(shown).join('')}`;

function shown({ sample: { id, language, planted, text }, found }: Judged): string {
  const kinds = found.map(
    ({ kind, start, end, score }) =>
      `${kind} ${score.toFixed(2)} ${JSON.stringify(text.slice(start, end))}`,
  );
  const head = [id, language, planted?.kind ?? 'benign'].join(', ');
  return `- ${head}: ${JSON.stringify(text)}\n${kinds.map((one) => `  - ${one}\n`).join('')}`;
}
