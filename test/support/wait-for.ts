const POLL_MS = 10;
const DEADLINE_MS = 60_000; // In vain, not slowly: a busy machine takes its time; below a test's own limit.

/** Resolves with the first value that is neither false nor undefined. @throws after the deadline */
export async function waitFor<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  deadlineMs = DEADLINE_MS,
): Promise<Exclude<Value, false | undefined>> {
  const endMs = performance.now() + deadlineMs;
  for (;;) {
    const value = await look();
    if (value !== false && value !== undefined) return value as Exclude<Value, false | undefined>;
    if (performance.now() > endMs) throw new Error(`waited ${deadlineMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
