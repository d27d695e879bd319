import { describe, expect, it } from 'vitest';
import { CHAT_PROGRAMS } from '../../lib/chat-code';
import { markFindings } from './mark-findings';
import { NO_PARAMETERS, requestOf } from './model';
import { keptOf, SHELF } from './presets';

const finding = (kind: string, start: number, end: number) => ({
  kind,
  start,
  end,
  subtype: null,
  score: 1,
  evidence: 'form',
  action: 'tokenize',
});
const textsOf = (pieces: ReturnType<typeof markFindings>) =>
  pieces.map(({ text, finding: found }) => (found ? `[${text}]` : text)).join('');

describe('what would leave', () => {
  it('is marked where something stands for a value', () => {
    const text = 'To a@b.c and d@e.f, now';
    const found = [finding('email', 13, 18), finding('email', 3, 8)];
    expect(textsOf(markFindings(text, 'To MAIL_1 and MAIL_22, now', found))).toBe(
      'To [MAIL_1] and [MAIL_22], now',
    );
    expect(textsOf(markFindings(text, text, found))).toBe('To [a@b.c] and [d@e.f], now');
  });

  it('is shown unmarked where nobody can tell what stands for what', () => {
    expect(textsOf(markFindings('a b', 'something else', [finding('x', 2, 3)]))).toBe(
      'something else',
    );
  });
});

it('a request has what was said by the model that is asked, and no parameter that nobody set', () => {
  const answer = { text: 'A', tools: [], thinking: 'hm' };
  const other = { ...answer, text: 'B' };
  const before = [{ prompt: 'one', answers: [answer, other] }] as never;
  const asked = { model: 'm', before, prompt: 'two', parameters: NO_PARAMETERS };
  expect(requestOf({ ...asked, lane: 1 })).toEqual({
    model: 'm',
    messages: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'B' },
      { role: 'user', content: 'two' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

it('presets are read whatever a browser has kept under their name', () => {
  const storage = new Map<string, string>();
  const kept = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  } as Storage;
  const parameters = { ...NO_PARAMETERS, system: 'secret', temperature: 0.5, effort: 'low' };
  const preset = { name: 'a', model: 'm', compare: undefined };
  expect(SHELF.write(kept, [{ ...preset, parameters: keptOf(parameters, false) }])).toBe(true);
  expect(storage.values().next().value).not.toContain('secret');
  expect(SHELF.read(kept)).toEqual([{ ...preset, parameters: { ...parameters, system: '' } }]);
  for (const odd of ['{', 'null', '{}', '[1,{"name":2}]', '[{"name":"b","parameters":7}]']) {
    storage.set('gw-playground-presets', odd);
    expect(SHELF.read(kept).every(({ name }) => typeof name === 'string')).toBe(true);
  }
});

it('code is quoted as its language wants it', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: `it's "x"` }], stream: true };
  const [curl, python] = CHAT_PROGRAMS.map(({ write }) => write('https://g.example', body));
  expect(curl).toContain(`it'\\''s \\"x\\"`);
  expect(python).toContain('stream=True,');
  expect(python).toContain(`"content": "it's \\"x\\""`);
});
