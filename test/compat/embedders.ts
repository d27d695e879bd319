import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { GoogleGenAI } from '@google/genai';
import { OpenAIEmbeddings } from '@langchain/openai';
import { Mistral } from '@mistralai/mistralai';
import { embedMany, type EmbeddingModel } from 'ai';
import OpenAI from 'openai';
import { memberOf, type Server } from './client.js';
import type { Embedder, VectorAsk } from './embedder.js';
import { families } from './families.js';
import { hosts } from './hosts.js';

const NO_USAGE = 'it shows no counts of vectors';

const openaiIn = (encoding: 'float' | 'base64'): Embedder => ({
  name: `openai, embeddings in ${encoding}`,
  cannot: {},
  statusOf: (fault) => memberOf(fault, 'status'),
  async embed({ url, key }, { model, texts, dimensions }) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
    const { data, usage } = await client.embeddings.create({
      model,
      input: texts.length === 1 ? (texts[0] ?? '') : [...texts],
      ...(dimensions !== undefined && { dimensions }),
      // Asked for nothing, it asks for base64 and reads it.
      ...(encoding === 'float' && { encoding_format: 'float' as const }),
    });
    const vectors = data
      .toSorted((one, other) => one.index - other.index)
      .map(({ embedding }) => embedding);
    return { vectors, input: usage.prompt_tokens };
  },
});

const google: Embedder = {
  name: '@google/genai, embedContent',
  cannot: { 'usage of vectors': NO_USAGE },
  statusOf: (fault) => memberOf(fault, 'status'),
  async embed({ url, key }, { model, texts, dimensions }) {
    const { models } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
    const { embeddings } = await models.embedContent({
      model,
      // Of texts alone it makes one content for some models.
      contents: texts.map((text) => ({ role: 'user', parts: [{ text }] })),
      ...(dimensions !== undefined && { config: { outputDimensionality: dimensions } }),
    });
    return { vectors: (embeddings ?? []).map(({ values }) => values ?? []), input: undefined };
  },
};

const langchain: Embedder = {
  name: '@langchain/openai, embeddings',
  cannot: { 'usage of vectors': NO_USAGE },
  statusOf: (fault) => memberOf(fault, 'status'),
  async embed({ url, key }, { model, texts, dimensions }) {
    const embeddings = new OpenAIEmbeddings({
      model,
      apiKey: key,
      maxRetries: 0,
      configuration: { baseURL: `${url}/v1` },
      ...(dimensions !== undefined && { dimensions }),
    });
    const [first = ''] = texts;
    const vectors =
      texts.length === 1
        ? [await embeddings.embedQuery(first)]
        : await embeddings.embedDocuments([...texts]);
    return { vectors, input: undefined };
  },
};

const ai = (
  name: string,
  modelOf: (server: Server, model: string) => EmbeddingModel,
  optionsOf: (dimensions: number) => NonNullable<Options>,
  cannot: Embedder['cannot'] = {},
): Embedder => ({
  name,
  cannot,
  statusOf: (fault) => memberOf(fault, 'statusCode'),
  async embed(server, { model, texts, dimensions }) {
    const { embeddings, usage } = await embedMany({
      model: modelOf(server, model),
      values: [...texts],
      maxRetries: 0,
      ...(dimensions !== undefined && { providerOptions: optionsOf(dimensions) }),
    });
    return { vectors: embeddings, input: usage.tokens };
  },
});

type Options = Parameters<typeof embedMany>[0]['providerOptions'];

const NO_ID = 'it wants an id of the answer, and the provider’s own goes on as it is, without one';
const AS_IT_CAME = {
  vectors: NO_ID,
  'vector of one text': NO_ID,
  'usage of vectors': NO_ID,
  dimensions: 'it says them in a word of its maker’s, and the request goes on as it is',
};
const likeOpenai = [...families, ...hosts].filter(({ vectors }) => vectors?.speaksOpenai);

const mistral: Embedder = {
  name: '@mistralai/mistralai, embeddings',
  cannot: {},
  cannotAt: Object.fromEntries(likeOpenai.map(({ name }) => [name, AS_IT_CAME])),
  statusOf: (fault) => memberOf(fault, 'statusCode'),
  async embed({ url, key }, { model, texts, dimensions }: VectorAsk) {
    const client = new Mistral({ serverURL: url, apiKey: key });
    const { data, usage } = await client.embeddings.create(
      {
        model,
        inputs: [...texts],
        ...(dimensions !== undefined && { outputDimension: dimensions }),
      },
      { retries: { strategy: 'none' } },
    );
    return { vectors: data.map(({ embedding }) => embedding ?? []), input: usage.promptTokens };
  },
};

/** Packages that make vectors. */
export const embedders: readonly Embedder[] = [
  openaiIn('float'),
  openaiIn('base64'),
  google,
  ai(
    '@ai-sdk/openai, embeddings',
    ({ url, key }, model) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key }).embedding(model),
    (dimensions) => ({ openai: { dimensions } }),
  ),
  ai(
    '@ai-sdk/openai-compatible, embeddings',
    ({ url, key }, model) =>
      createOpenAICompatible({ name: 'gw', baseURL: `${url}/v1`, apiKey: key }).embeddingModel(
        model,
      ),
    (dimensions) => ({ gw: { dimensions } }),
  ),
  ai(
    '@ai-sdk/google, embeddings',
    ({ url, key }, model) =>
      createGoogle({ baseURL: `${url}/v1beta`, apiKey: key }).embedding(model),
    (outputDimensionality) => ({ google: { outputDimensionality } }),
    { 'usage of vectors': NO_USAGE },
  ),
  langchain,
  mistral,
];
