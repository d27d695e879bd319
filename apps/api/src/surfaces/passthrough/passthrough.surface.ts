import type { FastifyRequest } from 'fastify';
import type { Arrival, ReceivedBody, ReceivedCall, Surface } from '#call';
import { isTrue, member, numberOf, refuse, stringOf, type JsonNode } from '#kernel';
import { estimateInputTokens, writeJsonAnswer, writeNativeStream, type ReplyFrame } from '#wire';
import type { SurfaceAdapter } from '../../http/intake.js';
import { checkPath, passHeadersOf, queryOf } from '../../http/pass-on.js';
import { bodyKindOf, readJsonBody } from '../../http/read-body.js';
import { spoolForm } from '../../http/spool-form.js';

const SURFACES: Readonly<Record<string, Surface>> = {
  completions: 'completions',
  embeddings: 'embeddings',
  moderations: 'moderations',
  responses: 'responses',
  audio: 'audio',
  images: 'images',
  video: 'video',
  files: 'files',
};

/** Paths of the product that this release does not serve; they are never forwarded by mistake. */
const NOT_YET: ReadonlySet<string> = new Set([
  'messages',
  'ocr',
  'systemone',
  'documents',
  'mcp',
  'vector_stores',
]);

/** Every other path under `/v1`, forwarded as it is; the model comes from the body where there is one. */
export const passthroughSurface: SurfaceAdapter = {
  wire: 'native',
  surfaceOf: (path) => SURFACES[path.split('/')[2] ?? ''] ?? 'other',

  async readCall(
    arrival: Arrival,
    request: FastifyRequest,
    timeoutMs: number,
  ): Promise<ReceivedCall> {
    const query = queryOf(request);
    checkPath(arrival.path, query);
    if (NOT_YET.has(arrival.path.split('/')[2] ?? '')) {
      throw refuse('path_unknown', { message: `${arrival.path} is not part of this release.` });
    }
    const body = await readBody(request);
    const fields = fieldsOf(body);
    return {
      ...arrival,
      ...fields,
      requestedProvider: providerOf(request),
      wantsUsage: wantsUsage(body),
      query,
      body,
      passHeaders: passHeadersOf(request),
      timeoutMs,
    };
  },

  writeJson: (call, frame) => writeJsonAnswer(frame, call.requestedModel),
  writeEvents: (call, frames) =>
    writeNativeStream(
      // The gateway asks for usage on its own; other formats send theirs unasked.
      call.surface === 'completions' && !call.wantsUsage ? withoutUsage(frames) : frames,
      call.requestedModel,
    ),
};

/** `stream_options.include_usage`, which is the same in both of the formats that have it. */
const wantsUsage = (body: ReceivedBody): boolean =>
  body.kind === 'json' &&
  isTrue(member(member(body.document.root, 'stream_options'), 'include_usage'));

/** The usage frame has no choices, which a client that did not ask for it would look at. */
async function* withoutUsage(frames: AsyncIterable<ReplyFrame>): AsyncGenerator<ReplyFrame> {
  for await (const frame of frames) {
    const choices = member(frame.document?.root, 'choices');
    const isUsageFrame =
      choices?.kind === 'array' &&
      choices.items.length === 0 &&
      frame.events.some((event) => event.type === 'usage');
    if (!isUsageFrame) yield frame;
  }
}

async function readBody(request: FastifyRequest): Promise<ReceivedBody> {
  switch (bodyKindOf(request.raw)) {
    case 'none':
      return { kind: 'none' };
    case 'json':
      return { kind: 'json', document: await readJsonBody(request.raw) };
    case 'form':
      return { kind: 'form', form: await spoolForm(request.raw) };
  }
}

type Fields = Pick<ReceivedCall, 'requestedModel' | 'isStreaming' | 'output' | 'inputTokens'>;

function fieldsOf(body: ReceivedBody): Fields {
  switch (body.kind) {
    case 'none':
      return { requestedModel: null, isStreaming: false, output: NO_BOUND, inputTokens: 0 };
    case 'json': {
      const { root } = body.document;
      return {
        requestedModel: modelOf(member(root, 'model')),
        isStreaming: isTrue(member(root, 'stream')),
        output: {
          tokensMax: countOf(member(root, 'max_output_tokens') ?? member(root, 'max_tokens')),
          choices: Math.max(1, countOf(member(root, 'n')) ?? 1),
        },
        inputTokens: estimateInputTokens(body.document),
      };
    }
    case 'form': {
      const field = (name: string) =>
        body.form.parts.find((part) => part.kind === 'field' && part.name === name);
      const model = field('model');
      const stream = field('stream');
      return {
        requestedModel: model?.kind === 'field' ? model.value : null,
        isStreaming: stream?.kind === 'field' && stream.value === 'true',
        output: NO_BOUND,
        inputTokens: 0,
      };
    }
  }
}

/** What is no count is the provider's to refuse; here it bounds nothing. */
function countOf(node: JsonNode | undefined): number | null {
  const value = numberOf(node);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

const NO_BOUND = { tokensMax: null, choices: 1 };

function modelOf(node: JsonNode | undefined): string | null {
  if (node === undefined) return null;
  const model = stringOf(node);
  if (!model) throw refuse('model_missing', { param: 'model' });
  return model;
}

function providerOf(request: FastifyRequest): string | null {
  const header = request.headers['x-gw-provider'];
  return typeof header === 'string' && header !== '' ? header : null;
}
