import { Injectable } from '@nestjs/common';
import {
  decisionOf,
  Dispatcher,
  LOCAL_FAMILY,
  type DispatchRecord,
  type Family,
  type MeteredCall,
  type Operation,
} from '#call';
import { assert, Clock, failed, parseJson, refuse } from '#kernel';
import {
  NO_USAGE,
  readDecision,
  writeDecision,
  type Decided,
  type DecisionRequest,
  type Reply,
} from '#wire';
import { readingOf } from './reading-of.js';
import { jobOf, rowsOf } from './typed-job.js';
import { TypedModels } from './typed-models.js';

/** Has typed questions answered by the models of this machine. */
@Injectable()
export class TypedDispatcher extends Dispatcher {
  constructor(
    private readonly models: TypedModels,
    private readonly clock: Clock,
  ) {
    super();
  }

  serves(operation: Operation['kind'], family: Family): boolean {
    return operation === 'decide' && family === LOCAL_FAMILY;
  }

  speaks(): boolean {
    return false; // No conversation is held with them.
  }

  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const { operation, request: body } = call.inspection;
    const [endpoint] = call.hold.endpoints;
    assert(operation.kind === 'decide' && body.kind === 'json', 'a decision is asked for in JSON');
    assert(endpoint?.model, 'a decision is asked of a model');
    const asked = readDecision(body.document, operation.asks, operation.optionNames);
    dispatch.endpoint = endpoint;
    const startedMs = this.clock.monotonicMs();
    const decided = await this.decide(asked, call, dispatch);
    dispatch.billable = 'answer';
    dispatch.attempts.push({
      provider: endpoint.provider.name,
      model: endpoint.model.id,
      status: 200,
      transport: null,
      ms: Math.round(this.clock.monotonicMs() - startedMs),
    });
    return replyOf(writeDecision(asked, decided, call.requestedModel ?? ''), asked.tokens);
  }

  private async decide(
    asked: DecisionRequest,
    { principal }: MeteredCall,
    { cancellation: ended }: DispatchRecord,
  ): Promise<Decided> {
    if (asked.kind === 'router') {
      const { router } = this.models;
      if (!router) throw failed('typed_model_unavailable', { param: 'model' });
      const result = await router.ask(asked.segments, { units: 1, ended, isRouting: false });
      const { reasoning, complexity, task } = result;
      return {
        judged: [[reasoning], complexity, task].map(judged),
        revision: router.facts?.revision ?? '',
        decision: decisionOf(readingOf(result), principal.organisation.auto?.thresholds),
      };
    }
    const { typed } = this.models;
    if (!typed) throw failed('typed_model_unavailable', { param: 'model' });
    const units = rowsOf(asked);
    refuseCostly(units, typed.facts?.rowsMax ?? null);
    const results = await typed.ask(jobOf(asked), { units, ended, isRouting: false });
    return {
      judged: results.map(({ probabilities, answerConfidence }) => ({
        probabilities,
        answerConfidence: answerConfidence ?? undefined,
      })),
      revision: typed.facts?.revision ?? '',
    };
  }
}

/** What takes longer than its caller waits is told at once. @throws questions_too_costly */
function refuseCostly(rows: number, rowsMax: number | null): void {
  if (rowsMax === null || rows <= rowsMax) return;
  throw refuse('questions_too_costly', {
    param: 'questions',
    message: `The questions have ${rows} options in all, and the model reads ${rowsMax} in its time. Ask fewer at a time.`,
  });
}

/** A router is calibrated: how sure it is of an answer is how likely that is right. */
function judged(probabilities: readonly number[]) {
  const [first = 0] = probabilities;
  const most = probabilities.length === 1 ? Math.max(first, 1 - first) : Math.max(...probabilities);
  return { probabilities, answerConfidence: most };
}

const replyOf = (json: string, inputTotal: number): Reply => ({
  status: 200,
  headers: {},
  protocol: 'systemone',
  body: {
    kind: 'json',
    frame: {
      document: parseJson(json),
      edits: [],
      events: [
        { type: 'usage', usage: { ...NO_USAGE, inputTotal }, isWholeFrame: true },
        { type: 'done' },
      ],
    },
  },
});
