import { Injectable } from '@nestjs/common';
import { NOTHING_EXPECTED, type BatchRequest, type ExpectedUsage, type Provider } from '#call';
import {
  Cancellation,
  Clock,
  failed,
  GatewayError,
  member,
  objectOf,
  parseAnswer,
  parseSteps,
  refuse,
  runInSlices,
  stringOf,
  type JsonDocument,
  type OrganisationId,
  type Steps,
} from '#kernel';
import type { HttpExchange } from '../http/http-exchange.js';
import { transportOf } from '../http/transport-error.js';
import { isObjectId } from '../object-id.js';
import { ProviderReads, Unopened } from '../provider-reads.js';
import { linesOf, TooLong } from './lines-of.js';

const READ_MS_MAX = 60_000; // The largest file in a minute; its caller waits for it.
const AT_A_TIME = 4; // Of this process: each is up to 200 MiB that others wait behind.
/** As much as makers take. */
const REQUESTS_MAX = 50_000;
const BOUNDS = { lineBytesMax: 16 * 1_024 * 1_024, bytesMax: 200 * 1_024 * 1_024 };

/** Of a request; what else there is, somebody may read otherwise. */
const LINE_MEMBERS: ReadonlySet<string> = new Set(['custom_id', 'method', 'url', 'body']);

/** What a file of requests says of them. */
export interface BatchInput {
  /** The one that all of them name, as its provider calls it. */
  readonly model: string;
  readonly expected: ExpectedUsage;
}

/** Reads the file of a batch at its provider, request by request, for what all of them can cost. */
@Injectable()
export class BatchInputs {
  private open = 0;

  constructor(
    private readonly reads: ProviderReads,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws field_invalid, and whatever a request by itself is refused with, its line named;
   *   batch_unreadable, gateway_overloaded
   */
  async read(
    organisation: OrganisationId,
    provider: Provider,
    batch: BatchRequest,
    callerGone: Cancellation,
  ): Promise<BatchInput> {
    if (!isObjectId(batch.fileId)) throw invalid(NO_FILE);
    if (this.open >= AT_A_TIME) throw refuse('gateway_overloaded');
    this.open++;
    const cancellation = new Cancellation();
    const alarm = this.clock.after(READ_MS_MAX, () => cancellation.cancel(new Error('timeout')));
    const stopListening = callerGone.onCancel((reason) => cancellation.cancel(reason));
    try {
      const path = ['v1', 'files', batch.fileId, 'content'];
      const exchange = await this.reads.get(organisation, provider, path, cancellation);
      if (exchange instanceof Unopened) throw unreadable(exchange.why);
      if (exchange.status !== 200) throw unread(exchange);
      return await sumOf(exchange, batch, cancellation);
    } catch (fault) {
      if (callerGone.reason) throw callerGone.reason;
      if (fault instanceof GatewayError) throw fault;
      if (fault instanceof TooLong) throw invalid('The file, or a line of it, is too long.');
      throw unreadable(cancellation.isCancelled ? 'timeout' : transportOf(fault));
    } finally {
      stopListening();
      alarm.cancel();
      this.open--;
    }
  }
}

async function sumOf(
  file: AsyncIterable<Uint8Array>,
  batch: BatchRequest,
  cancellation: Cancellation,
): Promise<BatchInput> {
  const sum = new RequestSum(batch);
  for await (const line of linesOf(file, BOUNDS)) {
    await runInSlices(sum.add(line), cancellation);
  }
  return sum.input;
}

/** The requests of a file together. */
class RequestSum {
  private model: string | undefined;
  private requests = 0;
  private outputTokens = 0;
  private openChoices = 0;
  private inputTokensLongest = 0;
  private choices = 0;
  private isSpoken = false;
  private bringsText = false;
  private sum = { inputTokens: 0, inputTokensMost: 0, audioTokens: 0, imageTokens: 0 };
  private marksCache = false;

  constructor(private readonly batch: BatchRequest) {}

  get input(): BatchInput {
    const { model, requests, outputTokens, openChoices, inputTokensLongest, choices } = this;
    if (model === undefined) throw invalid('The file holds no request.');
    return {
      model,
      expected: {
        ...NOTHING_EXPECTED,
        ...this.sum,
        marksCache: this.marksCache,
        output: this.bringsText ? { tokensMax: null, choices, isSpoken: this.isSpoken } : null,
        tier: 'batch',
        batch: { requests, outputTokens, openChoices, inputTokensLongest },
      },
    };
  }

  *add(line: readonly Buffer[]): Steps<void> {
    this.requests++;
    if (this.requests > REQUESTS_MAX) {
      throw invalid(`The file has more than ${REQUESTS_MAX} requests.`);
    }
    try {
      const body = yield* this.bodyOf(line);
      this.addModel(body);
      this.addUsage(yield* this.batch.judge(body));
    } catch (fault) {
      throw fault instanceof GatewayError ? inLine(this.requests, fault) : fault;
    }
  }

  private *bodyOf(line: readonly Buffer[]): Steps<JsonDocument> {
    const { root, text } = yield* parseAnswer(line);
    const other = objectOf(root)?.keys.find((key) => !LINE_MEMBERS.has(key));
    if (other !== undefined) throw invalid(`It has more than ${[...LINE_MEMBERS].join(', ')}.`);
    if (stringOf(member(root, 'method')) !== 'POST') throw invalid('Its method is not POST.');
    if (stringOf(member(root, 'url')) !== this.batch.path) {
      throw invalid(`Its url is not ${this.batch.path}, the endpoint of the batch.`);
    }
    const body = member(root, 'body');
    if (body?.kind !== 'object') throw invalid('It has no body that is an object.');
    return yield* parseSteps(text.slice(body.start, body.end));
  }

  private addModel({ root }: JsonDocument): void {
    const model = stringOf(member(root, 'model'));
    if (!model) throw refuse('model_missing');
    this.model ??= model;
    if (model !== this.model) {
      throw invalid('It names another model than the requests before it: make a batch of each.');
    }
  }

  private addUsage(expected: ExpectedUsage): void {
    if (expected.named !== null) {
      throw refuse('option_unpriced', {
        message:
          'It names input whose size nobody here can tell, so what it costs has no bound. Send that input along.',
      });
    }
    if (expected.tier !== 'auto' && expected.tier !== 'standard') {
      throw refuse('option_unpriced', { message: 'A batch is a tier of its own: leave it out.' });
    }
    const { output, inputTokensMost } = expected;
    for (const unit of Object.keys(this.sum) as (keyof typeof this.sum)[]) {
      this.sum[unit] += expected[unit];
    }
    this.inputTokensLongest = Math.max(this.inputTokensLongest, inputTokensMost);
    this.marksCache ||= expected.marksCache;
    if (!output) return;
    this.bringsText = true;
    this.isSpoken ||= output.isSpoken ?? false;
    this.choices += output.choices;
    if (output.tokensMax === null) this.openChoices += output.choices;
    else this.outputTokens += output.tokensMax * output.choices;
  }
}

const PARAM = 'input_file_id';
const NO_FILE = 'The provider has no file with this id.';

/** The same refusal, for the caller to find in its file. */
function inLine(line: number, { key, message, details }: GatewayError): GatewayError {
  const named = details.param === undefined || details.param === PARAM ? '' : `, ${details.param}`;
  return refuse(key, { param: PARAM, message: `Request ${line} of the file${named}: ${message}` });
}

const invalid = (message: string): GatewayError =>
  refuse('field_invalid', { param: PARAM, message });

const unread = ({ status }: HttpExchange): GatewayError =>
  status === 404 || status === 400 ? invalid(NO_FILE) : unreadable(`status ${status}`);

const unreadable = (why: string): GatewayError =>
  failed('batch_unreadable', { param: PARAM, internal: why });
