import { afterEach, expect, it, onTestFinished } from 'vitest';
import { Cancellation } from '#kernel';
import { TestClock } from '../../../../test/support/test-clock.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { ToolProcess } from './tool-process.js';

const MIB = 1_048_576;
const CALLS = 24; // Of a MiB each: more than may wait to be read.

const started: ToolProcess[] = [];
afterEach(() => {
  for (const one of started.splice(0)) one.end('over');
});

/** Of Node, with a file that lets it read once it is there. */
function aProgram(clock: TestClock, script: string): ToolProcess {
  const made = new ToolProcess({ command: [process.execPath, '-e', script], env: {} }, clock);
  started.push(made);
  return made;
}

const lineOf = (id: number, bytes: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: 'x'.repeat(bytes) });

/** Ends at once, and leaves somebody behind who is in no group of its own and holds its output open. */
const LEAVES = `
const { spawn } = require('node:child_process');
const stays = 'setTimeout(() => undefined, 600000)';
const left = spawn(process.execPath, ['-e', stays], { detached: true, stdio: 'inherit' });
console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { pid: left.pid } }));
left.unref();
process.exit(3);
`;

/** Reads nothing for two seconds, and answers everything then. */
const BUSY = `setTimeout(() => {
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id } = JSON.parse(line);
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
  });
}, 2000)`;

it('a program that has too much to read refuses calls, and answers those that it has', async () => {
  const program = aProgram(new TestClock(), BUSY);
  const never = new Cancellation();
  const first = program.ask(1, lineOf(1, 10), never);
  const large = Array.from({ length: CALLS }, (_, n) =>
    program.ask(n + 2, lineOf(n + 2, MIB), never),
  );
  const settled = await Promise.allSettled([first, ...large]);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(settled[0]?.status).toBe('fulfilled');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(CALLS / 2);
  for (const fault of refused) expect(fault).toMatchObject({ key: 'upstream_unhealthy' });
  expect(String(await program.ask(100, lineOf(100, 10), never))).toContain('"id":100');
});

it('one that reads nothing for ten seconds is ended', async () => {
  const clock = new TestClock();
  const program = aProgram(clock, 'setInterval(() => undefined, 1000)');
  let why = '';
  program.onEnd(({ message }) => (why = message));
  const asked = Array.from({ length: CALLS }, (_, n) =>
    program.ask(n, lineOf(n, MIB), new Cancellation()).catch(() => undefined),
  );
  expect(why).toBe('');
  clock.skip(10_000);
  await program.ask(CALLS, lineOf(CALLS, 10), new Cancellation()).catch(() => undefined);
  await waitFor('its end', () => why !== '');
  expect(why).toBe('it does not read what it is sent');
  await Promise.all(asked);
});

it('one that ends and leaves its output to somebody else has ended', async () => {
  const program = aProgram(new TestClock(), LEAVES);
  const why = new Promise<string>((resolve) => program.onEnd(({ message }) => resolve(message)));
  const { result } = JSON.parse(String(await program.ask(1, lineOf(1, 1), new Cancellation()))) as {
    result: { pid: number };
  };
  onTestFinished(() => void process.kill(result.pid, 'SIGKILL'));
  expect(await why).toBe('it has ended (exit code 3)');
});
