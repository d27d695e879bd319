// `npm run docs:pages`, a part of `npm run build`: the pages of docs/ as files that the API serves at /docs, and the
// index of their search. `--out` names another folder than dist/docs.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { NAVIGATION } from './docs/navigation.mjs';
import { pageAddress, readPage } from './docs/read-page.mjs';
import { writePage } from './docs/write-page.mjs';
import { fail, ROOT, say, stampPages } from './install.mjs';

const DOCS = join(ROOT, 'docs');
const SOURCES = join(ROOT, 'tools', 'docs');
const STYLES = join(ROOT, 'console', 'src', 'styles');
const BUILT = join(ROOT, 'dist', 'docs');
const DECISIONS = 'decisions';

const [flag, folder] = process.argv.slice(2);
const out = flag === '--out' && folder ? folder : BUILT;

const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length))
  .toSorted();
const listed = NAVIGATION.flatMap(({ pages }) => pages);
const isDecision = (name) => name.startsWith(`${DECISIONS}/`);
const lost = files.filter((name) => !listed.includes(name) && !isDecision(name));
if (lost.length > 0) fail(`tools/docs/navigation.mjs does not have ${lost.join(', ')}.`);

const names = new Set([...files, DECISIONS]);
const texts = new Map(files.map((name) => [name, readFileSync(join(DOCS, `${name}.md`), 'utf8')]));
texts.set(DECISIONS, listOfDecisions());
const absent = listed.filter((name) => !texts.has(name));
if (absent.length > 0) fail(`There is no docs/${absent.join('.md, docs/')}.md.`);

const pages = [...texts].map(([name, text]) => readPage(name, text, names));
const titles = new Map(pages.map(({ name, title }) => [name, title]));

rmSync(out, { recursive: true, force: true });
for (const page of pages) {
  const file = page.name === 'README' ? 'index' : page.name;
  write(`${file}.html`, writePage(page, titles));
  for (const picture of page.pictures) copy(join(DOCS, picture), picture);
}
write(
  'search.json',
  JSON.stringify(pages.filter(({ name }) => !isDecision(name)).flatMap(entriesOf)),
);
write(
  'assets/docs.css',
  ['tokens', 'base'].map((name) => read(join(STYLES, `${name}.css`))).join('') +
    read(join(SOURCES, 'docs.css')),
);
copy(join(SOURCES, 'docs.js'), 'assets/docs.js');
copy(join(ROOT, 'console', 'public', 'favicon.svg'), 'assets/favicon.svg');
if (out === BUILT) stampPages();
say(`Documentation: ${pages.length} pages`);

/** What the search knows of a section: `u` its address, `p` its page, `t` its title, `x` its words. */
function entriesOf({ name, title, sections }) {
  return sections.map((section) => ({
    u: pageAddress(name) + (section.depth === 1 ? '' : `#${section.id}`),
    p: title,
    t: section.title,
    x: section.text,
  }));
}

function listOfDecisions() {
  const rows = files.filter(isDecision).map((name) => {
    const [, title = name] = /^# (.*)$/m.exec(texts.get(name) ?? '') ?? [];
    return `- [${title}](${name}.md)`;
  });
  return `# Decisions\n\nWhy it is as it is, one page each.\n\n${rows.join('\n')}\n`;
}

function read(file) {
  return readFileSync(file, 'utf8');
}

function write(path, text) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from, path) {
  if (!existsSync(from)) fail(`${from} is not there.`);
  mkdirSync(dirname(join(out, path)), { recursive: true });
  cpSync(from, join(out, path));
}
