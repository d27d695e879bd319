import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '#kernel';
import type { Entered, InspectedCall } from '#call';
import { codecs, type ReplyEvent, type ReplyFrame } from '#wire';
import { aPart, readChatStream, readGeminiStream } from '../../../../test/support/wire.js';
import {
  aCall,
  aChat,
  aDelta,
  aFinish,
  anInterceptor,
  documentOf,
  DONE,
  outgoing,
  textOf,
  watched,
} from '../testing/a-call.js';

const JANE = 'jane.doe@example.com';
const TERM = 'Blue\n"Tower"';
const IBAN = 'DE89 3704 0044 0532 0130 00';

interface World {
  readonly entered: Entered<InspectedCall>;
  /** Words that stand for the values, in the order of the request. */
  readonly words: readonly string[];
}

async function aWorld(isStreaming: boolean, change: object = {}): Promise<World> {
  const body = {
    gw: { remove: ['blue "tower"'] },
    ...aChat([JANE, 'Jane.Doe@example.com', TERM, IBAN].map((text) => ({ type: 'text', text }))),
    ...change,
  };
  const entered = await anInterceptor().enter(aCall('tokenize', body, { isStreaming }));
  const sent = JSON.parse(outgoing(entered.call)) as {
    messages: [{ content: { text: string }[] }];
  };
  return { entered, words: sent.messages[0].content.map(({ text }) => text) };
}

const watch = ({ entered }: World, frames: readonly ReplyFrame[]) => watched(entered, frames);

const payloadOf = ({ document, edits }: ReplyFrame): unknown =>
  document && JSON.parse(applyEdits(document.text, edits));

const streamed = async (
  world: World,
  deltas: readonly string[],
  type: 'text' | 'args' = 'text',
) => {
  const part = type === 'text' ? '0/text' : '0/tool/0';
  const frames = [...deltas.map((delta) => aDelta(type, part, delta)), aFinish(), DONE];
  return textOf(watch(world, frames), part);
};

/** Cuts a text at the given places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const at = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, index) => text.slice(at[index], end));
};

describe('an answer to a call without pseudonyms', () => {
  it('is not even looked at', async () => {
    for (const mode of ['allow_log', 'mask', 'tokenize'] as const) {
      const call = aCall(mode, aChat(mode === 'tokenize' ? 'x' : JANE));
      expect((await anInterceptor().enter(call)).watch).toBeUndefined();
    }
  });
});

describe('a buffered answer', () => {
  const frameOf = (body: unknown, events: readonly ReplyEvent[] = []): ReplyFrame => ({
    document: documentOf(body),
    edits: [],
    events: [...events, { type: 'done' }],
  });

  it('is restored in every string but the model’s name', async () => {
    const world = await aWorld(false);
    const [jane = '', , tower = ''] = world.words;
    const answer = {
      id: jane,
      model: jane,
      choices: [
        {
          message: {
            role: 'assistant',
            content: `To ${jane}: ${tower}`,
            reasoning_content: jane,
            annotations: [{ url_citation: { title: jane } }],
            tool_calls: [
              {
                id: 'c',
                function: { name: 'f', arguments: JSON.stringify({ [jane]: tower, n: 1 }) },
              },
            ],
          },
          logprobs: { content: [{ token: jane }] },
        },
        { message: { content: 'plain' }, logprobs: null },
      ],
    };
    const [frame] = watch(world, [frameOf(answer)]);
    expect(frame && payloadOf(frame)).toMatchObject({
      id: JANE,
      model: jane,
      choices: [
        {
          message: {
            content: `To ${JANE}: ${TERM}`,
            reasoning_content: JANE,
            annotations: [{ url_citation: { title: JANE } }],
            tool_calls: [
              { function: { name: 'f', arguments: JSON.stringify({ [JANE]: TERM, n: 1 }) } },
            ],
          },
          logprobs: null,
        },
        { message: { content: 'plain' } },
      ],
    });
  });

  it('keeps its logprobs, and every byte, when nothing is restored', async () => {
    const world = await aWorld(false);
    const frame = frameOf({
      choices: [{ message: { content: 'x EMAIL_222223' }, logprobs: { content: [] } }],
    });
    expect(watch(world, [frame])).toEqual([frame]);
  });

  it('tells the restored text in its events too', async () => {
    const world = await aWorld(false);
    const [jane = ''] = world.words;
    const [frame] = watch(
      world,
      [aDelta('text', '0/text', jane)].map((delta) => ({
        ...delta,
        events: [...delta.events, { type: 'done' as const }],
      })),
    );
    expect(frame && textOf([frame], '0/text')).toBe(JANE);
  });

  describe('in parts of one text', () => {
    const read = (...texts: string[]) => {
      const content = texts.map((text) => ({ type: 'text', text }));
      const message = { role: 'assistant', content };
      return codecs.chat.readAnswer(
        documentOf({ choices: [{ index: 0, message, finish_reason: 'stop' }] }),
      );
    };
    const shown = (world: World, ...texts: string[]): string[] => {
      const [frame] = watch(world, [read(...texts)]);
      const { choices } = (frame && payloadOf(frame)) as {
        choices: [{ message: { content: { text: string }[] } }];
      };
      const said = choices[0].message.content.map(({ text }) => text);
      const told = frame?.events.flatMap((event) => (event.type === 'text' ? event.delta : []));
      expect(told?.join('')).toBe(said.join(''));
      return said;
    };

    it('has values put back that are cut between them', async () => {
      const world = await aWorld(false);
      const [jane = ''] = world.words;
      for (let at = 1; at < jane.length; at++) {
        const said = shown(world, `To ${jane.slice(0, at)}`, `${jane.slice(at)}, and ${jane}.`);
        expect(said.join('')).toBe(`To ${JANE}, and ${JANE}.`);
      }
      expect(shown(world, ...jane).join('')).toBe(JANE);
      const whole = shown(world, `a${jane}b`);
      expect(shown(world, 'a', ...jane, 'b').join('')).toBe(whole.join(''));
    });

    it('has each restored as what it is where none is cut', async () => {
      const world = await aWorld(false);
      const [jane = '', , tower = ''] = world.words;
      const json = JSON.stringify({ a: tower });
      expect(shown(world, `To ${jane}: `, json)).toEqual([
        `To ${JANE}: `,
        JSON.stringify({ a: TERM }),
      ]);
    });

    it('ends before a value that broke off', async () => {
      const world = await aWorld(false);
      const [jane = ''] = world.words;
      const frame = read(`To ${jane.slice(0, 8)}`, `${jane.slice(8)} or ${jane.slice(0, -1)}`);
      const events = frame.events.map((event) =>
        event.type === 'finish' ? { ...event, reason: 'length' } : event,
      );
      const [last] = watch(world, [{ ...frame, events }]);
      const told = last?.events.flatMap((event) => (event.type === 'text' ? event.delta : []));
      expect(told?.join('')).toBe(`To ${JANE} or `);
    });
  });

  it('that is JSON by order of the caller stays JSON', async () => {
    const world = await aWorld(false, { response_format: { type: 'json_object' } });
    const delta = aDelta('text', '0/text', JSON.stringify({ who: world.words[2] }));
    const [frame] = watch(world, [{ ...delta, events: [...delta.events, { type: 'done' }] }]);
    expect(JSON.parse(frame ? textOf([frame], '0/text') : '')).toEqual({ who: TERM });
  });

  it('that is an error which echoes the request is restored', async () => {
    const world = await aWorld(false);
    const message = `bad ${world.words[0]}`;
    const frame: ReplyFrame = {
      document: documentOf({ error: { message } }),
      edits: [],
      events: [{ type: 'error', message, code: 'x' }],
    };
    const [restored] = watch(world, [frame]);
    expect(restored && payloadOf(restored)).toEqual({ error: { message: `bad ${JANE}` } });
    expect(restored?.events).toEqual([{ type: 'error', message: `bad ${JANE}`, code: 'x' }]);
  });
});

describe('the forms of a pseudonym', () => {
  it.each([
    [(word: string) => word.toLowerCase(), JANE],
    [(word: string) => `«${word}»`, `«${JANE}»`],
    [(word: string) => `**${word}**'s`, `**${JANE}**'s`],
    [(word: string) => word.replace('_', '\\_'), JANE],
    [(word: string) => word.replace('_', ' '), JANE],
    [(word: string) => word.replace('_', '-'), JANE],
    [(word: string) => word.replace('_', '__'), JANE],
    [(word: string) => word.replace('_', '%5F'), JANE],
    [(word: string) => word.replace('_', '\\u005f'), JANE],
    [(word: string) => word.replace('EMAIL', 'ADRES_IMIĘ'), JANE],
    [(word: string) => `code ${word.slice(-6)}`, `code ${JANE}`],
    [(word: string) => `${word}nek`, `${JANE}nek`],
    [(word: string) => `${word}_2`, 'Jane.Doe@example.com'],
    [(word: string) => `${word}_7`, `${JANE}_7`],
    [(word: string) => `report_${word}_2026`, `report_${JANE}_2026`],
    [(word: string) => `${word}\\_20`, `${JANE}\\_20`],
    [(word: string) => `${word}__2`, 'Jane.Doe@example.com'],
    [(word: string) => `${word}\uff3f2`, 'Jane.Doe@example.com'],
    [(word: string) => `${word.replace('_', '-')}-2`, 'Jane.Doe@example.com'],
    [(word: string) => `${word.replace('_', ' ')} 2`, 'Jane.Doe@example.com'],
    [(word: string) => `${word.replace('_', ' ')} 25`, `${JANE} 25`],
    [(word: string) => `${word}-2`, `${JANE}-2`],
    [(word: string) => word.replace('EMAIL', 'Sähköposti'), JANE],
    [(word: string) => word.replace('EMAIL', 'adresse_email'), JANE],
    [(word: string) => `**EMAIL**_${word.slice(-6)}`, `**${JANE}**`],
    [(word: string) => `EMAIL_**${word.slice(-6)}**`, `**${JANE}**`],
    [(word: string) => `**EMAIL**_**${word.slice(-6)}**`, `**${JANE}**`],
    [(word: string) => `x${word}`, `x${JANE}`],
    [(word: string) => `FROM_${word}`, `FROM_${JANE}`],
    [(word: string) => word.replace('EMAIL', 'E-Mail'), JANE],
    [(word: string) => word.replace('EMAIL', 'email-address'), JANE],
    [(word: string) => word.replace('EMAIL', 'Courriel'), JANE],
    [(word: string) => word.replace('_', ':'), JANE],
    [(word: string) => word.replace('_', '_\n'), JANE],
    [(word: string) => word.replace('_', '\u2011'), JANE],
    [(word: string) => word.replace('_', '\u202f'), JANE],
  ])('%# is restored', async (form, expected) => {
    const world = await aWorld(true);
    const text = `(${form(world.words[0] ?? '')})`;
    expect(await streamed(world, [text])).toBe(`(${expected})`);
    expect(await streamed(world, text.split(''))).toBe(`(${expected})`);
  });

  it('a value never stands behind what is left of a label that nobody knows', async () => {
    const world = await aWorld(true);
    for (const label of ['Adresse', 'viesti', '邮箱', 'my-mail']) {
      const text = `see ${label}_${world.words[0]?.slice(-6)}.`;
      expect(await streamed(world, [text])).toBe(text);
      expect(await streamed(world, text.split(''))).toBe(text);
    }
  });

  it('unknown, damaged or embedded codes are left alone', async () => {
    const world = await aWorld(true);
    const code = world.words[0]?.slice(-6) ?? '';
    const wrong = (code.startsWith('2') ? '3' : '2') + code.slice(1);
    for (const text of [
      `EMAIL_${wrong}`,
      'EMAIL_P4TN8M',
      `xx${code}`,
      `1${code}`,
      code.slice(0, 5),
    ]) {
      expect(await streamed(world, text.split(''))).toBe(text);
    }
  });
});

describe('a stream', () => {
  /** What a text is put together from: whole, changed and broken forms, and all that looks alike. */
  const forms: Readonly<Record<string, (word: string) => string>> = {
    whole: (word) => word,
    code: (word) => word.slice(-6),
    lower: (word) => word.replaceAll('_', ' ').toLowerCase(),
    escaped: (word) => word.replaceAll('_', '\\_'),
    encoded: (word) => word.replaceAll('_', '%5f'),
    unicode: (word) => word.replaceAll('_', '\\u005f'),
    start: (word) => word.slice(0, 7),
    cut: (word) => word.slice(0, -2),
    end: (word) => word.slice(-3),
  };
  const noise = fc.oneof(
    fc.constantFrom(
      '_',
      '_2',
      '__',
      '-',
      ' ',
      '\\',
      '%',
      '%5',
      'F',
      '\\u00',
      '5f',
      '"',
      '\n',
      '.',
      '2',
    ),
    fc.constantFrom('E', 'EMAIL', 'email ', 'removal', 'The ', 'MÜNCHEN_', '𝄞'),
    fc.constantFrom('\u200b', '\u00ad\u2060', '\ufeff'.repeat(9)),
    fc.constantFrom('\n```json\n', '```\n', '```', '{', '> '),
    fc.constantFrom('a'.repeat(30), 'A'.repeat(39)),
  );
  const form = fc.record({
    place: fc.nat({ max: 3 }),
    name: fc.constantFrom(...Object.keys(forms)),
  });
  const pieces = fc.oneof(noise, form);
  type Piece = string | { readonly place: number; readonly name: string };

  const textFrom = (words: readonly string[], names: readonly Piece[]): string =>
    names
      .map((piece) =>
        typeof piece === 'string' ? piece : (forms[piece.name]?.(words[piece.place] ?? '') ?? ''),
      )
      .join('');

  it('gives the same text however it was cut', async () => {
    const world = await aWorld(true);
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (names, places) => {
          const text = textFrom(world.words, names);
          const whole = await streamed(world, [text]);
          expect(await streamed(world, cut(text, places))).toBe(whole);
          expect(await streamed(world, text.split(''))).toBe(whole);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('gives the same text for every single cut of a small answer', async () => {
    const world = await aWorld(true);
    const [jane, other, tower, iban] = world.words;
    const text = `Dear EMAIL ${jane}, IBAN_${iban} or ${other}_3; ${tower}`;
    const whole = await streamed(world, [text]);
    expect(whole).toBe(`Dear EMAIL ${JANE}, IBAN_${IBAN} or Jane.Doe@example.com_3; ${TERM}`);
    for (let at = 0; at <= text.length; at++) {
      expect(await streamed(world, [text.slice(0, at), text.slice(at)])).toBe(whole);
    }
  });

  it('gives tool arguments that are valid JSON and equal the buffered ones, however cut', async () => {
    const world = await aWorld(true);
    const value = fc.array(pieces, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        value,
        value,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.boolean(),
        async (a, b, places, isEscaped) => {
          const object = {
            [`k${textFrom(world.words, b)}`]: [textFrom(world.words, a), 1, null],
            t: '\u00e9/\n',
          };
          const json = isEscaped
            ? JSON.stringify(object)
                .replaceAll('_', '\\u005f')
                .replaceAll('é', '\\u00E9')
                .replaceAll('/', '\\/')
            : JSON.stringify(object);
          const whole = await streamed(world, [json], 'args');
          expect(await streamed(world, cut(json, places), 'args')).toBe(whole);
          expect(await streamed(world, json.split(''), 'args')).toBe(whole);
          const plain = JSON.parse(json) as typeof object;
          const restored = JSON.parse(whole) as typeof object;
          const expected = await streamed(world, [String(Object.values(plain)[0]?.[0])]);
          expect(Object.values(restored)[0]).toEqual([expected, 1, null]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives arguments that come as an object restored, in the payload and in what it says', async () => {
    const world = await aWorld(true);
    const [word = ''] = world.words;
    const part = { functionCall: { name: 'f', args: { to: word } } };
    const payload = { candidates: [{ content: { role: 'model', parts: [part] } }] };
    const frames: ReplyFrame[] = [];
    const event = { name: '', data: JSON.stringify(payload), isCut: false };
    for await (const frame of readGeminiStream([event])) frames.push(frame);
    const [restored] = watch(world, frames);
    expect(JSON.stringify(restored && payloadOf(restored))).toContain(`{"to":"${JANE}"}`);
    expect(restored?.events).toContainEqual(
      expect.objectContaining({ type: 'args', delta: `{"to":"${JANE}"}` }),
    );
  });

  it('with arguments that are no JSON is still restored', async () => {
    const world = await aWorld(true);
    expect(await streamed(world, [`{"a":"${world.words[0]}`, ' \\'], 'args')).toBe(
      `{"a":"${JANE} \\`,
    );
    expect(await streamed(world, [`run ${world.words[0]}`], 'args')).toBe(`run ${JANE}`);
  });

  it('lets prose flow without delay and as it came', async () => {
    const world = await aWorld(true);
    const words = 'The quick brown fox, says Émile, jumps over 12 lazy dogs again'.split(/(?= )/);
    const frames = words.map((word) => aDelta('text', '0/text', word));
    const restored = watch(world, frames);
    expect(restored).toEqual(frames);
  });

  it('sends a held end before the finish, in the last delta if that frame has one', async () => {
    const world = await aWorld(true);
    const alone = watch(world, [aDelta('text', '0/text', 'To EMAIL_'), aFinish(), DONE]);
    expect(alone.map(({ events }) => events.map(({ type }) => type))).toEqual([
      ['text'],
      ['text'],
      ['finish'],
      ['done'],
    ]);
    expect(alone[1]).toEqual({
      document: null,
      edits: [],
      events: [{ type: 'text', part: aPart('0/text'), delta: 'EMAIL_' }],
    });

    const delta = aDelta('text', '0/text', 'EMAIL_');
    const finishing = {
      ...delta,
      events: [...delta.events, { type: 'finish' as const, choice: 0, reason: 'stop' }],
    };
    const joined = watch(world, [finishing, DONE]);
    expect(joined).toHaveLength(2);
    expect(textOf(joined, '0/text')).toBe('EMAIL_');
  });

  it('sends a held end before an error, and when the stream just stops', async () => {
    const world = await aWorld(true);
    const error: ReplyFrame = {
      document: null,
      edits: [],
      events: [{ type: 'error', message: 'cut', code: 'x' }],
    };
    const failed = watch(world, [aDelta('text', '0/text', 'an EMAIL'), error]);
    expect(textOf(failed, '0/text')).toBe('an EMAIL');
    expect(failed.at(-1)?.events).toEqual(error.events);
    expect(textOf(watch(world, [aDelta('text', '0/text', 'an EMAIL')]), '0/text')).toBe('an EMAIL');
  });

  it('restores a last frame that has both a text and an error', async () => {
    const world = await aWorld(true);
    const [jane = ''] = world.words;
    const delta = aDelta('text', '0/text', jane);
    const error = { type: 'error' as const, message: `bad ${jane}`, code: 'x' };
    const last = { ...delta, events: [...delta.events, error] };
    const restored = watch(world, [aDelta('text', '0/text', 'a '), last]);
    expect(textOf(restored, '0/text')).toBe(`a ${JANE}`);
    expect(restored.at(-1)?.events.at(-1)).toEqual({ ...error, message: `bad ${JANE}` });
  });

  it('keeps parts and choices apart', async () => {
    const world = await aWorld(true);
    const [jane = ''] = world.words;
    const parts = ['0/text', '1/text', '0/reasoning', '0/tool/0'];
    const frames = `"${jane}"`
      .split('')
      .flatMap((char) =>
        parts.map((part) => aDelta(part.includes('tool') ? 'args' : 'text', part, char)),
      );
    const restored = watch(world, [...frames, aFinish(0), aFinish(1), DONE]);
    for (const part of parts) expect(textOf(restored, part)).toBe(`"${JANE}"`);
  });

  it('drops deltas that became empty, unless the frame carries something else', async () => {
    const world = await aWorld(true);
    const role = documentOf({
      id: 'c',
      choices: [{ index: 0, delta: { role: 'assistant', content: 'EMAIL_' } }],
    });
    const start = role.text.indexOf('"EMAIL_"');
    const first: ReplyFrame = {
      document: role,
      edits: [],
      events: [
        { type: 'text', part: aPart('0/text'), delta: 'EMAIL_', at: { start, end: start + 8 } },
      ],
    };
    const restored = watch(world, [
      first,
      aDelta('text', '0/text', 'x'),
      aDelta('text', '0/text', 'EMAIL'),
      aDelta('text', '0/text', '_'),
      aFinish(),
    ]);
    expect(restored).toHaveLength(4);
    expect(restored[0] && payloadOf(restored[0])).toEqual({
      id: 'c',
      choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
    });
    expect(textOf(restored, '0/text')).toBe('EMAIL_xEMAIL_');
  });
});

describe('a frame too large for one turn', () => {
  const LONG = 'some words '.repeat(20_000);
  const watchLarge = async ({ entered }: World, frame: ReplyFrame) =>
    (await entered.watchLarge?.(frame, 'chat')) ?? [];

  it('is restored as in small pieces, with what was held before and behind it', async () => {
    const world = await aWorld(true);
    const [word = ''] = world.words;
    const [first, last] = [word.slice(0, 5), word.slice(5)];
    const frames = [
      ...[world.entered.watch?.(aDelta('text', '0/text', `a ${first}`), 'chat') ?? []].flat(),
      ...(await watchLarge(world, aDelta('text', '0/text', `${last} ${LONG}${word} b ${first}`))),
      ...watch(world, [aDelta('text', '0/text', `${last} c`), aFinish(), DONE]),
    ];
    expect(textOf(frames, '0/text').replace(LONG, '')).toBe(`a ${JANE} ${JANE} b ${JANE} c`);
  });

  it('leaves the loop to others in between', async () => {
    const world = await aWorld(true);
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const text = JSON.stringify([`${LONG} `.repeat(8), world.words[0]]);
    const frames = await watchLarge(world, aDelta('text', '0/text', text));
    clearInterval(counting);
    expect(textOf([...frames, ...watch(world, [aFinish(), DONE])], '0/text')).toContain(JANE);
    expect(turns).toBeGreaterThan(5);
  });
});

describe('the name of a tool in a stream', () => {
  const streams: readonly [string, (name: string) => object[], string][] = [
    [
      'a function',
      (name) => [{ tool_calls: [{ index: 0, id: 'call_1', function: { name, arguments: '' } }] }],
      'zyxland',
    ],
    [
      'a function that is named in every chunk',
      (name) =>
        ['{', '}'].map((args) => ({
          tool_calls: [{ index: 0, id: 'call_1', function: { name, arguments: args } }],
        })),
      'zyxland',
    ],
    [
      'a function behind a word',
      (name) => [{ tool_calls: [{ index: 0, function: { name: `get_${name}` } }] }],
      'get_zyxland',
    ],
    [
      'a custom tool',
      (name) => [{ tool_calls: [{ index: 0, id: 'call_1', custom: { name, input: 'x' } }] }],
      'zyxland',
    ],
    ['a function call', (name) => [{ function_call: { name, arguments: '{}' } }], 'zyxland'],
  ];

  it.each(streams)('is restored: %s', async (_, deltasOf, expected) => {
    const body = { gw: { remove: ['zyxland'] }, ...aChat('zyxland') };
    const entered = await anInterceptor().enter(aCall('tokenize', body, { isStreaming: true }));
    const sent = JSON.parse(outgoing(entered.call)) as { messages: [{ content: string }] };
    const name = sent.messages[0].content;
    const chunks = deltasOf(name).map((delta) => ({ id: 'c', choices: [{ index: 0, delta }] }));
    const read = readChatStream(
      chunks.map((chunk) => ({ name: '', data: JSON.stringify(chunk), isCut: false })),
    );
    const frames: ReplyFrame[] = [];
    for await (const frame of read) frames.push(frame);
    const restored = watched(entered, frames);
    const payloads = restored.map((frame) => JSON.stringify(payloadOf(frame)));
    expect(payloads.join()).not.toContain('REMOVAL_TERM');
    expect(payloads.slice(0, chunks.length)).toEqual(
      payloads.slice(0, chunks.length).map(() => expect.stringContaining(`"name":"${expected}"`)),
    );
    const heads = restored.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'part_start' && event.tool ? [event.tool] : [])),
    );
    expect(heads.map((head) => head.name)).toEqual([expected]);
  });
});

describe('what a chunk says beside the texts that its events tell', () => {
  const chunk = (
    choice: object,
    root: object = {},
    events: readonly ReplyEvent[] = [],
  ): ReplyFrame => ({
    document: documentOf({ id: 'c', choices: [{ index: 0, ...choice }], ...root }),
    edits: [],
    events,
  });
  const finish = [{ type: 'finish' as const, choice: 0, reason: 'stop' }];

  it.each([
    [
      'a transcript',
      (text: string) => ({ delta: { audio: { transcript: text } } }),
      (c: never) => c['delta']['audio']['transcript'],
    ],
    [
      'reasoning under two names',
      (text: string) => ({ delta: { reasoning: text, reasoning_content: '' } }),
      (c: never) => c['delta']['reasoning'],
    ],
    [
      'details of reasoning',
      (text: string) => ({
        delta: { reasoning_details: [{ type: 'reasoning.text', index: 0, text }] },
      }),
      (c: never) => c['delta']['reasoning_details'][0]['text'],
    ],
    ['the text of a completion', (text: string) => ({ text, delta: {} }), (c: never) => c['text']],
  ])('is restored however it was cut: %s', async (_, choiceOf, textIn) => {
    const world = await aWorld(true);
    const [jane = ''] = world.words;
    for (let at = 0; at <= jane.length; at++) {
      const frames = [`To ${jane.slice(0, at)}`, `${jane.slice(at)} EMAIL_`].map((text) =>
        chunk(choiceOf(text)),
      );
      const restored = watch(world, [
        ...frames,
        chunk({ delta: {}, finish_reason: 'stop' }, {}, finish),
        DONE,
      ]);
      const payloads = restored.map(payloadOf) as ({ choices: never[] } | null)[];
      const texts = payloads.flatMap((payload) => {
        try {
          return payload ? [textIn(payload.choices[0] as never) ?? ''] : [];
        } catch {
          return [];
        }
      });
      expect(texts.join('')).toBe(`To ${JANE} EMAIL_`);
    }
  });

  it('is restored whole: citations at the root, annotations, and the message so far', async () => {
    const world = await aWorld(true);
    const [jane = ''] = world.words;
    const choice = {
      delta: { annotations: [{ url_citation: { title: jane } }] },
      message: { content: `To ${jane} EMAI` },
    };
    const [restored] = watch(world, [chunk(choice, { citations: [`by ${jane}`] })]);
    expect(restored && payloadOf(restored)).toMatchObject({
      citations: [`by ${JANE}`],
      choices: [
        {
          delta: { annotations: [{ url_citation: { title: JANE } }] },
          message: { content: `To ${JANE} ` },
        },
      ],
    });
  });

  it('is restored in JSON within JSON, with the escapes of each level', async () => {
    const world = await aWorld(true);
    const tower = world.words[2] ?? '';
    for (const wrap of [
      (word: string) => JSON.stringify({ a: word }),
      (word: string) => JSON.stringify({ a: JSON.stringify({ b: [word] }) }),
      (word: string) => JSON.stringify([JSON.stringify({ b: JSON.stringify({ c: word }) })]),
    ]) {
      expect(await streamed(world, wrap(tower).split(''))).toBe(wrap(TERM));
      expect(await streamed(world, [wrap(tower)], 'args')).toBe(wrap(TERM));
    }
  });
});

describe('characters that nothing shows', () => {
  const HIDDEN = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u200b\u2060\u00ad'];

  it.each(HIDDEN)(
    '%j go with the pseudonym that they stand in, and stay anywhere else',
    async (hidden) => {
      const world = await aWorld(true);
      const [jane = '', other = ''] = world.words;
      for (const [word, value] of [
        [jane, JANE],
        [other, 'Jane.Doe@example.com'],
      ] as const) {
        for (let at = 1; at < word.length; at++) {
          const text = `a${hidden} b ${hidden}${word.slice(0, at)}${hidden}${word.slice(at)}${hidden} c${hidden}`;
          const expected = `a${hidden} b ${hidden}${value}${hidden} c${hidden}`;
          expect(await streamed(world, [text])).toBe(expected);
          expect(await streamed(world, text.split(''))).toBe(expected);
          const json = JSON.stringify({ [text]: text });
          expect(await streamed(world, json.split(''), 'args')).toBe(
            JSON.stringify({ [expected]: expected }),
          );
        }
      }
    },
  );

  it('part the word where there are many of them, and are not held', async () => {
    const world = await aWorld(true);
    const word = world.words[0] ?? '';
    const text = `${word.slice(0, -1)}${'\u200b'.repeat(9)}${word.slice(-1)}`;
    expect(await streamed(world, [text])).toBe(text);
    const frames = [word.slice(0, -1), '\u200b'.repeat(9)].map((one) =>
      aDelta('text', '0/text', one),
    );
    expect(
      textOf(
        frames.flatMap((frame) => world.entered.watch?.(frame, 'chat') ?? frame),
        '0/text',
      ),
    ).toBe(text.slice(0, -1));
  });
});

describe('JSON between the fences of a text', () => {
  const json = (word: string) => JSON.stringify({ a: word, [word]: [word] }, null, 2);
  const nested = (word: string) => JSON.stringify({ a: json(word) });

  it.each<readonly [string, (word: string) => string]>([
    ['named', (word) => `Here it is:\n\n\`\`\`json\n${json(word)}\n\`\`\`\n`],
    ['unnamed, and at the start', (word) => `\`\`\`\n${json(word)}\n\`\`\``],
    ['with tildes, and never closed', (word) => `~~~ JSON title="x"\n${json(word)}`],
    [
      'in a list and a quotation',
      (word) => `> 1. \`\`\`jsonc\n> // see\n> {"a": ${JSON.stringify(word)}}\n>   \`\`\``,
    ],
    [
      'line by line',
      (word) =>
        `\`\`\`jsonl\r\n${JSON.stringify(word)}\r\n{"a":${JSON.stringify(word)}}\r\n\`\`\`\r\n`,
    ],
    ['JSON in strings of JSON', (word) => `So:\n\`\`\`json\n${nested(word)}\n\`\`\`\n`],
    [
      'fences within longer ones',
      (word) => `\`\`\`\`md\nSo:\n\`\`\`json\n${json(word)}\n\`\`\`\n\`\`\`\``,
    ],
    [
      'fences in a string of JSON',
      (word) => JSON.stringify({ a: `So:\n\`\`\`json\n${nested(word)}\n\`\`\`` }),
    ],
    [
      'two of them',
      (word) =>
        `\`\`\`json\n{"a":${JSON.stringify(word)}}\n\`\`\`\nand\n\`\`\`json\n["${'x'.repeat(200)}", ${JSON.stringify(word)}]\n\`\`\`\n`,
    ],
  ])('is restored with its escapes, however it was cut: %s', async (_, around) => {
    const world = await aWorld(true);
    const [text, expected] = [around(world.words[2] ?? ''), around(TERM)];
    expect(await streamed(world, [text])).toBe(expected);
    expect(await streamed(world, text.split(''))).toBe(expected);
    for (let at = 0; at <= text.length; at += 3) {
      expect(await streamed(world, [text.slice(0, at), text.slice(at)])).toBe(expected);
    }
  });

  it.each<readonly [string, (word: string) => string]>([
    ['behind them', (word) => `\`\`\`json\n{"a":1}\n\`\`\`\nsays "${word}"`],
    ['in another language', (word) => `\`\`\`text\nsays "${word}"\n\`\`\`\n`],
    ['in backticks of a line', (word) => `\`\`\`json\`\`\` is "${word}"\nand "${word}"`],
    ['behind a line that only begins like a fence', (word) => `\`\`\`json \`x\`\n"${word}"`],
  ])('leaves prose as it is: %s', async (_, around) => {
    const world = await aWorld(true);
    const [text, expected] = [around(world.words[2] ?? ''), around(TERM)];
    expect(await streamed(world, [text])).toBe(expected);
    expect(await streamed(world, text.split(''))).toBe(expected);
  });

  it('holds back no more than prose does', async () => {
    const world = await aWorld(true);
    const frames = ['So:\n``', '`js', 'on\n', '{"a": ', '"b c"}\n', '``', '`\n'].map((text) =>
      aDelta('text', '0/text', text),
    );
    expect(watch(world, frames)).toEqual(frames);
  });
});

describe('a text that breaks off', () => {
  const ERROR: ReplyFrame = {
    document: null,
    edits: [],
    events: [{ type: 'error', message: 'cut', code: 'x' }],
  };
  const LIMIT: ReplyFrame = {
    ...aFinish(),
    events: [{ type: 'finish', choice: 0, reason: 'length' }],
  };
  const ends: readonly (readonly [string, readonly ReplyFrame[]])[] = [
    ['a lost connection', []],
    ['an error', [ERROR]],
    ['the limit of its tokens', [LIMIT, DONE]],
  ];

  it.each(ends)('shows nothing of a pseudonym that had begun: %s', async (_, end) => {
    const world = await aWorld(true);
    const [jane = '', , tower = ''] = world.words;
    const fragments = [
      ...[6, 7, 8, 9, 10, 11].map((length) => jane.slice(0, length)),
      tower.slice(0, 8),
      tower.slice(0, 15),
      jane.slice(0, 9).replace('_', '\\_').toLowerCase(),
      `E-Mail ${jane.slice(6, 10)}`,
      `${jane.slice(0, 3)}\u200b${jane.slice(3, 8)}`,
    ];
    for (const fragment of fragments) {
      const frames = [aDelta('text', '0/text', `to ${tower} and ${fragment}`), ...end];
      expect(textOf(watch(world, frames), '0/text')).toBe(`to ${TERM} and `);
      const json = aDelta('args', '0/tool/0', `{"to":"${fragment.replace('\\', '\\\\')}`);
      expect(textOf(watch(world, [json, ...end]), '0/tool/0')).toBe('{"to":"');
    }
  });

  it.each(ends)('loses no word of the model: %s', async (_, end) => {
    const world = await aWorld(true);
    const code = world.words[0]?.slice(-6) ?? '';
    const wrong = code.startsWith('2') ? '3' : '2';
    for (const text of [
      'E',
      'an EMAIL',
      'an email ',
      'E-Mail',
      'REMOVAL',
      'PERSON_',
      `EMAIL_${wrong}`,
      'EMAIL_HEADER',
      `an email ${code.slice(0, 2)}`,
      code.slice(0, 5),
      'GMBH_',
      '\\',
    ]) {
      const frames = [aDelta('text', '0/text', text), ...end];
      expect(textOf(watch(world, frames), '0/text')).toBe(text);
    }
  });

  it('at its limit is the same whole', async () => {
    const world = await aWorld(false);
    const delta = aDelta('text', '0/text', `${world.words[0]}, ${world.words[2]?.slice(0, 15)}`);
    const whole = { ...delta, events: [...delta.events, ...LIMIT.events, ...DONE.events] };
    expect(textOf(watch(world, [whole]), '0/text')).toBe(`${JANE}, `);
  });

  it('is forwarded without it, too', async () => {
    const world = await aWorld(true);
    const frame: ReplyFrame = {
      document: documentOf({ type: 'x.delta', delta: `to ${world.words[0]?.slice(0, 9)}` }),
      edits: [],
      events: [],
    };
    for (const end of [[], [ERROR]]) {
      const seen = [frame, ...end].flatMap((one) => world.entered.watch?.(one, 'native') ?? [one]);
      const all = [...seen, ...(world.entered.end?.() ?? [])].flatMap(
        (one) => payloadOf(one) ?? [],
      );
      expect(all).toEqual([{ type: 'x.delta', delta: 'to ' }]);
    }
    const ended = [frame, DONE].flatMap((one) => world.entered.watch?.(one, 'native') ?? [one]);
    expect(JSON.stringify(ended.map(payloadOf))).toContain(world.words[0]?.slice(0, 9));
  });
});

describe('what a model made of a pseudonym', () => {
  it.each([
    ['bold', (word: string) => word.replace('EMAIL_', '**EMAIL**_')],
    ['code', (word: string) => word.replace('EMAIL_', '`EMAIL`_')],
    ['another case', (word: string) => word.toLowerCase()],
    ['spaces', (word: string) => word.replace('_', ' _ ')],
    ['a full-width underscore', (word: string) => word.replace('_', '\uff3f')],
    ['nothing visible', (word: string) => word.replace('_', '\u200b_\u200b')],
    ['three underscores', (word: string) => word.replace('_', '___')],
    ...[
      '<wbr>_',
      '</b>_',
      '<br />_',
      '_<i>',
      '&#95;',
      '&#x5F;',
      '&lowbar;',
      '&UnderBar;',
      '&amp;#95;',
      String.raw`\\_`,
      String.raw`\\u005f`,
      '%255F',
      '=5F',
      ' | ',
      '/',
      '.',
      ' # ',
      '_\r\n',
    ].map((sign): [string, (word: string) => string] => [sign, (word) => word.replace('_', sign)]),
  ])('comes back without a rest of its label: %s', async (_, change) => {
    const world = await aWorld(true);
    const changed = change(world.words[0] ?? '');
    const expected = /^(\*\*|`|)jane\.doe@example\.com\1(?:<\/b>)?$|^<i>jane\.doe@example\.com$/;
    expect(await streamed(world, [changed])).toMatch(expected);
    expect(await streamed(world, changed.split(''))).toMatch(expected);
  });

  it.each([
    'EMAIL<span class="a word of the model">_',
    'EMAIL→_',
    'EMAIL\ud83d\ude00_',
    'E~M~A~I~L&lowbar;',
  ])('stays whole, or comes back whole: %s', async (front) => {
    const world = await aWorld(true);
    const code = (world.words[0] ?? '').slice(-6);
    for (const deltas of [[`${front}${code}`], [...`${front}${code}`]]) {
      expect(await streamed(world, deltas)).toBe(`${front}${code}`);
    }
  });

  it('a chunk whose text is held still says the rest', async () => {
    const world = await aWorld(true);
    const delta = aDelta('text', '0/text', 'EMAIL_');
    const document = documentOf({
      ...(JSON.parse(delta.document?.text ?? '') as object),
      citations: ['https://example.org'],
    });
    const [event] = delta.events;
    const start = document.text.indexOf('"EMAIL_"');
    const told = { ...event, at: { start, end: start + 8 } } as ReplyEvent;
    const frames = [
      aDelta('text', '0/text', 'x'),
      { document, edits: [], events: [told] },
      aFinish(),
      DONE,
    ];
    const restored = watch(world, frames).map(payloadOf);
    expect(restored[1]).toMatchObject({
      citations: ['https://example.org'],
      choices: [{ delta: { content: '' } }],
    });
  });
});

describe('a stream in a format that is only forwarded', () => {
  const native = async (change: object = {}): Promise<World> => {
    const body = { input: JANE, ...change };
    const entered = await anInterceptor().enter(
      aCall('tokenize', body, { isStreaming: true, protocol: 'native' }),
    );
    const { input } = JSON.parse(outgoing(entered.call)) as { input: string };
    return { entered, words: [input] };
  };
  const frame = (body: object, events: readonly ReplyEvent[] = []): ReplyFrame => ({
    document: documentOf(body),
    edits: [],
    events,
  });

  it('is restored over cut deltas, by item', async () => {
    const world = await native();
    const word = world.words[0] ?? '';
    const delta = (index: number, text: string) =>
      frame({
        type: 'response.output_text.delta',
        item_id: `m${index}`,
        content_index: 0,
        delta: text,
      });
    for (let at = 0; at <= word.length; at++) {
      const frames = [
        delta(1, `to ${word.slice(0, at)}`),
        delta(2, word.slice(0, at)),
        frame({ type: 'ping' }),
        delta(2, word.slice(at)),
        delta(1, word.slice(at)),
        frame({ type: 'response.output_text.done', item_id: 'm1', text: `to ${word}` }),
        frame({ type: 'response.output_text.done', item_id: 'm2', text: word }),
        frame({
          type: 'response.completed',
          response: { output: [{ content: [{ type: 'output_text', text: word }] }] },
        }),
        DONE,
      ];
      const restored = watch(world, frames);
      const payloads = restored.map(payloadOf) as {
        type: string;
        item_id: string;
        delta?: string;
        text?: string;
      }[];
      const joined = (id: string) =>
        payloads
          .filter((one) => one?.item_id === id && one.delta !== undefined)
          .map((one) => one.delta)
          .join('');
      expect(joined('m1')).toBe(`to ${JANE}`);
      expect(joined('m2')).toBe(JANE);
      expect(JSON.stringify(payloads)).not.toContain('EMAIL');
      const doneAt = payloads.findIndex((one) => one?.type === 'response.output_text.done');
      expect(payloads.slice(doneAt).every((one) => one?.delta === undefined)).toBe(true);
    }
  });

  it('sends what was held once more in the look of its last frame', async () => {
    const world = await native();
    const restored = watch(world, [
      {
        ...frame({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: 'a EMAIL_' },
        }),
        name: 'content_block_delta',
      },
      { ...frame({ type: 'content_block_stop', index: 0 }), name: 'content_block_stop' },
      frame({ type: 'message_stop' }),
      DONE,
    ]);
    expect(restored.map(payloadOf)).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'EMAIL_' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_stop' },
      null,
    ]);
    expect(restored[1]?.name).toBe('content_block_delta');
  });

  it('a large frame is no piece of a text: what was held goes out before it', async () => {
    const world = await native();
    const [word = ''] = world.words;
    const large = `${'some words '.repeat(20_000)}${word} EMAIL_`;
    const restored = [
      ...[
        world.entered.watch?.(
          frame({ type: 'x.delta', item_id: 'm1', delta: 'a EMAIL_' }),
          'native',
        ) ?? [],
      ].flat(),
      ...((await world.entered.watchLarge?.(
        frame({ type: 'x.delta', item_id: 'm2', delta: large }),
        'native',
      )) ?? []),
      ...watch(world, [DONE]),
    ];
    const deltas = restored.flatMap((one) => (payloadOf(one) as { delta: string } | null)?.delta);
    expect(deltas).toEqual(['a ', 'EMAIL_', large.replace(word, JANE), undefined]);
  });

  it('keeps JSON pieces JSON and leaves signed thinking alone', async () => {
    const world = await native({ gw: { remove: ['blue "tower"'] }, input: TERM });
    const json = JSON.stringify({ to: world.words[0] });
    const restored = watch(world, [
      frame({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking: world.words[0] },
      }),
      ...json.split('').map((char) =>
        frame({
          type: 'content_block_delta',
          index: 1,
          delta: { type: 'input_json_delta', partial_json: char },
        }),
      ),
      DONE,
    ]);
    const payloads = restored.map(payloadOf) as {
      delta: { thinking?: string; partial_json?: string };
    }[];
    expect(payloads[0]?.delta.thinking).toBe(world.words[0]);
    expect(JSON.parse(payloads.map((one) => one?.delta.partial_json ?? '').join(''))).toEqual({
      to: TERM,
    });
  });

  it('without types ends its texts with the reason, and keeps choices apart', async () => {
    const world = await native();
    const word = world.words[0] ?? '';
    const chunk = (index: number, text: string, reason: string | null = null) =>
      frame({ choices: [{ index, text, finish_reason: reason }] });
    const restored = watch(world, [
      chunk(0, word.slice(0, 8)),
      chunk(1, word.slice(0, 3)),
      chunk(0, word.slice(8)),
      chunk(1, word.slice(3)),
      chunk(0, ' EMAIL_', 'stop'),
      DONE,
    ]);
    const texts = (index: number) =>
      (restored.map(payloadOf) as { choices: [{ index: number; text: string }] }[])
        .filter((one) => one?.choices[0].index === index)
        .map((one) => one.choices[0].text)
        .join('');
    expect(texts(0)).toBe(`${JANE} EMAIL_`);
    expect(texts(1)).toBe(JANE);
    expect(restored).toHaveLength(6);
  });

  it.each(['reasoning', 'reasoning_content', 'refusal', 'tool_plan'])(
    'is restored over cut pieces of %s',
    async (name) => {
      const world = await native();
      const word = world.words[0] ?? '';
      const chunk = (text: string, reason: string | null) =>
        frame({ choices: [{ index: 0, delta: { [name]: text }, finish_reason: reason }] });
      for (let at = 1; at < word.length; at++) {
        const restored = watch(world, [
          chunk(`to ${word.slice(0, at)}`, null),
          chunk(`${word.slice(at)} EMAIL_`, 'stop'),
          DONE,
        ]).map(payloadOf) as ({ choices: [{ delta: Record<string, string> }] } | null)[];
        const told = restored.map((one) => one?.choices[0].delta[name] ?? '').join('');
        expect(told).toBe(`to ${JANE} EMAIL_`);
      }
    },
  );

  it('is restored in the whole message so far, which no frame continues', async () => {
    const world = await native();
    const word = world.words[0] ?? '';
    const pieces = ['To ', word.slice(0, 8), word.slice(8), ' EMAIL_'];
    const frames = pieces.map((content, index) =>
      frame({
        choices: [
          {
            index: 0,
            delta: { content },
            message: { content: pieces.slice(0, index + 1).join('') },
            finish_reason: index === 3 ? 'stop' : null,
          },
        ],
      }),
    );
    const restored = watch(world, [...frames, DONE]).map(payloadOf) as ({
      choices: [{ delta: { content: string }; message: { content: string } }];
    } | null)[];
    const choices = restored.flatMap((one) => one?.choices[0] ?? []);
    expect(choices.map((one) => one.message.content)).toEqual([
      'To ',
      'To ',
      `To ${JANE}`,
      `To ${JANE} EMAIL_`,
    ]);
    expect(choices.map((one) => one.delta.content).join('')).toBe(`To ${JANE} EMAIL_`);
  });

  it('forwards what is no JSON, restored as text', async () => {
    const world = await native();
    const raw = { document: null, raw: `not json ${world.words[0]}`, edits: [], events: [] };
    const end: ReplyFrame = {
      document: null,
      raw: '[DONE]',
      edits: [],
      events: [{ type: 'done' }],
    };
    const restored = watch(world, [raw, end]);
    expect(restored.map((one) => one.raw)).toEqual([`not json ${JANE}`, '[DONE]']);
  });

  it('buffered is restored whole', async () => {
    const world = await native();
    const body = {
      object: 'response',
      output: [{ type: 'function_call', arguments: JSON.stringify({ a: world.words[0] }) }],
    };
    const [restored] = watch(world, [frame(body, [{ type: 'done' }])]);
    expect(restored && payloadOf(restored)).toEqual({
      object: 'response',
      output: [{ type: 'function_call', arguments: JSON.stringify({ a: JANE }) }],
    });
  });
});
