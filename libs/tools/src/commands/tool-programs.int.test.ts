import { afterAll, expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import { loadConfig } from '#platform';
import { TestClock } from '../../../../test/support/test-clock.js';
import { ToolPrograms } from './tool-programs.js';

const ROOM = 32; // As docs/tools.md has it.
const NEVER = new Cancellation();

/** Answers each request but one named `hang`, with its own process id. */
const ANSWERS = `while read -r line; do
  id=\${line#*'"id":'}
  case "$line" in *hang*) ;; *) echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":\${id%%,*},\\"result\\":{\\"pid\\":$$}}" ;; esac
done`;
const programs = new ToolPrograms(
  loadConfig({
    GW_TOOL_COMMANDS: JSON.stringify({ one: { command: ['/bin/sh', '-c', ANSWERS] } }),
  }),
  new TestClock(),
);
afterAll(() => programs.onModuleDestroy());

let ids = 0;
const aDoor = () => programs.doorTo('stdio:one');
const call = async (door: ReturnType<typeof aDoor>, method = 'tools/call'): Promise<number> => {
  const body = `{"jsonrpc":"2.0","id":${++ids},"method":"${method}","params":{}}`;
  const { pieces } = await door.open({ url: 'stdio:one', headers: {}, body }, NEVER);
  for await (const piece of pieces) {
    return (JSON.parse(String(piece)) as { result: { pid: number } }).result.pid;
  }
  throw new Error('it said nothing');
};

it('one more than there is room for ends the one that was called longest ago, and none that is called', async () => {
  const doors = Array.from({ length: ROOM }, aDoor);
  const [hanging, oldest, ...others] = doors;
  const pids: number[] = [];
  const unanswered = call(hanging as never, 'hang');
  for (const door of [oldest, ...others]) pids.push(await call(door as never));
  expect(await call(oldest as never)).toBe(pids[0]); // It was, and is not any more.

  await call(aDoor());
  expect(await call(oldest as never)).toBe(pids[0]);
  expect(await call(others[1] as never)).toBe(pids[2]);
  await expect(call(others[0] as never)).rejects.toThrow(/it was ended/);

  programs.onModuleDestroy();
  await expect(unanswered).rejects.toThrow(/it was ended/);
});

it('there is none where all of them are called', async () => {
  const doors = Array.from({ length: ROOM }, aDoor);
  const asked = doors.map((door) => call(door, 'hang').catch((fault: Error) => fault.message));
  await expect(call(aDoor())).rejects.toThrow(/too many tool servers run/);
  programs.onModuleDestroy();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['it was ended']));
});
