import { parseJson } from '#kernel';
import { expect, it } from 'vitest';
import { cohereRecordings } from '../../../../test/support/recordings.js';
import {
  checkPlaces,
  joined,
  readAll,
  summaryOf,
  withoutPayload,
} from '../../../../test/support/told.js';
import {
  PLAIN,
  readChatStream,
  readCohereStream,
  readMessagesStream,
  readSse,
  writeChatStream,
  writeMessagesStream,
} from '../../../../test/support/wire.js';
import { answerReaders, codecs, readProviderError, type ReplyFrame } from '../index.js';

/** Recorded traffic of Cohere; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const recordings = fixtures === undefined ? [] : cohereRecordings(fixtures);
const of = (wanted: string) => recordings.filter(({ kind }) => kind === wanted);
const read = (...pieces: Buffer[]) => readAll(readCohereStream(readSse(pieces)));

it('knows recordings of every kind, or none when GW_FIXTURES is not set', () => {
  const kinds = new Set(recordings.map(({ kind }) => kind));
  expect(kinds.size).toBe(fixtures === undefined ? 0 : 3);
});

for (const { name, text } of of('stream')) {
  it(`a recorded stream of Cohere is read, and told in every format: ${name}`, async () => {
    const frames = await read(Buffer.from(text));
    const summary = summaryOf(frames);
    expect(summary).toMatchObject({ ...expectedOfStream(text), end: 'done' });
    expect(billedIn(frames)).toEqual(billedBy(endOf(text)));
    checkPlaces(frames);

    const told = frames.map(withoutPayload);
    const chat = await joined(writeChatStream(told, { source: 'cohere', wantsUsage: true }));
    const inChat = summaryOf(await readAll(readChatStream(readSse([Buffer.from(chat)]))));
    const { said, thought, tools, args, usage } = summary;
    expect(inChat).toMatchObject({ said, thought, tools, usage, end: 'done' });
    expect(inChat.args).toEqual(args.map((one) => one || '{}')); // Clients parse what is there.
    const messages = await joined(writeMessagesStream(told, { source: 'cohere' }));
    const inMessages = await readAll(readMessagesStream(readSse([Buffer.from(messages)])));
    expect(summaryOf(inMessages)).toMatchObject({ said, thought, tools, args });
  });

  it(`a recorded stream of Cohere is read alike in any pieces, and never finished when cut: ${name}`, async () => {
    const bytes = Buffer.from(text);
    const whole = summaryOf(await read(bytes));
    const stride = Math.max(1, Math.floor(bytes.length / 61)) | 1;
    for (let cut = 0; cut < bytes.length; cut += stride) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)] as const;
      expect(summaryOf(await read(...pieces))).toEqual(whole);
      const part = summaryOf(await read(pieces[0]));
      expect(whole.said.startsWith(part.said)).toBe(true);
      expect(whole.thought.startsWith(part.thought)).toBe(true);
      if (part.end === 'done') expect(part.finish).toEqual(whole.finish);
    }
  });
}

for (const { name, text } of of('answer')) {
  it(`a recorded answer of Cohere is read, and told in every format: ${name}`, () => {
    const frame = answerReaders.cohere.readAnswer(parseJson(text));
    const summary = summaryOf([frame]);
    const answer = JSON.parse(text) as Answer;
    expect(summary).toMatchObject({ ...expectedOf(answer), end: 'done' });
    expect(billedIn([frame])).toEqual(billedBy(answer));
    checkPlaces([frame]);

    const told = withoutPayload(frame);
    const options = { ...PLAIN, source: 'cohere' } as const;
    const inChat = summaryOf([
      codecs.chat.readAnswer(parseJson(codecs.chat.writeAnswer(told, options))),
    ]);
    const { said, thought, tools, usage } = summary;
    expect(inChat).toMatchObject({ said, thought, tools, usage });
    const messages = codecs.messages.writeAnswer(told, options);
    expect(summaryOf([codecs.messages.readAnswer(parseJson(messages))])).toMatchObject({
      said,
      tools,
    });
  });
}

for (const { name, status, text, headers } of of('error')) {
  it(`a recorded error of Cohere is read: ${name}`, () => {
    const { message, error_type: code = null } = JSON.parse(text) as Failure;
    expect(readProviderError(status, text, headers)).toMatchObject({
      status,
      code,
      message,
      isCredentialFault: status === 401,
    });
  });
}

interface Failure {
  readonly message: string;
  readonly error_type?: string;
}

interface Content {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
}

interface Call {
  readonly function: { readonly name?: string; readonly arguments?: string };
}

interface Counts {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly image_tokens?: number;
}

interface End {
  readonly finish_reason: string;
  readonly usage: { readonly tokens: Counts; readonly billed_units: Counts };
}

interface Answer extends End {
  readonly message: {
    readonly content?: readonly Content[];
    readonly tool_plan?: string;
    readonly tool_calls?: readonly Call[];
  };
}

const REASONS: Readonly<Record<string, string>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop_sequence',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool_calls',
};

const argsOf = (args: string | undefined) => (args === 'null' ? '' : (args ?? ''));

function expectedOf({ message, finish_reason: reason, usage }: Answer) {
  const { content = [], tool_plan: plan = '', tool_calls: calls = [] } = message;
  return {
    said: content.map(({ text = '' }) => text).join(''),
    thought: plan + content.map(({ thinking = '' }) => thinking).join(''),
    tools: calls.map((call) => call.function.name),
    args: calls.map((call) => argsOf(call.function.arguments)),
    finish: REASONS[reason],
    usage: countsOf(usage.tokens),
  };
}

interface Payload {
  readonly type: string;
  readonly index?: number;
  readonly delta?: Partial<End> & {
    readonly message?: {
      readonly tool_plan?: string;
      readonly content?: Content;
      readonly tool_calls?: Call;
    };
  };
}

const payloadsOf = (text: string): Payload[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Payload);

const endOf = (text: string) => payloadsOf(text).at(-1)?.delta as End;

function expectedOfStream(text: string) {
  const payloads = payloadsOf(text);
  const contents = payloads.map(({ delta }) => delta?.message?.content ?? {});
  const ofType = (type: string) => payloads.filter((payload) => payload.type === type);
  const calls = ofType('tool-call-start');
  const { finish_reason: reason, usage } = endOf(text);
  return {
    said: contents.map((content) => content.text ?? '').join(''),
    thought: payloads
      .map(({ delta }) => delta?.message?.tool_plan ?? delta?.message?.content?.thinking ?? '')
      .join(''),
    tools: calls.map(({ delta }) => delta?.message?.tool_calls?.function.name),
    args: calls.map(({ index }) =>
      ofType('tool-call-delta')
        .filter((payload) => payload.index === index)
        .map(({ delta }) => delta?.message?.tool_calls?.function.arguments ?? '')
        .join(''),
    ),
    finish: REASONS[reason],
    usage: countsOf(usage.tokens),
  };
}

const countsOf = ({
  input_tokens: input,
  output_tokens: output,
  image_tokens: images = 0,
}: Counts) => ({
  inputTotal: input + images,
  outputTotal: output,
  imageIn: images,
});

const billedBy = ({ usage }: End) => [
  usage.billed_units.input_tokens,
  usage.billed_units.output_tokens,
];

const billedIn = (frames: readonly ReplyFrame[]) =>
  frames
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      event.type === 'usage' ? [event.billed?.inputTotal, event.billed?.outputTotal] : [],
    );
