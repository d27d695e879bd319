import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, GatewayError, parseJson, valueOf } from '#kernel';
import type { InspectedCall, ProtectionMode, ReceivedCall, ReceivedForm } from '#call';
import type { CallerProtocol } from '#wire';
import { aKey, aProtection, aReceivedCall, aWorkload } from '../../../test/support/a-call.js';
import { aCall, aChat, anInterceptor, documentOf, outgoing, watched } from './testing/a-call.js';

const CANARY = 'canary.bird@example.com';

const enter = async (mode: ProtectionMode, body: unknown, change: Partial<ReceivedCall> = {}) =>
  (await anInterceptor().enter(aCall(mode, body, change))).call;

const aTerm = (term: string) => ({ term, label: 'TERM' });
const aPattern = (pattern: string) =>
  ({ name: 'case', label: 'CASE', pattern, score: 0.9, words: [], check: 'none' }) as const;

const contentOf = (call: InspectedCall): string => {
  const body = JSON.parse(outgoing(call)) as { messages: { content: string }[] };
  return body.messages[0]?.content ?? '';
};

describe('modes', () => {
  const text = `Write to ${CANARY}, pay to DE89 3704 0044 0532 0130 00.`;

  it('allow_log counts and changes nothing', async () => {
    const call = await enter('allow_log', aChat(text));
    expect(contentOf(call)).toBe(text);
    expect(call.inspection).toMatchObject({ action: 'logged', findings: { email: 1, iban: 1 } });
  });

  it('mask leaves labels that cannot be undone', async () => {
    const call = await enter('mask', aChat(text));
    expect(contentOf(call)).toBe('Write to «EMAIL», pay to «IBAN».');
    expect(call.inspection.action).toBe('masked');
  });

  it('tokenize leaves pseudonyms', async () => {
    const call = await enter('tokenize', aChat(text));
    expect(contentOf(call)).toMatch(/^Write to EMAIL_\w{6}, pay to IBAN_\w{6}\.$/);
    expect(call.inspection.action).toBe('tokenized');
  });

  it('block refuses and names kinds and places, never values', async () => {
    const body = {
      model: 'm',
      messages: [{ content: 'x' }, { content: [{ text }] }],
      [CANARY]: { a: text },
    };
    const error = (await enter('block', body).then(
      null,
      (refusal: unknown) => refusal,
    )) as GatewayError;
    expect(error.key).toBe('protection_blocked');
    expect(error.details.param).toBe('messages[1].content[0].text');
    expect(error.message).toBe(
      'Data protection refused the request: email, iban at messages[1].content[0].text; email at *; email, iban at *.a. Take it out or, where it can be replaced, name it in gw.remove.',
    );
  });

  it('block lets pass what a removal term takes out whole', async () => {
    const call = await enter('block', { gw: { remove: [CANARY] }, ...aChat(CANARY) });
    expect(contentOf(call)).toMatch(/^REMOVAL_TERM_\w{6}$/);
    expect(call.inspection.action).toBe('tokenized');
    await expect(enter('block', { gw: { remove: ['bird'] }, ...aChat(CANARY) })).rejects.toThrow();
  });

  it('tell nothing of what was found but counts', async () => {
    for (const mode of ['allow_log', 'mask', 'tokenize'] as const) {
      const { request, ...told } = (await enter(mode, aChat(text))).inspection;
      expect(request.kind).toBe('json');
      expect(JSON.stringify(told)).not.toMatch(/canary|example|DE89 ?3704|EMAIL_/);
    }
  });

  it('nothing found leaves the body as it is', async () => {
    for (const mode of ['allow_log', 'mask', 'tokenize', 'block'] as const) {
      const body =
        '{ "model":"m", "messages":[{"role":"user","content":"caf\\u00e9 1.0"}], "n":1.0 }';
      const call = await enter(mode, body);
      expect(outgoing(call)).toBe(body);
      expect(call.inspection).toMatchObject({ mode, action: 'none', findings: {}, removeTerms: 0 });
    }
  });

  it('calls without a body pass', async () => {
    const call = await enter('block', {}, { body: { kind: 'none' } });
    expect(call.inspection.request).toEqual({ kind: 'none' });
  });
});

describe('gw.remove', () => {
  const remove = (gw: unknown, content: string) => ({ gw, ...aChat(content) });

  it.each(['allow_log', 'mask', 'tokenize', 'block'] as const)(
    'is applied in mode %s and dropped',
    async (mode) => {
      const call = await enter(
        mode,
        remove({ remove: ['Blue Tower', { term: 'Ann', kind: 'person_name' }] }, 'BLUE-TOWER: Ann'),
      );
      expect(contentOf(call)).toMatch(/^REMOVAL_TERM_\w{6}: PERSON_NAME_\w{6}$/);
      expect(JSON.parse(outgoing(call))).not.toHaveProperty('gw');
      expect(call.inspection).toMatchObject({
        action: 'tokenized',
        removeTerms: 2,
        findings: { removal_term: 2 },
      });
    },
  );

  it('drops the whole member wherever it stands', async () => {
    for (const body of [
      '{"gw":{},"model":"m"}',
      '{"gw":null}',
      '{"a":"b@example.com","gw":{"remove":["b@example.com"]},"c":1}',
    ]) {
      const sent = JSON.parse(outgoing(await enter('tokenize', body))) as object;
      expect(sent).not.toHaveProperty('gw');
    }
  });

  it.each([
    [5],
    ['acme'],
    [[]],
    [['a']],
    [['a'.repeat(201)]],
    [Array.from({ length: 201 }, (_, index) => `term ${index}`)],
    [[1]],
    [['--']],
    [[{ kind: 'x' }]],
    [[{ term: 'acme', kind: 'Not A Kind' }]],
    [[{ term: 'acme', kind: 7 }]],
  ])('malformed as %j is refused without being echoed', async (terms) => {
    const error = (await enter('allow_log', remove({ remove: terms }, 'x')).then(
      null,
      (refusal: unknown) => refusal,
    )) as GatewayError;
    expect(error.key).toBe('field_invalid');
    expect(error.details.param).toBe('gw.remove');
    expect(error.message).not.toContain('acme');
  });

  it('a term inside an address goes with the whole address, or alone where addresses stay', async () => {
    const body = remove({ remove: ['bird'] }, CANARY);
    expect(contentOf(await enter('tokenize', body))).toMatch(/^EMAIL_\w{6}$/);
    expect(contentOf(await enter('mask', body))).toBe('«EMAIL»');
    expect(contentOf(await enter('allow_log', body))).toMatch(
      /^canary\.REMOVAL_TERM_\w{6}@example\.com$/,
    );
  });
});

describe('the fields of a chat body', () => {
  const body = (canary: string) => ({
    model: 'acme/gpt-5',
    user: canary,
    safety_identifier: canary,
    prompt_cache_key: canary,
    metadata: { id: canary, type: canary, deep: [{ model: canary }] },
    stop: [canary],
    unknown_field: { any: [canary] },
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'n',
        schema: {
          description: canary,
          enum: [canary],
          properties: { id: { type: 'string', default: canary } },
        },
      },
    },
    tools: [
      {
        type: 'function',
        function: { name: 'f', description: canary, parameters: { examples: [canary] } },
      },
    ],
    messages: [
      { role: 'system', content: canary },
      { role: 'developer', name: canary, content: [{ type: 'text', text: canary }] },
      {
        role: 'user',
        content: [
          {
            type: 'image_url',
            image_url: { url: `https://example.org/?m=${canary}`, alt: canary },
          },
          { type: 'file', file: { filename: canary } },
          { type: 'of_tomorrow', whatever: { text: canary } },
          { type: 'input_audio', input_audio: { data: canary, format: 'wav' } },
        ],
      },
      {
        role: 'assistant',
        content: canary,
        refusal: canary,
        reasoning_content: canary,
        function_call: { name: 'f', arguments: `{"to":"${canary}"}` },
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: {
              name: 'f',
              arguments: `{"id":"${canary}","b":[{"type":"\\u0063${canary.slice(1)}"}]}`,
            },
          },
          {
            id: 'call_2',
            type: 'function',
            function: { name: 'f', arguments: `{"cut":"${canary}` },
          },
          { id: 'call_3', type: 'custom', custom: { name: 'c', input: canary } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: `{"mail":"line\\n${canary}"}` },
      { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: canary }] },
    ],
  });
  const leaves = JSON.stringify(body(CANARY)).split(CANARY).length - 1;

  it.each(['mask', 'tokenize'] as const)(
    'no canary survives mode %s in any of them',
    async (mode) => {
      const call = await enter(mode, body(CANARY));
      const sent = outgoing(call);
      expect(sent).not.toContain('canary');
      expect(sent).not.toContain('example.com');
      expect(call.inspection.findings['email']).toBe(leaves + 1);
      const parsed = JSON.parse(sent) as {
        messages: { content: unknown; tool_calls: { function: { arguments: string } }[] }[];
      };
      expect(JSON.parse(parsed.messages[3]?.tool_calls[0]?.function.arguments ?? '')).toMatchObject(
        { id: expect.stringMatching(/EMAIL/) },
      );
      expect(() => JSON.parse(String(parsed.messages[4]?.content))).not.toThrow();
    },
  );

  it('each of them alone is refused in mode block, and by its path', async () => {
    for (let kept = 0; kept < leaves; kept++) {
      let seen = 0;
      const text = JSON.stringify(body(CANARY)).replaceAll(CANARY, () =>
        seen++ === kept ? CANARY : 'x',
      );
      const error = (await enter('block', text).then(
        null,
        (refusal: unknown) => refusal,
      )) as GatewayError;
      expect(error.key).toBe('protection_blocked');
      expect(error.details.param).not.toBe('');
      expect(error.message).not.toContain(CANARY);
    }
  });

  it('words of the format stay, and names that the caller chose go everywhere alike', async () => {
    const entered = await anInterceptor().enter(
      aCall('tokenize', {
        gw: { remove: ['acme', 'user', 'function', 'file', 'call 1'] },
        model: 'acme/gpt-5',
        tools: [
          {
            type: 'function',
            function: {
              name: 'acme_lookup',
              parameters: { required: ['acme'], properties: { acme: {} } },
            },
          },
        ],
        tool_choice: { type: 'function', function: { name: 'acme_lookup' } },
        messages: [
          {
            role: 'user',
            content: [{ type: 'file', file: { file_id: 'file-6F2ksmvXxt4VdoqmHRw6kL' } }],
          },
          {
            role: 'assistant',
            tool_calls: [{ id: 'call_1', function: { name: 'acme_lookup', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'call_1', content: 'x' },
        ],
      }),
    );
    const sent = JSON.parse(outgoing(entered.call)) as {
      tools: [
        { function: { name: string; parameters: { required: [string]; properties: object } } },
      ];
    };
    const name = expect.stringMatching(/^REMOVAL_TERM_\w{6}_lookup$/);
    expect(sent).toMatchObject({
      model: 'acme/gpt-5',
      tools: [{ type: 'function', function: { name } }],
      tool_choice: { type: 'function', function: { name } },
      messages: [
        {
          role: 'user',
          content: [{ type: 'file', file: { file_id: 'file-6F2ksmvXxt4VdoqmHRw6kL' } }],
        },
        { tool_calls: [{ id: expect.stringMatching(/^REMOVAL_TERM_\w{6}$/) }] },
        {},
      ],
    });
    const { function: tool } = sent.tools[0];
    expect(Object.keys(tool.parameters.properties)).toEqual(tool.parameters.required);
    const answer = documentOf({
      choices: [{ message: { tool_calls: [{ function: { name: tool.name } }] } }],
    });
    const [restored] = watched(entered, [
      { document: answer, edits: [], events: [{ type: 'done' }] },
    ]);
    expect(restored && applyEdits(answer.text, restored.edits)).toContain('"acme_lookup"');
  });

  const data = Buffer.alloc(300, 9).toString('base64');
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300, 9)]);
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${png.toString('base64')}` },
  };
  const audio = { type: 'input_audio', input_audio: { data, format: 'wav' } };
  const file = { type: 'file', file: { file_data: data } };

  it.each(['mask', 'tokenize', 'block'] as const)(
    'in mode %s images and recordings pass and are marked, documents are refused',
    async (mode) => {
      for (const part of [image, audio]) {
        expect((await enter(mode, aChat([part]))).inspection.marks).toEqual(['unscanned']);
      }
      for (const url of [data, `data:application/pdf;base64,${data}`, `data:;base64,${data}`]) {
        await expect(
          enter(mode, aChat([{ ...file, file: { file_data: url } }])),
        ).rejects.toMatchObject({
          key: 'document_unscannable',
          details: { param: 'messages[0].content[0].file.file_data' },
        });
      }
      expect((await enter(mode, aChat('text'))).inspection.marks).toEqual([]);
    },
  );

  it('allow_log refuses no file, and the settings decide about each kind', async () => {
    expect((await enter('allow_log', aChat([file]))).inspection.marks).toEqual(['unscanned']);
    const enterWith = (part: object, unscannable: object) =>
      anInterceptor().enter(
        aCall('mask', aChat([part]), {
          ...aReceivedCall({
            workload: aWorkload({ protection: aProtection('mask', unscannable) }),
          }),
          body: { kind: 'json', document: documentOf(aChat([part])) },
        }),
      );
    expect((await enterWith(file, { document: 'mark' })).call.inspection.marks).toEqual([
      'unscanned',
    ]);
    await expect(enterWith(image, { image: 'refuse' })).rejects.toMatchObject({
      key: 'document_unscannable',
    });
    await expect(enterWith(audio, { audio: 'refuse' })).rejects.toMatchObject({
      key: 'document_unscannable',
    });
  });

  it('what only poses as a file is text', async () => {
    const posing = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data} ${CANARY}` } },
      { type: 'image_url', image_url: { url: `https://example.org/${CANARY}` } },
      { type: 'text', text: `data:image/png;base64,${data}${CANARY}` },
      { type: 'of_tomorrow', data: `${'A'.repeat(64)}${CANARY}` },
      { type: 'input_audio', input_audio: { data: `${'A'.repeat(64)}${CANARY}`, format: 'wav' } },
    ];
    for (const part of posing) {
      const sent = enter('mask', aChat([part])).then(outgoing);
      await expect(sent.catch((error: GatewayError) => error.key)).resolves.not.toContain('canary');
    }
  });

  describe('thinking', () => {
    const signature = Buffer.alloc(48, 5).toString('base64');
    const thinking = { type: 'thinking', thinking: CANARY, signature };
    const said = (...content: object[]) => ({
      model: 'm',
      messages: [{ role: 'assistant', content }],
    });
    const text = { type: 'text', text: 'x' };

    it.each(['chat', 'messages', 'native'] as const)(
      'under a signature is read, and goes whole where something is found, in %s',
      async (protocol) => {
        const ask = (mode: ProtectionMode, body: object) => enter(mode, body, { protocol });
        const keyed = { ...thinking, [CANARY]: CANARY };
        for (const mode of ['mask', 'tokenize'] as const) {
          for (const block of [thinking, keyed]) {
            const call = await ask(mode, said(block, text, block, block));
            expect(JSON.parse(outgoing(call))).toEqual(said(text));
            expect(call.inspection.action).toBe('masked');
          }
          expect(JSON.parse(outgoing(await ask(mode, said(thinking, thinking))))).toEqual(
            said({ type: 'text', text: '«THINKING»' }),
          );
        }
        await expect(ask('block', said(thinking))).rejects.toMatchObject({
          key: 'protection_blocked',
          details: { param: 'messages[0].content[0].thinking' },
        });
        const logged = await ask('allow_log', said(thinking, text));
        expect(outgoing(logged)).toContain(CANARY);
        expect(logged.inspection).toMatchObject({ action: 'logged', findings: { email: 1 } });
      },
    );

    it('without findings goes on byte for byte', async () => {
      const body = JSON.stringify(said({ ...thinking, thinking: 'caf\u00e9' }), null, 1);
      for (const mode of ['mask', 'tokenize', 'block'] as const) {
        const call = await enter(mode, body);
        expect(outgoing(call)).toBe(body);
        expect(call.inspection.marks).toEqual(['unscanned']); // Of the signature.
      }
    });

    it('elsewhere, or with another signature, is text', async () => {
      for (const body of [
        said({ ...thinking, signature: '' }),
        said({ ...thinking, signature: 'not base64!' }),
        said({ ...thinking, signature: CANARY }),
        said({ type: 'text', text: CANARY, signature }),
        { model: 'm', messages: [{ role: 'user', content: [thinking] }] },
        { model: 'm', messages: [{ role: 'tool', content: [thinking] }] },
        { ...aChat('x'), ...thinking },
        { ...aChat('x'), deep: [thinking] },
      ]) {
        const sent = outgoing(await enter('mask', body));
        expect(sent).not.toContain('canary');
        expect(sent).toContain('«EMAIL»');
      }
    });

    it('of Claude goes with its seal in the Responses format', async () => {
      const item = {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: CANARY }],
        encrypted_content: `gw1_messages_${signature}`,
      };
      const user = { role: 'user', content: 'x' };
      const ask = (mode: ProtectionMode) =>
        enter(mode, { model: 'm', input: [user, item] }, { protocol: 'responses' });
      for (const mode of ['mask', 'tokenize'] as const) {
        expect(JSON.parse(outgoing(await ask(mode)))).toEqual({ model: 'm', input: [user] });
      }
      await expect(ask('block')).rejects.toMatchObject({ key: 'protection_blocked' });
    });

    it('is read within its seal, and goes with it', async () => {
      const sealed = (thought: string) => {
        const packed = Buffer.from(thought).toString('base64url');
        const encrypted_content = `gw1_thought_${packed.length}_${packed}${signature}`;
        return { type: 'reasoning', summary: [], encrypted_content };
      };
      const user = { role: 'user', content: 'x' };
      const ask = (mode: ProtectionMode, ...items: object[]) =>
        enter(mode, { model: 'm', input: [user, ...items] }, { protocol: 'responses' });
      for (const mode of ['mask', 'tokenize'] as const) {
        const found = await ask(mode, sealed(CANARY));
        expect(JSON.parse(outgoing(found))).toEqual({ model: 'm', input: [user] });
        const split = await ask(mode, sealed(CANARY.slice(0, 11)), sealed(CANARY.slice(11)));
        expect(JSON.parse(outgoing(split))).toEqual({ model: 'm', input: [user] });
      }
      await expect(ask('block', sealed(CANARY))).rejects.toMatchObject({
        key: 'protection_blocked',
      });
      const plain = sealed('Nothing to see.');
      const passed = await ask('tokenize', plain);
      expect(JSON.parse(outgoing(passed))).toEqual({ model: 'm', input: [user, plain] });
    });
  });

  it('a card that is a number is replaced where it is the caller’s, and refused where it is a setting', async () => {
    const open = {
      ...aChat('x'),
      metadata: { a: 4111111111111111, b: 4.111111111111111e15, c: 17 },
    };
    expect(JSON.parse(outgoing(await enter('tokenize', open)))).toMatchObject({
      metadata: {
        a: expect.stringMatching(/^CREDIT_CARD_/),
        b: expect.stringMatching(/^CREDIT_CARD_/),
        c: 17,
      },
    });
    for (const mode of ['mask', 'tokenize', 'block'] as const) {
      await expect(enter(mode, { ...aChat('x'), seed: 4111111111111111 })).rejects.toMatchObject({
        key: 'protection_blocked',
        details: { param: 'seed' },
      });
    }
    expect(
      (await enter('allow_log', { ...aChat('x'), seed: 4111111111111111 })).inspection.action,
    ).toBe('logged');
    const args = JSON.stringify({ card: 4111111111111111, list: [4111111111111111] });
    const sent = JSON.parse(
      outgoing(await enter('mask', { messages: [{ role: 'tool', content: args }] })),
    ) as { messages: [{ content: string }] };
    expect(JSON.parse(sent.messages[0].content)).toEqual({
      card: '«CREDIT_CARD»',
      list: ['«CREDIT_CARD»'],
    });
  });

  it.each(['4.111111111111111e15', '41.11111111111111E+14', '411111111111111100e-2'])(
    'a card is found in the arguments of a tool as programs write large numbers: %s',
    async (card) => {
      const args = `{"card":${card},"list":[1e3,${card}]}`;
      const call = { id: 'a', type: 'function', function: { name: 'pay', arguments: args } };
      const messages = [{ role: 'assistant', tool_calls: [call] }];
      const sent = JSON.parse(outgoing(await enter('mask', { messages }))) as {
        messages: [{ tool_calls: [typeof call] }];
      };
      const [said] = sent.messages[0].tool_calls;
      expect(JSON.parse(said.function.arguments)).toEqual({
        card: '«CREDIT_CARD»',
        list: [1000, '«CREDIT_CARD»'],
      });
      const tokenized = await enter('tokenize', { messages });
      expect(outgoing(tokenized)).not.toContain(card);
      expect(tokenized.inspection.findings).toEqual({ credit_card: 2 });
    },
  );

  it.each([
    ['a person', 'Anna Kowalska', {}],
    ['a person by title', 'Mr John Smith', {}],
    ['a term of the organisation', 'Nightjar', { terms: [aTerm('Nightjar')] }],
    ['a pattern of the organisation', 'case-abcdef', { patterns: [aPattern('case-[a-f]{6}')] }],
  ])('%s is replaced where it is a key', async (_, key, more) => {
    const workload = aWorkload({ protection: { ...aProtection('tokenize'), ...more } });
    for (const at of [
      { contents: [{ parts: [{ functionResponse: { response: { [key]: { paid: 5 } } } }] }] },
      { messages: [{ content: [{ type: 'tool_use', input: { [key]: 'x' } }] }] },
      { x_unknown: { [key]: [1] } },
    ]) {
      const call = await enter(
        'tokenize',
        { model: 'm', ...at },
        { principal: aKey(undefined, workload) },
      );
      expect(outgoing(call), key).not.toContain(key);
    }
  });

  it('arguments of tools are called after nobody', async () => {
    const properties = { 'Grant Type': {}, 'Bill To': {} };
    const tools = [{ type: 'function', function: { name: 'f', parameters: { properties } } }];
    const call = await enter('tokenize', { ...aChat('x'), tools });
    expect(outgoing(call)).toContain('"Grant Type":{},"Bill To":{}');
  });

  it('numbers of people are replaced as texts are, and others stay to the digit', async () => {
    const people = {
      pesel: 44_051_401_359,
      steuer_id: 86_095_742_719,
      cpf: 52_998_224_725,
      bsn: 111_222_333,
      mobile: 48_601_234_567,
      date_of_birth: 19_800_101,
    };
    const others =
      '"at":1732800000000,"ids":[9876543210,123456789],"size":104857600,"big":12345678901234567890';
    const text = `{"model":"m","seed":44051401359,"contents":[{"parts":[{"functionResponse":{"response":{"who":${JSON.stringify(people)},${others}}}}]}]}`;
    const call = await enter('tokenize', {}, { body: { kind: 'json', document: parseJson(text) } });
    const sent = outgoing(call);
    const left = Object.entries(people).filter(([name]) => !sent.includes(`"${name}":"`));
    expect(left).toEqual([]);
    expect(sent).toContain(others);
    expect(sent).toContain('"seed":44051401359');
  });

  it('what the organisation names is replaced where it is a number, and is no setting', async () => {
    const own = { terms: [aTerm('471199')], patterns: [aPattern('88[0-9]{4}')] };
    const workload = aWorkload({ protection: { ...aProtection('tokenize'), ...own } });
    const body = {
      model: 'm',
      max_tokens: 881_024,
      messages: [{ content: 'x' }],
      x_unknown: { case: 881_234, customer: 471_199, other: 123_456 },
    };
    const call = await enter('tokenize', body, { principal: aKey(undefined, workload) });
    expect(outgoing(call)).not.toMatch(/881234|471199/);
    expect(outgoing(call)).toMatch(/"max_tokens":881024.*"other":123456/);
  });

  it('keys are replaced, and stay different from one another', async () => {
    const body = { ...aChat('x'), metadata: { 'a@example.org': 1, 'b@example.org': 2 } };
    expect(JSON.parse(outgoing(await enter('mask', body)))).toMatchObject({
      metadata: { '«EMAIL»': 1, '«EMAIL»_2': 2 },
    });
    const sent = JSON.parse(outgoing(await enter('tokenize', body))) as { metadata: object };
    expect(Object.keys(sent.metadata)).toEqual([
      expect.stringMatching(/^EMAIL_/),
      expect.stringMatching(/^EMAIL_/),
    ]);
  });
});

describe('other bodies', () => {
  it('of native formats are scanned in every string', async () => {
    const bodies = [
      { model: 'm', input: CANARY, instructions: CANARY },
      {
        model: 'm',
        input: [
          { type: 'function_call', call_id: 'c', name: 'f', arguments: `{"a":"${CANARY}"}` },
          { role: 'user', content: [{ type: 'input_text', text: CANARY }] },
        ],
      },
      {
        system: [{ type: 'text', text: CANARY }],
        messages: [
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 't', name: 'f', input: { id: CANARY } }],
          },
        ],
      },
      {
        contents: [
          {
            parts: [
              { text: CANARY },
              { functionResponse: { name: 'f', response: { id: CANARY } } },
            ],
          },
        ],
      },
      [CANARY],
      JSON.stringify(CANARY),
    ];
    for (const body of bodies) {
      const call = await enter('tokenize', body, { protocol: 'native' });
      expect(outgoing(call)).not.toContain('canary');
      JSON.parse(outgoing(call));
    }
  });

  it('forms are rewritten field by field', async () => {
    let isDisposed = false;
    const form: ReceivedForm = {
      parts: [
        { kind: 'field', name: 'model', contentType: null, value: 'acme/whisper' },
        {
          kind: 'file',
          name: 'file',
          filename: 'x',
          contentType: null,
          path: '/tmp/x',
          bytes: 1,
          seconds: null,
        },
        { kind: 'field', name: 'prompt', contentType: null, value: `Hi ${CANARY}` },
      ],
      dispose: async () => void (isDisposed = true),
    };
    const call = await enter('mask', {}, { body: { kind: 'form', form } });
    const { request } = call.inspection;
    if (request.kind !== 'form') throw new Error('not a form');
    expect(request.form.parts).toEqual([
      form.parts[0],
      form.parts[1],
      { ...form.parts[2], value: 'Hi «EMAIL»' },
    ]);
    expect(call.inspection.marks).toEqual(['unscanned']);
    await request.form.dispose();
    expect(isDisposed).toBe(true);
    await expect(enter('block', {}, { body: { kind: 'form', form } })).rejects.toMatchObject({
      details: { param: 'prompt' },
    });
  });
});

describe('the terms of a form', () => {
  const field = (name: string, value: string) => ({
    kind: 'field' as const,
    name,
    contentType: null,
    value,
  });
  const inspect = (...parts: readonly ReturnType<typeof field>[]) =>
    enter('allow_log', {}, { body: { kind: 'form', form: { parts, dispose: async () => {} } } });

  it('stand in its field gw, as JSON, which goes no further', async () => {
    const call = await inspect(
      field('gw', '{"remove":["Zyxland"]}'),
      field('prompt', 'In Zyxland'),
    );
    expect(call.inspection.request).toMatchObject({
      form: { parts: [{ name: 'prompt', value: expect.stringMatching(/^In REMOVAL_TERM_\w+$/) }] },
    });
    expect(call.inspection.removeTerms).toBe(1);
  });

  it.each([
    ['gw', 'remove'],
    ['gw', '{"remov":["Zyxland"]}'],
    ['gw', '[]'],
    ['GW', '{"remove":["Zyxland"]}'],
    ['gw[remove][0]', 'Zyxland'],
  ])('are not skipped in silence: %s=%s is refused', async (name, value) => {
    await expect(inspect(field(name, value))).rejects.toMatchObject({ key: 'field_invalid' });
  });
});

describe('what a call says beside its body', () => {
  const forward = (change: object) => ({
    operation: {
      kind: 'forward' as const,
      method: 'GET',
      segments: ['v1', 'files'],
      query: [],
      headers: {},
      asksForUsage: false,
      providerName: null,
      ...change,
    },
    body: { kind: 'none' as const },
  });

  it('is replaced in values of the query', async () => {
    const call = await enter('mask', {}, forward({ query: [['user', CANARY]] }));
    expect(call.inspection.operation).toMatchObject({ query: [['user', '«EMAIL»']] });
  });

  it.each([
    ['query', { query: [[CANARY, 'x']] }],
    ['path', { segments: ['v1', 'files', CANARY] }],
    ['openai-beta', { headers: { 'openai-beta': CANARY } }],
  ])('is refused in names of the query, in the path and in headers: %s', async (param, change) => {
    for (const mode of ['mask', 'tokenize', 'block'] as const) {
      await expect(enter(mode, {}, forward(change))).rejects.toMatchObject({
        key: 'protection_blocked',
        details: { param },
      });
    }
    expect((await enter('allow_log', {}, forward(change))).inspection.action).toBe('logged');
  });

  it('is replaced in the name of a file, and refused in the names of fields', async () => {
    const form = (change: object): ReceivedForm => ({
      parts: [
        {
          kind: 'file',
          name: 'file',
          filename: 'x',
          contentType: null,
          path: '/x',
          bytes: 1,
          seconds: null,
          ...change,
        },
      ],
      dispose: async () => undefined,
    });
    const named = await enter(
      'mask',
      {},
      { body: { kind: 'form', form: form({ filename: `${CANARY}.pdf` }) } },
    );
    expect(named.inspection.request).toMatchObject({
      form: { parts: [{ filename: '«EMAIL».pdf' }] },
    });
    for (const change of [{ name: CANARY }, { contentType: `text/plain; name=${CANARY}` }]) {
      const call = enter('mask', {}, { body: { kind: 'form', form: form(change) } });
      await expect(call).rejects.toMatchObject({ key: 'protection_blocked' });
    }
  });
});

describe('a removal term where nothing can stand in for it', () => {
  const FILE_ID = 'file-6F2ksmvXxt4VdoqmHRw6kL';
  const chat = { ...aChat('x'), seed: 471_100, temperature: 0.725 };
  const hints = {
    query: [['Zyxland', 'x'] as const],
    headers: { accept: 'application/json, text/event-stream', 'openai-beta': 'zyxland=v2' },
  };
  const operation = {
    kind: 'forward' as const,
    method: 'POST',
    segments: ['v1', 'files', FILE_ID, 'content', 'zyxland-1'],
    asksForUsage: false,
    providerName: null,
    ...hints,
  };
  const upload = {
    kind: 'file' as const,
    filename: 'x',
    path: '/x',
    bytes: 1,
    seconds: null,
    name: 'Zyxland',
    contentType: 'audio/zyxland',
  };
  const gw = (...terms: readonly string[]) => ({
    kind: 'field' as const,
    name: 'gw',
    contentType: null,
    value: JSON.stringify({ remove: terms }),
  });
  const withTerm = (mode: ProtectionMode, term: string, isForm: boolean) => {
    const file = { type: 'file', file: { file_id: FILE_ID } };
    const body = { gw: { remove: [term] }, ...chat, messages: [{ role: 'user', content: [file] }] };
    const form = { parts: [gw(term), upload], dispose: async () => undefined };
    return isForm
      ? enter(mode, {}, { operation, body: { kind: 'form', form } })
      : enter(mode, body, { operation: { kind: 'chat', protocol: 'chat', hints } });
  };

  it.each([{ name: 'Zyxland' }, { contentType: 'audio/zyxland' }])(
    'is refused in the head of a part: %j',
    async (head) => {
      const part = { ...upload, name: 'file', contentType: 'audio/mpeg', ...head };
      const form = { parts: [gw('Zyxland'), part], dispose: async () => undefined };
      await expect(enter('allow_log', {}, { body: { kind: 'form', form } })).rejects.toMatchObject({
        key: 'protection_blocked',
      });
    },
  );

  it.each([
    ['zyxland', 'query', false],
    ['v2', 'openai-beta', false],
    ['471100', 'seed', false],
    ['0.725', 'temperature', false],
    ['6F2ksmvXxt4VdoqmHRw6kL', 'messages[0].content[0].file.file_id', false],
    ['zyxland', 'query', true],
    ['zyxland 1', 'path', true],
    ['6F2ksmvXxt4VdoqmHRw6kL', 'path', true],
  ])('is refused: %s at %s', async (term, param, isForm) => {
    for (const mode of ['allow_log', 'mask', 'tokenize', 'block'] as const) {
      await expect(withTerm(mode, term, isForm)).rejects.toMatchObject({
        key: 'protection_blocked',
        details: { param },
      });
    }
  });

  it.each([
    ['an address', { 'openai-beta': 'canary.bird@example.com' }, 'bird'],
    ['a card', { 'openai-beta': '4111-1111-1111-1111' }, '4111'],
  ])('is refused inside of %s, which allow_log would let pass', async (_, headers, term) => {
    const operation = { kind: 'chat' as const, protocol: 'chat' as const };
    const call = enter(
      'allow_log',
      { gw: { remove: [term] }, ...aChat('x') },
      { operation: { ...operation, hints: { query: [], headers } } },
    );
    await expect(call).rejects.toMatchObject({ key: 'protection_blocked' });
  });

  it('passes where it is a word of the format', async () => {
    const call = await enter(
      'tokenize',
      {
        gw: { remove: ['json', 'version', 'completions', 'event stream', 'file'] },
        messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: FILE_ID } }] }],
      },
      {
        operation: {
          kind: 'chat',
          protocol: 'chat',
          hints: { query: [['api-version', 'v1']], headers: { accept: hints.headers.accept } },
        },
      },
    );
    expect(call.inspection.action).toBe('none');
    const parts = [
      gw('file', 'mpeg', 'audio', 'prompt'),
      { ...upload, name: 'file', contentType: 'audio/mpeg' },
      { kind: 'field' as const, name: 'prompt', contentType: null, value: 'x' },
    ];
    const body = { kind: 'form' as const, form: { parts, dispose: async () => undefined } };
    const segments = ['v1', 'audio', 'transcriptions'];
    const passed = await enter(
      'tokenize',
      {},
      { operation: { ...operation, query: [], headers: {}, segments }, body },
    );
    expect(passed.inspection.action).toBe('none');
  });
});

describe('what poses as bytes', () => {
  const CARD = '4111111111111111';
  const signed = (data: string, thinking = 'x') => ({
    role: 'assistant',
    content: 'x',
    reasoning_details: [
      { type: 'reasoning.encrypted', data },
      { type: 'reasoning.text', text: thinking, signature: 'A'.repeat(64) },
    ],
  });

  it.each([
    { type: 'input_audio', input_audio: { data: CARD, format: 'wav' } },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${CARD}` } },
  ])('a card is no file: %j', async (part) => {
    expect(outgoing(await enter('mask', aChat([part])))).not.toContain(CARD);
    await expect(enter('block', aChat([part]))).rejects.toMatchObject({
      key: 'protection_blocked',
    });
  });

  it('a text that calls itself an image or a recording is a document', async () => {
    const text = `Grüße, write to ${CANARY} as soon as you can, and to nobody else at all.`;
    const data = Buffer.from(text).toString('base64');
    for (const part of [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      { type: 'image_url', image_url: { url: `data:audio/x;base64,${data}` } },
      { type: 'input_audio', input_audio: { data, format: 'wav' } },
    ]) {
      await expect(enter('mask', aChat([part]))).rejects.toMatchObject({
        key: 'document_unscannable',
      });
    }
  });

  it('a value that could be sealed is refused', async () => {
    for (const data of [CARD, 'DE89370400440532013000', `${'A'.repeat(64)}-4111-1111-1111-1111`]) {
      await expect(enter('mask', { messages: [signed(data)] })).rejects.toMatchObject({
        key: 'protection_blocked',
        details: { param: 'messages[0].reasoning_details[0].data' },
      });
    }
  });

  it('a term is refused where it is sealed, and goes with what is signed', async () => {
    const ask = (message: object) =>
      enter('allow_log', { gw: { remove: ['Zyxland'] }, messages: [message] });
    await expect(ask(signed('Zyxland-Kestrel-Corporation'))).rejects.toMatchObject({
      key: 'protection_blocked',
    });
    const call = await ask(signed('A'.repeat(64), 'of Zyxland'));
    expect(outgoing(call)).not.toContain('reasoning.text');
    expect(outgoing(call)).toContain('reasoning.encrypted');
    expect(call.inspection).toMatchObject({ action: 'masked', findings: { removal_term: 1 } });
  });
});

describe('a value that is cut between two texts', () => {
  type Wrap = (texts: readonly string[]) => object;
  const said = (role: string, content: object[]) => ({ messages: [{ role, content }] });
  const typed = (type: string, name: string) => (text: string) => ({ type, [name]: text });
  const WRITTEN: readonly (readonly [string, CallerProtocol, Wrap])[] = [
    ['chat text', 'chat', (all) => said('user', all.map(typed('text', 'text')))],
    ['chat refusals', 'chat', (all) => said('assistant', all.map(typed('refusal', 'refusal')))],
    [
      'chat reasoning',
      'chat',
      (all) => ({ messages: all.map((one) => ({ role: 'assistant', reasoning_content: one })) }),
    ],
    [
      'thinking',
      'messages',
      (all) =>
        said(
          'assistant',
          all.flatMap((one) => [
            { type: 'thinking', thinking: one, signature: '' },
            { type: 'text', text: 'x ' },
          ]),
        ),
    ],
    [
      'thinking, then text',
      'messages',
      ([first, ...others]) =>
        said('assistant', [
          { type: 'thinking', thinking: first },
          ...others.map(typed('text', 'text')),
        ]),
    ],
    [
      'results of tools',
      'messages',
      (all) => {
        const content = all.map(typed('text', 'text'));
        return said('user', [{ type: 'tool_result', tool_use_id: 't', content }]);
      },
    ],
    [
      'documents',
      'messages',
      (all) => {
        const source = { type: 'content', content: all.map(typed('text', 'text')) };
        return said('user', [{ type: 'document', source }]);
      },
    ],
    ['system', 'messages', (all) => ({ system: all.map(typed('text', 'text')) })],
    [
      'thoughts',
      'gemini',
      (all) => ({
        contents: [{ role: 'model', parts: all.map((text) => ({ text, thought: true })) }],
      }),
    ],
    ['parts', 'embed_content', (all) => ({ content: { parts: all.map((text) => ({ text })) } })],
    [
      'summaries',
      'responses',
      (all) => ({
        input: [{ type: 'reasoning', summary: all.map(typed('summary_text', 'text')) }],
      }),
    ],
    [
      'items that were thought',
      'responses',
      (all) => ({
        input: all.map((one) => ({
          type: 'reasoning',
          content: [{ type: 'reasoning_text', text: one }],
        })),
      }),
    ],
    [
      'refusals',
      'responses',
      (all) => ({
        input: [
          { type: 'message', role: 'assistant', content: all.map(typed('refusal', 'refusal')) },
        ],
      }),
    ],
    [
      'messages of one role',
      'chat',
      (all) => ({ messages: all.map((content) => ({ role: 'user', content })) }),
    ],
    [
      'messages of one role, in parts',
      'messages',
      (all) => ({
        messages: all.map((text) => ({ role: 'user', content: [{ type: 'text', text }] })),
      }),
    ],
    [
      'items of one role',
      'responses',
      (all) => ({ input: all.map((content) => ({ role: 'user', content })) }),
    ],
    [
      'contents of one role',
      'gemini',
      (all) => ({ contents: all.map((text) => ({ role: 'user', parts: [{ text }] })) }),
    ],
    [
      'contents without a role, and with one',
      'gemini',
      (all) => ({
        contents: all.map((text, at) => ({
          ...(at % 2 === 1 && { role: 'user' }),
          parts: [{ text }],
        })),
      }),
    ],
    [
      'items, where a list that its format does not know stands behind them',
      'responses',
      (all) => ({
        input: all.map((content) => ({ role: 'user', content })),
        messages: [{ role: 'user', content: 'x' }],
      }),
    ],
    [
      'messages around one that says nothing, and around one of the system',
      'chat',
      (all) => ({
        messages: all.flatMap((content) => [
          { role: 'user', content },
          { role: 'assistant', content: ' ' },
          { role: 'system', content: '' },
          { role: 'developer', content: 'Be brief.' },
        ]),
      }),
    ],
    [
      'messages of the system, wherever they stand',
      'chat',
      (all) => ({
        messages: all.flatMap((content, at) => [
          { role: at % 2 === 0 ? 'system' : 'developer', content },
          { role: 'user', content: 'x' },
        ]),
      }),
    ],
    [
      'instructions, and messages of the system',
      'responses',
      ([instructions, ...others]) => ({
        input: others.map((content) => ({ role: 'developer', content })),
        instructions,
      }),
    ],
    [
      'messages of a role that nobody knows',
      'chat',
      (all) => ({ messages: all.map((content) => ({ role: 'critic', content })) }),
    ],
  ];
  const CUT = [
    ['write to jane.doe@exa', 'mple.org today'],
    ['jane.', 'doe@exam', 'ple.org'],
    ['pay 4111 1111', '1111 1111 now'],
    ['pay 411111', '1111111111'],
    [...Array.from({ length: 3_000 }, () => 'x '.repeat(9)), ...'jane.doe@example.org'],
    [`${'x '.repeat(9_000)}jane.doe@exa`, `mple.org ${'x '.repeat(9_000)}`],
  ];
  const READ = /jane|doe|mple|4111|1111/;

  it.each(WRITTEN)('is found as %s', async (_name, protocol, wrap) => {
    for (const texts of CUT) {
      const ask = (mode: ProtectionMode) =>
        enter(mode, { model: 'm', ...wrap(texts) }, { protocol });
      await expect(ask('block')).rejects.toMatchObject({ key: 'protection_blocked' });
      for (const mode of ['mask', 'tokenize'] as const) {
        const call = await ask(mode);
        expect(outgoing(call)).not.toMatch(READ);
        expect(outgoing(call).match(/EMAIL|CREDIT_CARD/g)).toHaveLength(1);
        expect(Object.values(call.inspection.findings)).toEqual([1]);
      }
    }
  });

  it('is a term, too, and goes with what is signed', async () => {
    const signature = 'A'.repeat(64);
    const block = (thinking: string) => ({ type: 'thinking', thinking, signature });
    const body = said('assistant', [block('of Zyx'), block('land'), { type: 'text', text: 'x' }]);
    const call = await enter('allow_log', { ...body, gw: { remove: ['Zyxland'] } });
    expect(JSON.parse(outgoing(call))).toEqual(said('assistant', [{ type: 'text', text: 'x' }]));
  });

  it('comes back whole', async () => {
    const body = aChat([
      { type: 'text', text: 'jane.doe@exa' },
      { type: 'text', text: 'mple.org' },
    ]);
    const entered = await anInterceptor().enter(aCall('tokenize', body));
    const [word = ''] = /EMAIL_\w{6}/.exec(outgoing(entered.call)) ?? [];
    expect(entered.restore?.(word)).toBe('jane.doe@example.org');
  });

  it('is none where two people speak', async () => {
    const body = {
      model: 'acme/gpt-5',
      messages: [
        { role: 'user', content: 'jane.doe@exa' },
        { role: 'assistant', content: 'mple.org' },
        { role: 'user', content: '4111 1111' },
        { role: 'tool', content: '1111 1111', tool_call_id: 'c1' },
        { role: 'tool', content: 'jane.doe@exa', tool_call_id: 'c2' },
        { role: 'tool', content: 'mple.org', tool_call_id: 'c3' },
      ],
    };
    expect(outgoing(await enter('mask', body))).toBe(JSON.stringify(body));
  });

  it('is none where numbers of messages only look like one of a telephone', async () => {
    const messages = ['030', '23125', '014', '12', '5'].map((content) => ({
      role: 'user',
      content,
    }));
    const body = { model: 'acme/gpt-5', messages };
    expect(outgoing(await enter('mask', body))).toBe(JSON.stringify(body));
  });

  it('costs no new scan of messages that were known', async () => {
    const interceptor = anInterceptor();
    const messages = [1, 2, 3].map((at) => ({
      role: 'user',
      content: `${at} words and more `.repeat(40),
    }));
    for (let turn = 0; turn < 2; turn++) {
      await interceptor.enter(aCall('mask', { model: 'acme/gpt-5', messages }));
    }
    expect(interceptor.scanCounts).toMatchObject({ hits: 3, misses: 3 });
  });

  it('is none where each text is whole', async () => {
    const body = aChat([
      { type: 'text', text: 'Hello' },
      { type: 'text', text: CANARY },
      { type: 'text', text: 'and 17' },
      { type: 'text', text: '18' },
    ]);
    const call = await enter('mask', body);
    expect(outgoing(call)).toBe(JSON.stringify(body).replace(CANARY, '«EMAIL»'));
    expect(call.inspection.findings).toEqual({ email: 1 });
  });
});

describe('a text that stands as its tokens', () => {
  const bodies = [
    ['prompt', [1, 2, 3]],
    ['prompt', [[1, 2], [3]]],
    ['prompt', ['a text', [7]]],
    ['input', [73, 1463]],
    ['input', [[73, 1463]]],
    ['prompt_token_ids', [1]],
    ['input_ids', [[1]]],
    ['tokens', [1]],
  ] as const;
  const ask = (mode: ProtectionMode, body: object) =>
    enter(mode, { model: 'm', ...body }, { protocol: 'native' });

  it.each(bodies)('as %s %j is refused, and marked where all passes', async (name, value) => {
    const body = { [name]: value };
    const refusal = { key: 'document_unscannable' };
    for (const mode of ['mask', 'tokenize', 'block'] as const) {
      await expect(ask(mode, body)).rejects.toMatchObject(refusal);
    }
    const terms = { ...body, gw: { remove: ['Zyxland'] } };
    await expect(ask('allow_log', terms)).rejects.toMatchObject(refusal);
    const passed = await ask('allow_log', body);
    expect(passed.inspection.marks).toEqual(['unscanned']);
    expect(JSON.parse(outgoing(passed))).toEqual({ model: 'm', ...body });
  });

  it.each(['embeddings', 'completions'] as const)('is refused by name in %s', async (protocol) => {
    for (const name of ['prompt', 'input']) {
      const body = { model: 'm', [name]: ['x', [5, 6]] };
      await expect(enter('block', body, { protocol })).rejects.toMatchObject({
        key: 'document_unscannable',
        details: { param: name },
        message: expect.stringContaining('Send the text itself'),
      });
    }
  });

  it('is no other list of numbers', async () => {
    for (const body of [{ timestamps: [1, 2] }, { input: ['1', '2'] }, { input: { data: [1] } }]) {
      expect((await ask('block', body)).inspection.marks).toEqual([]);
    }
  });
});

describe('text that is escaped deeper than it is read', () => {
  let text = CANARY;
  for (let depth = 0; depth < 5; depth++) {
    text = encodeURIComponent(text).replaceAll('%', '&#37;').replaceAll('&', '\\u0026');
  }
  const inForm = (mode: ProtectionMode) => {
    const parts = [{ kind: 'field' as const, name: 'prompt', contentType: null, value: text }];
    const form = { parts, dispose: async () => undefined };
    return enter(mode, {}, { body: { kind: 'form', form } });
  };

  it.each(['mask', 'tokenize', 'block'] as const)('is refused in mode %s', async (mode) => {
    await expect(enter(mode, aChat(text))).rejects.toMatchObject({
      key: 'document_unscannable',
      details: { param: 'messages[0].content' },
    });
    await expect(inForm(mode)).rejects.toMatchObject({ details: { param: 'prompt' } });
  });

  it('is marked in allow_log, and refused where a term is not to leave', async () => {
    expect((await enter('allow_log', aChat(text))).inspection.marks).toEqual(['unscanned']);
    expect((await inForm('allow_log')).inspection.marks).toEqual(['unscanned']);
    const body = { gw: { remove: ['Zyxland'] }, ...aChat(text) };
    await expect(enter('allow_log', body)).rejects.toMatchObject({ key: 'document_unscannable' });
  });
});

describe('a large body', () => {
  it('lets the event loop have its turn between slices, and gives the same result', async () => {
    const prose = 'Lorem ipsum dolor sit amet, number 4711, mail to someone soon. '.repeat(5_000);
    const text = `${prose}${CANARY} ${prose}`;
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const call = await enter('tokenize', aChat(text));
    clearInterval(count);
    expect(turns).toBeGreaterThan(1);
    expect(contentOf(call)).toMatch(/ EMAIL_\w{6} /);
    expect(contentOf(call).replace(/EMAIL_\w{6}/, CANARY)).toBe(text);
  });
});

describe('what enter makes', () => {
  const word = fc.constantFrom(
    CANARY,
    'DE89 3704 0044 0532 0130 00',
    '4111 1111 1111 1111',
    'acme',
    'Acme',
    '_',
    '_2',
    ' ',
    '\\',
    '"',
    '\n',
    'é',
    '𝄞',
    '\ud800',
    'EMAIL_P4TN8M',
    'n',
    '<',
    '.',
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));

  it('differs from the body only inside of replaced strings, and is JSON', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (a, b, c) => {
        const body = JSON.stringify({
          n: 1.5,
          messages: [
            { content: a },
            {
              content: [{ text: b }],
              tool_calls: [{ function: { arguments: JSON.stringify({ k: c, m: [c] }) } }],
            },
          ],
        });
        const call = await enter('tokenize', body);
        const sent = outgoing(call);
        const shape = (json: string) =>
          JSON.stringify(JSON.parse(json), (_, value: unknown) =>
            typeof value === 'string' ? '' : value,
          );
        expect(shape(sent)).toBe(shape(body));
        const parsed = JSON.parse(sent) as {
          messages: [unknown, { tool_calls: [{ function: { arguments: string } }] }];
        };
        JSON.parse(parsed.messages[1].tool_calls[0].function.arguments);
      }),
    );
  });

  it('is the text again once it is restored', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.string({ unit: 'binary', maxLength: 20 }), async (words, noise) => {
        const original = words + noise;
        const interceptor = anInterceptor();
        const entered = await interceptor.enter(
          aCall('tokenize', { gw: { remove: ['acme'] }, ...aChat(original) }),
        );
        const answer = {
          choices: [{ message: { content: contentOf(entered.call) }, finish_reason: 'stop' }],
        };
        const frame = {
          document: documentOf(answer),
          edits: [],
          events: [{ type: 'done' } as const],
        };
        const [restored] = watched(entered, [frame]);
        if (!restored?.document) throw new Error('no frame');
        const text = applyEdits(restored.document.text, restored.edits);
        const content = valueOf(parseJson(text).root) as {
          choices: [{ message: { content: string } }];
        };
        // What an escape stood for comes back: `\\.` inside of an address as a dot.
        const unescaped = (text: string) => text.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '');
        expect(unescaped(content.choices[0].message.content)).toBe(unescaped(original));
      }),
      { numRuns: 200 },
    );
  });

  it('is the same on every turn, so that the prefix of a longer talk does not change', async () => {
    const turn = { role: 'user', content: `I am ${CANARY}` };
    const first = outgoing(await enter('tokenize', { messages: [turn] }));
    const second = outgoing(
      await enter('tokenize', { messages: [turn, { role: 'user', content: 'joe@example.com' }] }),
    );
    expect(second.startsWith(first.slice(0, -2))).toBe(true);
  });

  it('gives a value another code when its code stands in the text already', async () => {
    const plain = contentOf(await enter('tokenize', aChat(CANARY)));
    const mixed = contentOf(await enter('tokenize', aChat(`${plain} ${CANARY}`)));
    expect(mixed.startsWith(`${plain} EMAIL_`)).toBe(true);
    expect(mixed.slice(plain.length + 1)).not.toBe(plain);
  });
});
