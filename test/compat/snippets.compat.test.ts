import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_FAMILY } from '#call';
import { ROOT } from '../support/build.js';
import { startGateway } from '../support/gateway.js';
import { isRun, patternOf, SNIPPETS, tableBelow, type Snippet } from '../support/snippets.js';

/** Programs of the documentation, as they stand there, with the packages of the clients and no others. */
const run = promisify(execFile);
const gateway = await startGateway({
  organisation: { protection: { mode: 'tokenize' } },
  sandbox: { family: SANDBOX_FAMILY }, // As a gateway without settings has it.
  workloads: [
    { name: 'default' },
    { name: 'poor', budget: { amount: '0', period: 'total' } },
    { name: 'guarded', protection: { mode: 'block' } },
    { name: 'hurried', tpm: 1 },
  ],
});
const programs = SNIPPETS.filter((one) => one.language === 'ts' && isRun(one));
const nameOf = ({ page, line }: Snippet) => `${basename(page, '.md')}-${line}.mts`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-snippets-'));
  await symlink(join(ROOT, 'test', 'compat', 'node_modules'), join(folder, 'node_modules'));
  for (const program of programs) {
    const text = program.text.replaceAll('http://127.0.0.1:8080', gateway.url);
    await writeFile(join(folder, nameOf(program)), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function printed(program: Snippet, workload?: string): Promise<string> {
  const env = { PATH: process.env['PATH'], API_KEY: gateway.key(workload) };
  const args = ['--disable-warning=ExperimentalWarning', nameOf(program)];
  return (await run(process.execPath, args, { cwd: folder, env })).stdout;
}

const placed = (those: readonly Snippet[]) =>
  those.map((one) => [`${one.page}:${one.line}`, one] as const);

it('have the types that their packages have', async () => {
  const compilerOptions = {
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
    (fault: { stdout: string }) => fault,
  );
  expect(stdout).toBe('');
});

it.each(placed(programs))('%s prints what it says', async (_, program) => {
  const said = await printed(program);
  expect(said).toMatch(patternOf(program.output ?? ''));
  expect(said).not.toBe('');
});

const refusals = programs.filter(({ text }) => text.includes('catch ('));
const WORKLOADS = { 402: 'poor', 422: 'guarded', 429: 'hurried' };

describe.each(placed(refusals))('a refusal at %s', (_, program) => {
  it.each(Object.entries(WORKLOADS))('with %s is what the table says', async (status, workload) => {
    const row =
      (await tableBelow(program.page, program.line)).find(([first]) => first === status) ?? [];
    // What stands alone in a cell as code is what the program prints.
    const words = row.slice(1).flatMap((cell) => /^`(\w+)`$/.exec(cell)?.[1] ?? []);
    expect(words.length).toBeGreaterThan(0);
    const said = await printed(program, workload);
    for (const word of [status, ...words]) expect(said).toContain(word);
  });
});
