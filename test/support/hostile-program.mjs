// A tool server over standard input and output that answers calls as its argument says, and greets as it should.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , way] = process.argv;
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (said) => ({ resultType: 'complete', content: [{ type: 'text', text: said }] });
const about = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} };
const tools = [
  {
    name: 'echo',
    description: 'Says it again.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];

const flood = (stream, piece) => {
  const write = () => {
    while (stream.write(piece));
  };
  stream.on('drain', write);
  write();
};

const WAYS = {
  silent: () => undefined,
  garbage: () => process.stdout.write('no message\n{"neither": \n\n[]\n{}\n'),
  lines: () => flood(process.stdout, 'a log line on the wrong stream\n'.repeat(1_000)),
  empty: () => flood(process.stdout, '{}\n'.repeat(20_000)),
  notes: () =>
    flood(process.stdout, '{"jsonrpc":"2.0","method":"notifications/message"}\n'.repeat(1_000)),
  line: () => flood(process.stdout, 'x'.repeat(65_536)),
  errors: (id) => {
    process.stderr.write('y'.repeat(4_000_000));
    say({ id, result: text('said all the same') });
  },
  exits: () => process.exit(7),
  closes: () => process.stdout.end(),
  twice: (id) => {
    say({ id, result: text('once') });
    say({ id, result: text('twice') });
  },
  other: (id) => {
    say({ id: id + 1_000, result: text('of nobody') });
    say({ id, result: text('of its own') });
  },
  asks: (id) => {
    say({ id: 'mine', method: 'roots/list' });
    say({ id: 'there', method: 'ping' });
    waiting = id;
  },
  huge: (id) => say({ id, result: text('x'.repeat(5_000_000)) }),
  pretty: (id, { text: said }) => say({ id, result: text(said) }),
  memory: (id) => {
    const kept = [];
    try {
      while (kept.length < 400) kept.push(Buffer.alloc(16 * 1_048_576, 1));
      say({ id, result: text('all of it') });
    } catch {
      say({ id, result: text('no more') });
    }
  },
  forks: (id) => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], {
      stdio: 'ignore',
    });
    say({ id, result: text(`${process.pid} ${child.pid}`) });
  },
};

let waiting;
if (way === 'deaf') setInterval(() => undefined, 1_000);
else {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params, error } = JSON.parse(line);
    if (method === 'server/discover') say({ id, result: about });
    else if (method === 'tools/list') say({ id, result: { ...about, tools } });
    else if (method === 'tools/call') WAYS[way](id, params.arguments);
    else if (id === 'mine' && error) said.push(error.code);
    else if (id === 'there')
      say({ id: waiting, result: text(`${said.splice(0).join()} and somebody is there`) });
  });
  // Whoever ends only when it likes to.
  process.stdin.on('end', () => undefined);
  if (way === 'forks') setInterval(() => undefined, 1_000);
}
const said = [];
