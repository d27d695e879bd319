import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Authenticator, RequestRate } from '#auth';
import { CallerGone, type Arrival, type Principal, type ReceivedCall } from '#call';
import { asGatewayError, ByteLease, Clock, GatewayError, refuse, type CallId } from '#kernel';
import { Telemetry } from '#operations';
import { Refusals, type Answer } from '#pipeline';
import { AnswerRoom, Config } from '#platform';
import { AnswerTexts } from '#providers';
import { codecs, JsonArrayWriter, type AnswerOptions, type ErrorEvent } from '#wire';
import { KnowledgeChats } from '../retrieval/knowledge-chats.js';
import { addressOf } from './address-of.js';
import { AnswerWriter } from './answer-writer.js';
import { BodyIntake } from './body-intake.js';
import { callerGoneOf } from './caller-gone-of.js';
import { envelopeOf } from './envelope-of.js';
import { OpenRequests } from './open-requests.js';
import { pathTemplate } from './path-template.js';
import { rawPathOf, readTarget } from './read-target.js';
import { readCacheOrder } from './read-cache-order.js';
import { readTimeout } from './read-timeout.js';
import type { NoCall, SurfaceAdapter } from './surface.js';

const NO_TOOLS: ReadonlySet<string> = new Set();

/** An error of our own as the event that ends a stream, and what it says beyond that. */
const eventOf = ({ message, spec, details }: GatewayError): [ErrorEvent, object] => {
  const { param, gw } = details;
  return [{ type: 'error', message, code: spec.code, ...(param && { param }) }, gw ? { gw } : {}];
};

const isNoCall = (call: ReceivedCall | NoCall): call is NoCall =>
  'givenBefore' in call || 'answerWithin' in call;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Arriving {
  readonly surface: SurfaceAdapter;
  readonly whoAsks: () => Promise<Principal>;
  readonly memory: ByteLease;
}

/** One way in: who is calling, what it wants, through the pipeline, and out again. */
@Injectable()
export class CallServer {
  private readonly logger = new Logger('http');

  constructor(
    private readonly authenticator: Authenticator,
    private readonly rate: RequestRate,
    private readonly chats: KnowledgeChats,
    private readonly refusals: Refusals,
    private readonly intake: BodyIntake,
    private readonly answers: AnswerRoom,
    private readonly texts: AnswerTexts,
    private readonly writer: AnswerWriter,
    private readonly requests: OpenRequests,
    private readonly telemetry: Telemetry,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Never rejects: whatever goes wrong is answered. @param id of the request, the call's own */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    surface: SurfaceAdapter,
  ): Promise<void> {
    const byKey = () =>
      this.authenticator.authenticate(surface.keyOf(request), () =>
        addressOf(request, this.config),
      );
    return this.requests.during(() => this.answer(request, response, id, surface, byKey));
  }

  /** The same for somebody who is known without a key: a person in the Console. */
  serveAs(
    principal: Principal,
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    surface: SurfaceAdapter,
  ): Promise<void> {
    const known = () => Promise.resolve(principal);
    return this.requests.during(() => this.answer(request, response, id, surface, known));
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    surface: SurfaceAdapter,
    whoAsks: () => Promise<Principal>,
  ): Promise<void> {
    const headers = { 'request-id': id, 'x-request-id': id };
    const memory = new ByteLease();
    try {
      const arrival = await this.arrive(request, response, id, { surface, whoAsks, memory });
      const call = await this.read(arrival, request, surface);
      if (isNoCall(call)) {
        const given = 'givenBefore' in call ? call.givenBefore : await call.answerWithin();
        const { status, headers: own, text } = given;
        return await this.writer.writeJson(response, status, { ...headers, ...own }, text);
      }
      try {
        // The answer is not held here while it is written: its values are worth more than its text.
        await this.chats.run(call).then((answer) => {
          if (!answer.holdsRequest) this.intake.forget(memory);
          const all = { ...headers, ...answer.gatewayHeaders };
          return this.write({ request, response }, all, call, answer, surface);
        });
      } finally {
        if (call.body.kind === 'form') await call.body.form.dispose();
      }
    } catch (fault) {
      // What the pipeline throws is on record by now; this is a fault in front of it or behind it.
      const isKnown = fault instanceof GatewayError || fault instanceof CallerGone;
      if (!isKnown) this.logger.error(`request ${id} failed`, fault, { request_id: id });
      this.writer.writeError(
        response,
        asGatewayError(fault),
        headers,
        surface.envelope ?? envelopeOf(request),
      );
    } finally {
      // What was written lies in the socket's buffer until its client has taken it.
      if (response.closed) memory.end();
      else response.once('close', () => memory.end());
    }
  }

  private async arrive(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    { surface, whoAsks, memory }: Arriving,
  ): Promise<Arrival> {
    const path = rawPathOf(request);
    const receivedAtMs = this.clock.nowMs();
    const startedMs = this.clock.monotonicMs();
    const callerGone = callerGoneOf(response);
    const principal = await whoAsks();
    return {
      callId: id as CallId,
      parentId: null,
      receivedAtMs,
      startedMs,
      principal,
      surface: surface.surfaceOf(path),
      pathTemplate: pathTemplate(path),
      protocol: surface.protocol,
      callerGone,
      memory,
      trace: this.telemetry.begin(request.headers, request.method),
    };
  }

  /** From here on the key is known, so whatever is wrong with the request is a sealed refusal. */
  private async read(
    arrival: Arrival,
    incoming: IncomingMessage,
    surface: SurfaceAdapter,
  ): Promise<ReceivedCall | NoCall> {
    try {
      this.rate.count(arrival.principal.workload);
      const { headers } = incoming;
      if (headers['x-gw-dlp'] !== undefined) throw refuse('header_removed');
      const asked = headers['x-gw-upstream-timeout'];
      const timeoutMs = readTimeout(
        Array.isArray(asked) ? asked[0] : asked,
        arrival.principal.workload.upstreamTimeoutMs,
      );
      const cacheOrder = readCacheOrder(headers);
      const target = (surface.readTarget ?? readTarget)(incoming);
      const body = this.intake.open(incoming, arrival.memory);
      const call = await surface.readCall(arrival, { ...target, incoming, body, timeoutMs });
      return cacheOrder && !isNoCall(call) ? { ...call, cacheOrder } : call;
    } catch (fault) {
      throw await this.refusals.record(arrival, fault);
    }
  }

  private async write(
    { request, response }: Exchange,
    headers: Record<string, string>,
    call: ReceivedCall,
    answer: Answer,
    { envelope = envelopeOf(request), wantsArray }: SurfaceAdapter,
  ): Promise<void> {
    const { status, headers: passed, protocol, body } = answer;
    const codec = codecs[call.protocol];
    const { operation } = call;
    const options: AnswerOptions = {
      source: protocol,
      model: call.requestedModel,
      wantsUsage: call.wantsUsage,
      showsThinking: call.showsThinking,
      sealsThinking: operation.kind === 'chat' && operation.sealsThinking,
      inputTokens: call.expected.inputTokens,
      requestId: call.callId,
      ...(operation.kind === 'embed' && operation.asBase64 && { vectorsAs: 'base64' }),
      customTools: (operation.kind === 'chat' && operation.customTools) || NO_TOOLS,
      repeated: operation.kind === 'chat' ? operation.repeated : undefined,
      // Of a stream of several rounds it grows.
      get cachedUsage() {
        return answer.cachedUsage;
      },
    };
    switch (body.kind) {
      case 'json': {
        const json = await this.texts.write(call.protocol, body.frame, options, call.callerGone);
        this.answers.keepOnly(call.memory, json);
        // Of what is answered here; a provider's own headers say nothing to callers.
        const own = operation.kind === 'anonymize' ? passed : {};
        return this.writer.writeJson(response, status, { ...own, ...headers }, json);
      }
      case 'events': {
        const { batches } = body;
        const writer = codec.newStreamWriter(options);
        const renderError = (error: GatewayError) =>
          writer.breakOff?.(...eventOf(error)) ?? envelope.renderStreamError(error, call.callId);
        if (!wantsArray?.(request)) {
          return this.writer.writeEvents(response, headers, { batches, writer }, renderError);
        }
        const array = new JsonArrayWriter(writer);
        const source = { batches, writer: array, isArray: true };
        return this.writer.writeEvents(response, headers, source, (error) =>
          array.close(renderError(error)),
        );
      }
      case 'bytes':
        return this.writer.writeBytes(response, status, { ...passed, ...headers }, body.chunks);
    }
  }
}
