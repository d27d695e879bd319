import { NO_FAULT, parseFault, type Fault } from '../faults/fault.js';
import { json, type Handler, type SandboxRequest } from '../http/answer.js';
import { BATCHES_MAX, BATCH_REQUESTS_MAX } from '../limits.js';
import { faultScriptOf } from '../models.js';
import { invalid, notFound, ProviderError } from '../provider-error.js';
import { filled, object, oneOf, record } from '../validation/check.js';
import type { FileStore } from './files.js';
import { Shelf } from './shelf.js';

/** Looked at so often, unless a request's model says otherwise, a batch has ended. */
const POLLS = 1;

interface Line {
  readonly custom_id: string;
  readonly body: { readonly model: string };
}

interface Batch {
  readonly facts: { readonly id: string; readonly request_counts: object };
  readonly polls: number;
  readonly ending: object | 'lost';
  readonly bytes: number;
}

const check = object(
  { input_file_id: filled, endpoint: filled, completion_window: oneOf('24h') },
  { metadata: record, output_expires_after: record },
);
const checkLine = (path: string) =>
  object({ custom_id: filled, method: oneOf('POST'), url: oneOf(path), body: record }, {});

/** Files of requests, which are answered while nobody waits: at once, and shown when they were asked for. */
export class BatchStore {
  private readonly shelf = new Shelf<Batch>({ items: BATCHES_MAX, bytes: Infinity });

  constructor(
    private readonly files: FileStore,
    private readonly handlers: Readonly<Record<string, Handler>>,
  ) {}

  /** POST /v1/batches */
  readonly create: Handler = async (request) => {
    check(request.body, '');
    const { input_file_id: fileId, endpoint } = request.body as Record<string, string>;
    const handler = this.handlers[`POST ${endpoint}`];
    if (!handler) throw invalid(`Unsupported endpoint '${endpoint}'.`, 'endpoint');
    const lines = readLines(this.files.contentOf(fileId ?? ''), endpoint ?? '');
    const fault = faultOf(lines[0]);
    const { newId, nowSeconds } = request;
    const facts = {
      id: newId('batch_'),
      object: 'batch',
      endpoint,
      errors: null,
      input_file_id: fileId,
      completion_window: '24h',
      status: 'validating',
      output_file_id: null,
      error_file_id: null,
      created_at: nowSeconds,
      request_counts: { total: lines.length, completed: 0, failed: 0 },
      metadata: (request.body as { metadata?: object }).metadata ?? null,
    };
    const status = fault.ends ?? 'completed';
    const answered = status === 'expired' ? lines.slice(0, Math.ceil(lines.length / 2)) : lines;
    const results = await Promise.all(
      (status === 'failed' ? [] : answered).map((line) => answerTo(line, handler, request)),
    );
    const outputId = newId('file-');
    if (results.length > 0) {
      const text = results.map((result) => `${JSON.stringify(result)}\n`).join('');
      this.files.keep(outputId, Buffer.from(text), nowSeconds);
    }
    const completed = results.length;
    const ending = {
      ...facts,
      status,
      output_file_id: completed > 0 ? outputId : null,
      request_counts: { total: lines.length, completed, failed: lines.length - completed },
    };
    const polls = fault.polls ?? POLLS;
    const isLost = status === 'lost';
    this.shelf.put(facts.id, { facts, polls, ending: isLost ? 'lost' : ending, bytes: 0 });
    return json(facts);
  };

  /** GET /v1/batches/{id} */
  readonly get: Handler = ({ pathId }) => {
    const batch = this.find(pathId);
    if (batch.polls > 0) {
      this.shelf.put(pathId, { ...batch, polls: batch.polls - 1 });
      return json({ ...batch.facts, status: 'in_progress' });
    }
    if (batch.ending === 'lost') throw notFound(`No batch found with id '${pathId}'.`);
    return json(batch.ending);
  };

  /** POST /v1/batches/{id}/cancel */
  readonly cancel: Handler = ({ pathId }) => {
    const batch = this.find(pathId);
    const ending = { ...batch.facts, status: 'cancelled' };
    this.shelf.put(pathId, { ...batch, polls: 0, ending });
    return json({ ...batch.facts, status: 'cancelling' });
  };

  private find(id: string): Batch {
    const batch = this.shelf.get(id);
    if (!batch) throw notFound(`No batch found with id '${id}'.`);
    return batch;
  }
}

function readLines(content: Buffer, path: string): readonly Line[] {
  const texts = content
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (texts.length === 0 || texts.length > BATCH_REQUESTS_MAX) {
    throw invalid('The batch input file has no requests, or too many.', 'input_file_id');
  }
  const lines = texts.map((text, at) => {
    const line = parsed(text, at);
    checkLine(path)(line, `line ${at + 1}`);
    return line as Line;
  });
  if (new Set(lines.map((line) => line.custom_id)).size < lines.length) {
    throw invalid('A custom_id stands twice in the batch input file.', 'input_file_id');
  }
  if (new Set(lines.map(({ body }) => body.model)).size > 1) {
    throw invalid('A batch input file names one model.', 'input_file_id', 'mismatched_model');
  }
  return lines;
}

function parsed(text: string, at: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`Line ${at + 1} is no JSON.`, 'input_file_id', 'invalid_json_line');
  }
}

function faultOf(line: Line | undefined): Fault {
  const script = line && faultScriptOf(line.body.model);
  return script === undefined ? NO_FAULT : parseFault(script);
}

async function answerTo(line: Line, handler: Handler, request: SandboxRequest): Promise<object> {
  const head = { id: request.newId('batch_req_'), custom_id: line.custom_id };
  const answered = (status: number, body: unknown) => ({
    ...head,
    response: { status_code: status, request_id: request.newId('req_'), body },
    error: null,
  });
  try {
    const answer = await handler({ ...request, body: line.body, fault: faultOf(line) });
    if (!('body' in answer)) throw invalid('Requests of a batch are not streamed.', 'stream');
    return answered(answer.status, JSON.parse(answer.body.toString()));
  } catch (fault) {
    if (!(fault instanceof ProviderError)) throw fault;
    return answered(fault.status, { error: fault.body });
  }
}
