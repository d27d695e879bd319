import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { answerReaders, codecs, embeddings } from '../codecs.js';
import { embeddingModelOf } from '../invoke/embedding-models.js';
import type { EmbeddingProtocol, Protocol } from '../protocol.js';
import { writeCohereEmbed } from '../cohere/embed-texts.js';
import { writeEmbedContents } from '../embed-content/write-request.js';
import { writeMistralEmbeddings } from '../mistral/write-embeddings.js';

/** Recorded traffic; `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];

interface Exchange {
  readonly name: string;
  readonly path: string;
  readonly asked: Record<string, unknown>;
  readonly answer: string;
}

interface Recorded {
  readonly request?: { readonly path: string; readonly body: Record<string, unknown> };
  readonly response?: { readonly status: number; readonly body: unknown };
}

const recordedIn = (provider: string): readonly Exchange[] => {
  if (fixtures === undefined) return [];
  const root = join(fixtures, 'providers', provider);
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (!/embed/i.test(name) || !name.endsWith('.json')) return [];
    const { request, response } = JSON.parse(readFileSync(join(root, name), 'utf8')) as Recorded;
    if (!request || response?.status !== 200 || /countTokens|count-tokens/.test(request.path))
      return [];
    const answer = JSON.stringify(response.body);
    return [{ name, path: decodeURIComponent(request.path), asked: request.body, answer }];
  });
};

const OPTIONS = {
  model: 'p/m',
  wantsUsage: true,
  showsThinking: false,
  inputTokens: 7,
  requestId: 'id',
  customTools: new Set<string>(),
};
const CALLERS: readonly EmbeddingProtocol[] = [
  'embeddings',
  'embed_content',
  'batch_embed_contents',
];

const GEMINI = 'batch_embed_contents';
const of = (protocol: Protocol, providers: readonly string[]) =>
  providers.flatMap((provider) =>
    recordedIn(provider).map((exchange) => ({ ...exchange, protocol })),
  );

describe('recorded answers of vectors', () => {
  const all = [
    ...of('embeddings', ['mistral', 'azure']),
    ...of(GEMINI, ['gemini']),
    ...of('invoke', ['bedrock']),
    ...of('cohere_embed', ['cohere']),
  ];

  it('are there, or none when GW_FIXTURES is not set', () => {
    expect(all.length > 30).toBe(fixtures !== undefined);
  });

  it.each(all)('$name is told in every format of callers', ({ protocol, answer }) => {
    const frame = answerReaders[protocol].readAnswer(parseJson(answer));
    expect(frame.events.at(-1)).toEqual({ type: 'done' });
    const numbers = frame.vectors?.map(({ json }) => JSON.parse(json) as number[]) ?? [];
    expect(numbers.length).toBeGreaterThan(0);
    // A caller of the same format gets the answer itself.
    for (const caller of CALLERS.filter((one) => one !== protocol)) {
      const text = codecs[caller].writeAnswer(frame, { ...OPTIONS, source: protocol });
      const told = JSON.parse(text) as Told;
      const vectors =
        told.data?.map(({ embedding }) => embedding) ??
        (told.embeddings ?? [told.embedding]).map((one) => one?.values);
      expect(vectors).toEqual(caller === 'embed_content' ? numbers.slice(0, 1) : numbers);
      expect(told.usage?.prompt_tokens ?? told.usageMetadata?.promptTokenCount).toBeGreaterThan(0);
    }
  });
});

interface Told {
  readonly data?: readonly { readonly embedding: readonly number[] }[];
  readonly embedding?: { readonly values: readonly number[] };
  readonly embeddings?: readonly { readonly values: readonly number[] }[];
  readonly usage?: { readonly prompt_tokens: number };
  readonly usageMetadata?: { readonly promptTokenCount: number };
}

describe('recorded requests for vectors', () => {
  it('are there, or none when GW_FIXTURES is not set', () => {
    expect(texts.length > 3 && invoked.length > 10).toBe(fixtures !== undefined);
  });

  const texts = recordedIn('gemini').filter(
    ({ asked }) => !JSON.stringify(asked).includes('inline_data'),
  );

  it.each(texts)('$name goes to Gemini as it was recorded', ({ path, asked }) => {
    const model = /models\/(.+):/.exec(path)?.[1] ?? '';
    const read = embeddings[GEMINI].readRequest(parseJson(JSON.stringify(asked)));
    expect(JSON.parse(writeEmbedContents(read, model))).toEqual(asked);
  });

  it.each(recordedIn('openai-embeddings'))('$name is read', ({ asked }) => {
    const { texts: read, dimensions } = embeddings.embeddings.readRequest(
      parseJson(JSON.stringify(asked)),
    );
    expect(read).toEqual([asked['input']].flat());
    expect(dimensions).toBe(asked['dimensions']);
  });

  it.each(recordedIn('cohere'))('$name goes to Cohere as it was recorded', ({ asked }) => {
    const { truncate = 'NONE', max_tokens: _none, output_dimension, ...members } = asked;
    const written = writeCohereEmbed(canonical(asked), String(asked['model']));
    // Some clients spell out what they leave open, and one has a text cut.
    expect(truncate === 'NONE' || truncate === 'END').toBe(true);
    expect(JSON.parse(written)).toEqual({
      ...members,
      ...(output_dimension !== null && { output_dimension }),
      truncate: 'NONE',
    });
  });

  it.each(recordedIn('mistral'))('$name goes to Mistral as it was recorded', ({ asked }) => {
    const read = embeddings.embeddings.readRequest(parseJson(JSON.stringify(asked)));
    expect(JSON.parse(writeMistralEmbeddings(read, String(asked['model'])))).toEqual({
      ...asked,
      input: [asked['input']].flat(),
      encoding_format: 'float',
    });
  });

  const invoked = recordedIn('bedrock').filter(
    ({ path }) => !path.includes('application-inference-profile'),
  );

  it.each(invoked)(
    '$name goes to Bedrock with the members that were recorded',
    ({ path, asked }) => {
      const rule = embeddingModelOf(/model\/(.+)\/invoke/.exec(path)?.[1] ?? '');
      const written = JSON.parse(rule?.write(canonical(asked)) ?? '{}') as Record<string, unknown>;
      expect(written).toMatchObject(
        'inputText' in asked || 'singleEmbeddingParams' in asked
          ? asked
          : { ...asked, truncate: 'NONE' },
      );
    },
  );
});

/** What the recorded request asked for, whatever its maker calls it. */
function canonical(asked: Record<string, unknown>) {
  const nova = asked['singleEmbeddingParams'] as
    | { text: { value: string }; embeddingPurpose: string; embeddingDimension?: number }
    | undefined;
  const texts = nova ? [nova.text.value] : [asked['inputText'] ?? asked['texts']].flat();
  const dimensions = nova?.embeddingDimension ?? asked['dimensions'] ?? asked['output_dimension'];
  const purpose = nova?.embeddingPurpose ?? String(asked['input_type']);
  const isQuery = purpose === 'GENERIC_RETRIEVAL' || purpose === 'search_query';
  const task =
    purpose.toLowerCase() === 'classification'
      ? 'classification'
      : isQuery
        ? 'search_query'
        : 'search_document';
  return {
    texts: texts as string[],
    task,
    ...(dimensions !== undefined && dimensions !== null && { dimensions: dimensions as number }),
  } as const;
}
