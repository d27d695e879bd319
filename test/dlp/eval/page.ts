import {
  fOf,
  isMet,
  precisionOf,
  recallOf,
  type Row,
  type Section,
  type Target,
} from './figures.js';

const WIDTH = 720;
const LABEL_WIDTH = 210;
const BAR_HEIGHT = 14;
const ROW_HEIGHT = 3 * BAR_HEIGHT + 10;
const FULL = WIDTH - LABEL_WIDTH - 60;

const MEASURES: readonly (readonly [name: string, colour: string, of: (row: Row) => number])[] = [
  ['precision', '#4472a8', ({ counts }) => precisionOf(counts)],
  ['recall', '#c08a2e', ({ counts }) => recallOf(counts)],
  ['F1', '#3f8f5f', ({ counts }) => fOf(counts, 1)],
];

/** One page without scripts or foreign requests. */
export const pageOf = (sections: readonly Section[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Data protection: what it finds</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: 0.2rem 0.8rem; text-align: right; }
td:first-child, th:first-child { text-align: left; } .missed { color: #b3261e; font-weight: 600; }
p { color: #555; }
</style>
<h1>Data protection: what it finds</h1>
${sections.map(sectionOf).join('\n')}
</html>
`;

const sectionOf = ({ title, how, rows, targets }: Section): string => `<h2>${escaped(title)}</h2>
<p>${escaped(how)}</p>
${targets.length > 0 ? `<table>${targets.map(targetOf).join('')}</table>` : ''}
${rows.some(({ counts }) => counts.right + counts.missed > 0) ? barsOf(rows) : countsOf(rows)}`;

const targetOf = (target: Target): string => {
  const verdict = isMet(target) ? 'met' : 'missed';
  const bound = `${target.isCeiling ? 'at most' : 'at least'} ${target.aim}`;
  return `<tr class="${verdict}"><td>${escaped(target.name)}</td><td>${target.value.toFixed(3)}</td><td>${bound}</td><td>${verdict}</td></tr>`;
};

/** For texts in which there is nothing to find. */
const countsOf = (rows: readonly Row[]): string =>
  `<table>${rows.map(({ name, counts }) => `<tr><td>${escaped(name)}</td><td>${counts.wrong} found</td></tr>`).join('')}</table>`;

function barsOf(rows: readonly Row[]): string {
  const height = rows.length * ROW_HEIGHT + 30;
  const legend = MEASURES.map(
    ([name, colour], index) =>
      `<text x="${LABEL_WIDTH + index * 90}" y="14" fill="${colour}">${name}</text>`,
  ).join('');
  const bars = rows.map((row, index) => rowOf(row, 26 + index * ROW_HEIGHT)).join('');
  return `<svg width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-size="12" role="img">${legend}${bars}</svg>`;
}

const rowOf = (row: Row, top: number): string =>
  `<text x="0" y="${top + BAR_HEIGHT + 8}">${escaped(row.name)}</text>${MEASURES.map(
    ([, colour, of], index) => {
      const value = of(row);
      const y = top + index * BAR_HEIGHT;
      const length = (value * FULL).toFixed(1);
      return `<rect x="${LABEL_WIDTH}" y="${y}" width="${length}" height="${BAR_HEIGHT - 3}" fill="${colour}"/><text x="${LABEL_WIDTH + value * FULL + 6}" y="${y + 10}">${value.toFixed(2)}</text>`;
    },
  ).join('')}`;

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
