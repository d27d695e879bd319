import type { Answer, SandboxRequest } from '../../http/answer.js';
import { invalid } from '../../provider-error.js';
import { generateContent, streamGenerateContent } from '../gemini/generate-content.js';
import { createMessage } from '../messages/messages.js';

type Members = Readonly<Record<string, unknown>>;

/** POST /v1/projects/…/publishers/google/models/{model}:generateContent */
export const vertexGenerate = (request: SandboxRequest): Answer =>
  generateContent(asGemini(request));

/** POST /v1/projects/…/publishers/google/models/{model}:streamGenerateContent */
export const vertexStreamGenerate = (request: SandboxRequest): Answer =>
  streamGenerateContent(asGemini(request));

/** POST /v1/projects/…/publishers/anthropic/models/{model}:rawPredict */
export const rawPredict = (request: SandboxRequest): Answer =>
  createMessage(asMessages(request, false));

/** POST /v1/projects/…/publishers/anthropic/models/{model}:streamRawPredict */
export const streamRawPredict = (request: SandboxRequest): Answer =>
  createMessage(asMessages(request, true));

/** What this platform refuses of the format, and what it knows beyond it. */
function asGemini(request: SandboxRequest): SandboxRequest {
  const { labels, ...body } = membersOf(request.body);
  if (labels !== undefined) checkLabels(labels);
  if ('serviceTier' in body) throw unknownName('serviceTier', 'Cannot find field');
  for (const content of listOf(body['contents'])) {
    for (const part of listOf(membersOf(content)['parts'])) {
      for (const kind of ['functionCall', 'functionResponse']) {
        if ('id' in membersOf(membersOf(part)[kind])) throw unknownName('id', 'Cannot find field');
      }
    }
  }
  return { ...request, body };
}

function checkLabels(labels: unknown): void {
  const values = Object.values(membersOf(labels));
  if (values.every((value) => typeof value === 'string')) return;
  throw invalid('Invalid value at labels.', 'labels');
}

const VERSION = 'vertex-2023-10-16';

/** The model stands in the path, and so does whether the answer is a stream. */
function asMessages(request: SandboxRequest, isStreaming: boolean): SandboxRequest {
  const { anthropic_version: version, ...body } = membersOf(request.body);
  if (version !== VERSION) {
    throw invalid(`anthropic_version: Input should be '${VERSION}'`, 'anthropic_version');
  }
  for (const name of ['model', 'context_management', 'service_tier']) {
    if (name in body) throw extra(name);
  }
  if ((body['stream'] === true) !== isStreaming) {
    throw invalid('stream: does not go with the method of the path', 'stream');
  }
  if ('format' in membersOf(body['output_config'])) throw extra('output_config.format');
  listOf(body['tools']).forEach((tool, index) => {
    if ('strict' in membersOf(tool)) throw extra(`tools.${index}.custom.strict`);
  });
  listOf(body['messages']).forEach((message, index) => {
    checkSources(membersOf(message)['content'], `messages.${index}.content`);
  });
  return { ...request, body: { ...body, model: request.pathId } };
}

function checkSources(content: unknown, path: string): void {
  listOf(content).forEach((block, index) => {
    const { source, content: inner } = membersOf(block);
    const at = `${path}.${index}`;
    const { type } = membersOf(source);
    if (type === 'url' || type === 'file') {
      throw invalid(`${at}.source: only base64 sources are supported`, at);
    }
    checkSources(inner, `${at}.content`);
  });
}

const unknownName = (name: string, reason: string) =>
  invalid(`Invalid JSON payload received. Unknown name "${name}": ${reason}.`, name);
const extra = (path: string) => invalid(`${path}: Extra inputs are not permitted`, path);

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
