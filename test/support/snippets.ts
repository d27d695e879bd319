import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './build.js';

/** What people read: the README, and the pages of `docs/` without the decisions, which record what was. */
export const PAGES: readonly string[] = [
  'README.md',
  ...(await readdir(join(ROOT, 'docs'), { recursive: true }))
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .map((file) => `docs/${file}`)
    .toSorted(),
];

/** A fenced block of a page. */
export interface Snippet {
  readonly page: string;
  /** Of its first fence, from 1. */
  readonly line: number;
  /** As the fence names it; empty for a drawing. */
  readonly language: string;
  readonly text: string;
  /** Why no test runs it, where a comment before it says so. */
  readonly notRun: string | undefined;
  /** The test that runs it, where a comment before it says that a page's own one does. */
  readonly runBy: string | undefined;
  /** The file that it stands for, where what stands before it ends with a path: `` `~/.codex/config.toml`: ``. */
  readonly file: string | undefined;
  /** What it prints, in a block of `text` behind it: each line in order, `…` for anything. */
  readonly output: string | undefined;
}

const FENCE = /^```(\w*)\n([^]*?)^```$/gm;
const COMMENT = /<!-- (not run|run by): (\S+) -->\s*$/;
const FILE = /`([^`\n]+)`:\s*$/;

export async function snippetsOf(page: string): Promise<readonly Snippet[]> {
  const whole = await readFile(join(ROOT, page), 'utf8');
  const found: Snippet[] = [];
  let end = 0;
  for (const match of whole.matchAll(FENCE)) {
    const [block, language = '', text = ''] = match;
    const before = whole.slice(end, match.index);
    const [, why, what] = COMMENT.exec(before) ?? [];
    const last = found.at(-1);
    end = match.index + block.length;
    if (language === 'text' && last) {
      found[found.length - 1] = { ...last, output: text };
      continue;
    }
    found.push({
      page,
      line: whole.slice(0, match.index).split('\n').length,
      language,
      text,
      notRun: why === 'not run' ? what : undefined,
      runBy: why === 'run by' ? what : undefined,
      file: language === 'sh' ? undefined : FILE.exec(before.replace(COMMENT, ''))?.[1],
      output: undefined,
    });
  }
  return found;
}

export const SNIPPETS: readonly Snippet[] = (await Promise.all(PAGES.map(snippetsOf))).flat();

/** Whether a page's own place in a test is to run it. */
export const isRun = ({ notRun, runBy }: Snippet): boolean =>
  notRun === undefined && runBy === undefined;

/** What is to be printed, as a pattern: lines in their order, `…` for anything. */
export const patternOf = (output: string): RegExp =>
  new RegExp(
    output
      .trimEnd()
      .split('\n')
      .map((line) => line.split('…').map(literally).join('[^\\n]*'))
      .join('[^]*?'),
  );

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** The first table below a line of a page: the cells of its rows, without the head. */
export async function tableBelow(page: string, line = 0): Promise<readonly (readonly string[])[]> {
  const whole = await readFile(join(ROOT, page), 'utf8');
  const below = whole.split('\n').slice(line);
  const start = below.findIndex((one) => one.startsWith('| -'));
  const rows = below.slice(start + 1);
  const end = rows.findIndex((one) => !one.startsWith('|'));
  return rows.slice(0, end).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}
