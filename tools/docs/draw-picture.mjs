// A picture of docs/pictures as SVG: boxes on a grid, and arrows between them. It has its own colours for light and
// dark, and no script, so that it is the same in a repository, on a gateway and on paper.
import { escapeHtml } from './read-page.mjs';

const MARGIN = 12;
const LINE = 18; // Pixels from one line of text to the next.
const CHARACTER = 7.6; // Of the widest font that is likely, at the size below: what is longer would stick out.
const TONES = ['plain', 'accent', 'good', 'bad', 'quiet'];

/** Those of the pages, see console/src/styles/tokens.css. */
const STYLE = `
text { font: 13.5px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; fill: #1a2331; }
.title { font-weight: 650; }
.small { fill: #4f5b6e; }
rect { fill: #ffffff; stroke: #79859a; }
.accent rect { fill: #e6eff8; stroke: #1f5f99; }
.good rect { fill: #e4f4eb; stroke: #17663d; }
.bad rect { fill: #fbe9e7; stroke: #a3261d; }
.quiet rect { fill: #eef1f6; stroke: #d5dbe5; }
.arrow { fill: none; stroke: #4f5b6e; stroke-width: 1.5; }
.head { fill: #4f5b6e; }
@media (prefers-color-scheme: dark) {
  text { fill: #e5eaf1; }
  .small { fill: #a6b2c2; }
  rect { fill: #181f29; stroke: #7f8da1; }
  .accent rect { fill: #1d2e42; stroke: #8fbdee; }
  .good rect { fill: #17301f; stroke: #77d3a0; }
  .bad rect { fill: #3a1d1b; stroke: #f5a19a; }
  .quiet rect { fill: #121922; stroke: #2c3644; }
  .arrow { stroke: #a6b2c2; }
  .head { fill: #a6b2c2; }
}
`;

/**
 * @typedef {{ id: string, at: [number, number], span?: number, title?: string, lines?: string[], tone?: string }} Box
 * @typedef {{ from: string, to: string, label?: string, shift?: number }} Arrow from one box to another, straight
 * @typedef {{ title: string, cell: [number, number], gap: [number, number], boxes: Box[], arrows?: Arrow[], labels?: { at: [number, number], text: string }[] }} Picture
 *   `cell` and `gap` are width and height in pixels; a place is column and row, and may lie between two
 */

/** @param {Picture} picture @throws Error where a text does not fit into its box */
export function drawPicture({ title, cell, gap, boxes, arrows = [], labels = [] }) {
  const places = new Map(boxes.map((box) => [box.id, placeOf(box, cell, gap)]));
  const width = Math.max(...[...places.values()].map(({ x, w }) => x + w)) + MARGIN;
  const height = Math.max(...[...places.values()].map(({ y, h }) => y + h)) + MARGIN;
  const parts = [
    ...boxes.map((box) => drawBox(box, places.get(box.id))),
    ...arrows.map((arrow) => drawArrow(arrow, places)),
    ...labels.map(({ at, text }) => {
      const { x, y, h } = placeOf({ id: text, at }, cell, gap);
      return textAt(x, y + h - 5, text, 'small', 'start');
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>
${parts.join('\n')}
</svg>
`;
}

function placeOf({ at: [column, row], span = 1 }, [width, height], [across, down]) {
  return {
    x: MARGIN + column * (width + across),
    y: MARGIN + row * (height + down),
    w: span * width + (span - 1) * across,
    h: height,
  };
}

function drawBox({ id, title, lines = [], tone = 'plain' }, { x, y, w, h }) {
  if (!TONES.includes(tone)) throw new Error(`${id}: there is no tone ${tone}`);
  const texts = [...(title === undefined ? [] : [title]), ...lines];
  for (const text of texts) {
    if (text.length * CHARACTER > w + 2)
      throw new Error(`${id}: "${text}" is too long for its box`);
  }
  if (texts.length * LINE > h) throw new Error(`${id}: too many lines for its box`);
  const top = y + h / 2 - ((texts.length - 1) * LINE) / 2 + 5;
  const drawn = texts.map((text, at) =>
    textAt(x + w / 2, top + at * LINE, text, title !== undefined && at === 0 ? 'title' : ''),
  );
  return `<g class="${tone}"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="7"/>${drawn.join('')}</g>`;
}

function drawArrow({ from, to, label, shift = 0 }, places) {
  const [one, other] = [from, to].map((id) => {
    const place = places.get(id);
    if (!place) throw new Error(`There is no box ${id}`);
    return place;
  });
  const isAcross = one.y === other.y;
  const [x1, y1, x2, y2] = isAcross ? across(one, other, shift) : upright(one, other, shift);
  const line = `<path class="arrow" d="M${x1} ${y1} ${x2} ${y2}" marker-end="url(#head)"/>`;
  if (label === undefined) return line;
  const middle = [(x1 + x2) / 2, (y1 + y2) / 2];
  const said = isAcross
    ? textAt(middle[0], middle[1] - 6, label, 'small')
    : textAt(middle[0] + 8, middle[1] + 5, label, 'small', 'start');
  return line + said;
}

function across(one, other, shift) {
  const y = one.y + one.h / 2 + shift;
  return one.x < other.x
    ? [one.x + one.w, y, other.x - 1, y]
    : [one.x, y, other.x + other.w + 1, y];
}

/** From the middle of the narrower one, straight into the other. */
function upright(one, other, shift) {
  const { x, w } = one.w <= other.w ? one : other;
  const at = x + w / 2 + shift;
  return one.y < other.y
    ? [at, one.y + one.h, at, other.y - 1]
    : [at, one.y, at, other.y + other.h + 1];
}

const textAt = (x, y, text, name, anchor = 'middle') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${name ? ` class="${name}"` : ''}>${escapeHtml(text)}</text>`;
