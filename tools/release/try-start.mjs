// A checkout as whoever has just cloned it meets it.
import { spawn } from 'node:child_process';
import { fail } from '../install.mjs';

const START_MS_MAX = 10 * 60_000; // It installs and builds first.
/** As `npm start` prints it for the first call. */
const BASE = /Base URL\s+(\S+\/v1)/;
const KEY = /Bearer (gw_test_\w+)/;

/** `npm start`, and the call that it shows. @returns {Promise<number>} seconds from the start to the answer */
export async function tryStart(root) {
  const startedMs = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    detached: true,
    env: { ...process.env, GW_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const said = await untilItServes(child);
    const [, base] = BASE.exec(said);
    const [, key] = KEY.exec(said);
    await call(base, key);
    return Math.round((performance.now() - startedMs) / 1_000);
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-Number(child.pid), 'SIGTERM');
    await ended;
  }
}

function untilItServes(child) {
  return new Promise((resolve) => {
    let said = '';
    const late = setTimeout(() => fail(`It does not serve:\n${said}`), START_MS_MAX);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said += text;
        if (!BASE.test(said) || !KEY.test(said)) return;
        clearTimeout(late);
        resolve(said);
      });
    }
    child.once(
      'exit',
      (code) => !BASE.test(said) && fail(`npm start ended with ${code}:\n${said}`),
    );
  });
}

async function call(base, key) {
  const answer = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox/sandbox-chat',
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  });
  if (answer.status !== 200) fail(`The first call got ${answer.status}: ${await answer.text()}`);
}
