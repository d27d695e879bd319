import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const TOOLS = fileURLToPath(new URL('../../../tools/', import.meta.url));

/** Whatever is said beside the usage, as of a build that begins, would show. */
function run(tool: string, args: readonly string[]) {
  const [file = '', ...suite] = tool.split(' ');
  const ran = spawnSync(process.execPath, [`${TOOLS}${file}.mjs`, ...suite, ...args], {
    encoding: 'utf8',
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

describe.each(['soak', 'bench', 'bench-ledger', 'bench-log', 'suite attack', 'suite chaos'])(
  '%s',
  (tool) => {
    it('is explained, and does nothing else', () => {
      const { code, out, err } = run(tool, ['--help']);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^npm run [a-z:]+ -- \[options\]/);
      expect(out).toContain('--help ');
      expect(run(tool, ['-h'])).toEqual({ code, out, err });
    });

    it('is not begun with an option that there is not', () => {
      const { out: usage } = run(tool, ['--help']);
      const { code, out, err } = run(tool, ['--wrong']);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain("'--wrong'");
      expect(err.endsWith(usage)).toBe(true);
    });
  },
);

it.each([
  ['soak', ['--minutes', 'ten'], '--minutes must be a number above 0, not "ten".'],
  ['soak', ['--callers', '1.5'], '--callers must be a whole number, not "1.5".'],
  ['soak', ['5'], "'5'"],
  ['bench', ['--kinds', 'idle'], '--kinds: "idle" is none of'],
  ['bench-ledger', ['--seconds', '-1'], '--seconds'],
  ['bench-log', ['--rows', '0'], '--rows must be a number above 0'],
  ['suite chaos', ['matrixx'], 'No file of chaos has "matrixx" in its name.'],
] as const)('%s is not begun with %j', (tool, args, why) => {
  expect(run(tool, args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) });
});
