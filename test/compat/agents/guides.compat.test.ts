import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_FAMILY } from '#call';
import { startGateway } from '../../support/gateway.js';
import { patternOf, snippetsOf, tableBelow, type Snippet } from '../../support/snippets.js';
import { binOf } from './agents.js';

/**
 * What the guides of coding agents say, as it stands there: their files are written, their commands run, and a
 * refusal prints what the table has. An agent that tries again and again is stopped after a while.
 */
const PROGRAM_MS_MAX = 45_000;
const OUTPUT_BYTES_MAX = 4 * 1_024 * 1_024;

const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  sandbox: { family: SANDBOX_FAMILY },
  workloads: [
    { name: 'default', budget: { amount: '1000', period: 'total' } },
    { name: 'poor', budget: { amount: '0', period: 'total' } },
    { name: 'guarded', protection: { mode: 'block' } },
    { name: 'hurried', tpm: 1 },
  ],
});
const WORKLOADS = { 402: 'poor', 422: 'guarded', 429: 'hurried' };
const require = createRequire(import.meta.url);
const claude = require.resolve(
  `@anthropic-ai/claude-code-${process.platform}-${process.arch}/package.json`,
);
const GUIDES = [
  { page: 'claude-code', program: 'claude', command: `"${join(dirname(claude), 'claude')}"` },
  { page: 'codex', program: 'codex', command: script('@openai/codex', 'codex') },
  { page: 'gemini-cli', program: 'gemini', command: script('@google/gemini-cli', 'gemini') },
];
let root = '';

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'gw-guides-')));
  await mkdir(join(root, 'bin'));
  for (const { program, command } of GUIDES) {
    const file = join(root, 'bin', program);
    await writeFile(file, `#!/bin/sh\nexec ${command} "$@"\n`);
    await chmod(file, 0o755);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

function script(name: string, bin: string): string {
  return `"${process.execPath}" "${binOf(name, bin)}"`;
}

/** What a guide's commands print for somebody who has a key and nothing else. */
async function said(snippets: readonly Snippet[], workload?: string): Promise<string> {
  const home = await mkdtemp(join(root, 'home-'));
  const folder = await mkdtemp(join(root, 'work-'));
  const own = (text: string) => text.replaceAll('http://127.0.0.1:8080', gateway.url);
  for (const { file, text } of snippets) {
    if (file === undefined) continue;
    const path = file.replace('~', home);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, own(text));
  }
  const commands = snippets.filter((one) => one.language === 'sh' && one.notRun === undefined);
  const lines = commands.map(({ text }) => own(text)).join('');
  const env = {
    PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    API_KEY: gateway.key(workload),
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  const options = { cwd: folder, env, timeout: PROGRAM_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX };
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', lines], options, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    child.stdin?.end();
  });
}

for (const { page, program } of GUIDES) {
  describe(`the guide ${page}`, async () => {
    const snippets = await snippetsOf(`docs/guides/${page}.md`);
    const asks = snippets.findIndex(
      ({ text, output }) => output !== undefined && text.includes(program),
    );
    const table = await tableBelow(`docs/guides/${page}.md`, snippets.at(-1)?.line);

    it('leads to an answer', async () => {
      const output = snippets[asks]?.output ?? 'the guide shows no answer';
      expect(await said(snippets)).toMatch(patternOf(output));
    });

    it.each(Object.entries(WORKLOADS))('says what is seen of %s', async (status, workload) => {
      const [, cell = ''] = table.find(([first]) => first === status) ?? [];
      const [, words = 'no such row'] = /^`(.*)`$/.exec(cell) ?? [];
      const mailed = snippets.slice(0, asks + 1).map((one) => ({
        ...one,
        text: one.text.replace('Good morning', 'Good morning, jane.doe@example.org'),
      }));
      expect(await said(mailed, workload)).toContain(words);
    });
  });
}
