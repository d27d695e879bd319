// `npm run docs:pictures`: the pictures of the documentation, docs/pictures/*.svg, each of the YAML beside it. With
// `--check` nothing is written, and it fails where one is not what it would draw.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { drawPicture } from './docs/draw-picture.mjs';
import { fail, ROOT, say } from './install.mjs';

const FOLDER = join(ROOT, 'docs', 'pictures');

const isCheck = process.argv.includes('--check');
for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'))) {
  const svg = join(FOLDER, name.replace('.yaml', '.svg'));
  const drawn = drawPicture(parse(readFileSync(join(FOLDER, name), 'utf8')));
  if (existsSync(svg) && readFileSync(svg, 'utf8') === drawn) continue;
  if (isCheck) fail(`${svg} is not of its source: npm run docs:pictures`);
  writeFileSync(svg, drawn);
  say(`${svg} is drawn.`);
}
