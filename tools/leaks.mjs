// `npm run leaks`: documents with values planted in them are anonymized, and nothing of them may be found again. The
// programs that look for it are Debian's, which are installed where there are none. `--all` makes two hundred documents.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureProgram } from './debian.mjs';
import { ensureInstalled, fail, pinnedNode, ROOT } from './install.mjs';

const USAGE = `npm run leaks -- [options]
  --all      200 documents, for most of an hour; without it 44, in a few minutes
  --kind K   only documents of one kind: pdf, picture, docx, pptx, xlsx, odt, csv, html, txt
  --help     shows this`;

const PROGRAMS = [
  ['pdftotext', 'poppler-utils'],
  ['tesseract', 'tesseract-ocr'],
];

const { all, kind, help } = optionsOf(process.argv.slice(2));
if (help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
ensureInstalled();
const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
for (const [program, debianPackage] of PROGRAMS) {
  const places = folders.map((folder) => join(folder, program));
  if (!ensureProgram(places, debianPackage)) {
    fail(`There is no ${program} on the path. Install ${debianPackage}.`);
  }
}
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=./test/support/table-reporter.ts'];
const only = kind === undefined ? [] : ['-t', `what was a ${kind}$`];
const { status } = spawnSync(
  pinnedNode,
  [vitest, 'run', '--project', 'leaks', ...reporters, ...only],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...(all && { GW_LEAKS: 'all' }) } },
);
process.exit(status ?? 1);

function optionsOf(args) {
  try {
    return parseArgs({
      args,
      options: {
        all: { type: 'boolean' },
        kind: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (fault) {
    return fail(`${fault.message}\n${USAGE}`);
  }
}
