import type { Handler } from './http/answer.js';
import { notFound, ProviderError } from './provider-error.js';
import { speak, transcribe } from './surfaces/audio.js';
import { BatchStore } from './surfaces/batches.js';
import { completeChat } from './surfaces/chat/chat-completions.js';
import { chatCohere } from './surfaces/cohere/cohere-chat.js';
import { embedCohere } from './surfaces/cohere/cohere-embed.js';
import { complete } from './surfaces/completions.js';
import { converse, converseStream } from './surfaces/converse/converse.js';
import { embed } from './surfaces/embeddings.js';
import { FileStore } from './surfaces/files.js';
import { batchEmbedContents, embedContent } from './surfaces/gemini/embed-contents.js';
import { generateContent, streamGenerateContent } from './surfaces/gemini/generate-content.js';
import { chatAtHost, embedAtHost } from './surfaces/hosts/host-chat.js';
import { invoke } from './surfaces/invoke/invoke.js';
import { editImages, generateImages, varyImages } from './surfaces/images.js';
import { completeMistral } from './surfaces/mistral/mistral-chat.js';
import { embedMistral } from './surfaces/mistral/mistral-embeddings.js';
import { createMessage } from './surfaces/messages/messages.js';
import { getModel, listModels } from './surfaces/models.js';
import { moderate } from './surfaces/moderations.js';
import { vertexEmbedContent, vertexPredict } from './surfaces/vertex/vertex-embeddings.js';
import {
  rawPredict,
  streamRawPredict,
  vertexGenerate,
  vertexStreamGenerate,
} from './surfaces/vertex/vertex.js';
import { readPages } from './surfaces/ocr.js';
import { rerank } from './surfaces/rerank.js';
import { respondWith } from './surfaces/responses/responses.js';
import { StoredResponses } from './surfaces/responses/stored-responses.js';
import { serveTools } from './surfaces/mcp.js';
import { decide } from './surfaces/systemone.js';

export interface Route {
  readonly handler: Handler;
  readonly pathId: string;
}

/** Finds the handler of a request. @throws ProviderError 404, or 405 where the path is known */
export function createRoutes(): (method: string, path: string) => Route {
  const files = new FileStore();
  const responses = new StoredResponses();
  const inBatches: Readonly<Record<string, Handler>> = {
    'POST /v1/chat/completions': completeChat,
    'POST /v1/completions': complete,
    'POST /v1/embeddings': embed,
    'POST /v1/responses': respondWith(responses),
  };
  const batches = new BatchStore(files, inBatches);
  const plain: Readonly<Record<string, Handler>> = {
    ...inBatches,
    'POST /v1/batches': batches.create,
    'POST /v1/messages': createMessage,
    'POST /mistral/v1/chat/completions': completeMistral,
    'POST /mistral/v1/embeddings': embedMistral,
    'POST /v2/chat': chatCohere,
    'POST /v2/embed': embedCohere,
    'POST /v1/moderations': moderate,
    'POST /v1/audio/transcriptions': transcribe,
    'POST /v1/audio/translations': transcribe,
    'POST /v1/audio/speech': speak,
    'POST /v1/images/generations': generateImages,
    'POST /v1/images/edits': editImages,
    'POST /v1/images/variations': varyImages,
    'POST /v1/ocr': readPages,
    'POST /mistral/v1/ocr': readPages,
    'POST /v1/rerank': rerank,
    'POST /v1/systemone': decide,
    'POST /mcp': serveTools,
    'POST /v1/files': files.upload,
    'GET /v1/files': files.list,
    'GET /v1/models': listModels,
  };
  const withId: readonly (readonly [RegExp, Handler])[] = [
    [/^POST \/v1\/projects\/.+\/publishers\/google\/models\/(.+):generateContent$/, vertexGenerate],
    [
      /^POST \/v1\/projects\/.+\/publishers\/google\/models\/(.+):streamGenerateContent$/,
      vertexStreamGenerate,
    ],
    [/^POST \/v1\/projects\/.+\/publishers\/google\/models\/(.+):predict$/, vertexPredict],
    [
      /^POST \/v1\/projects\/.+\/publishers\/google\/models\/(.+):embedContent$/,
      vertexEmbedContent,
    ],
    [/^POST \/v1\/projects\/.+\/publishers\/anthropic\/models\/(.+):rawPredict$/, rawPredict],
    [
      /^POST \/v1\/projects\/.+\/publishers\/anthropic\/models\/(.+):streamRawPredict$/,
      streamRawPredict,
    ],
    [/^POST \/v1beta\/models\/(.+):generateContent$/, generateContent],
    [/^POST \/v1beta\/models\/(.+):streamGenerateContent$/, streamGenerateContent],
    [/^POST \/v1beta\/models\/(.+):embedContent$/, embedContent],
    [/^POST \/v1beta\/models\/(.+):batchEmbedContents$/, batchEmbedContents],
    [/^POST \/hosts\/(.+)\/chat\/completions$/, chatAtHost],
    [/^POST \/hosts\/(.+)\/embeddings$/, embedAtHost],
    [/^POST \/model\/([^/]+)\/invoke$/, invoke],
    [/^POST \/model\/([^/]+)\/converse$/, converse],
    [/^POST \/model\/([^/]+)\/converse-stream$/, converseStream],
    [/^GET \/v1\/models\/(.+)$/, getModel], // A model id may hold slashes, as `fault/ok` does.
    [/^GET \/v1\/files\/([^/]+)$/, files.get],
    [/^GET \/v1\/files\/([^/]+)\/content$/, files.content],
    [/^GET \/v1\/batches\/([^/]+)$/, batches.get],
    [/^POST \/v1\/batches\/([^/]+)\/cancel$/, batches.cancel],
    [/^GET \/v1\/responses\/([^/]+)$/, responses.get],
    [/^GET \/v1\/responses\/([^/]+)\/input_items$/, responses.inputItems],
    [/^POST \/v1\/responses\/([^/]+)\/cancel$/, responses.cancel],
    [/^DELETE \/v1\/responses\/([^/]+)$/, responses.remove],
    [/^DELETE \/v1\/files\/([^/]+)$/, files.remove],
  ];
  const paths = new Set(Object.keys(plain).map((route) => route.split(' ')[1]));

  return (method, path) => {
    const handler = plain[`${method} ${path}`];
    if (handler) return { handler, pathId: '' };
    for (const [pattern, its] of withId) {
      const id = pattern.exec(`${method} ${path}`)?.[1];
      if (id !== undefined) return { handler: its, pathId: decoded(id) };
    }
    throw paths.has(path) ? notAllowed(method, path) : notFound(`Invalid URL (${method} ${path})`);
  };
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id; // A stray percent sign; the id will not be found.
  }
}

const notAllowed = (method: string, path: string) =>
  new ProviderError(405, {
    message: `Not allowed to ${method} on ${path}.`,
    type: 'invalid_request_error',
    param: null,
    code: 'method_not_supported',
  });
