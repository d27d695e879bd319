import { vi } from 'vitest';

/** What is said on the standard output while it runs, which is not shown, and what it comes to. */
export async function heard<Code>(
  run: () => Promise<Code>,
): Promise<{ readonly code: Code; readonly said: string }> {
  let said = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    return { code: await run(), said };
  } finally {
    stdout.mockRestore();
  }
}
