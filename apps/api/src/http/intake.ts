import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Injectable, Logger } from '@nestjs/common';
import { Authenticator } from '#auth';
import type { Arrival, ReceivedCall, Surface, Wire } from '#call';
import { asGatewayError, Clock, GatewayError, refuse, type CallId } from '#kernel';
import { Pipeline, Refusals, type Answer } from '#pipeline';
import { writeStreamError, type ReplyFrame } from '#wire';
import { AnswerWriter } from './answer-writer.js';
import { clientGoneSignal } from './caller.js';
import { renderChatError } from './chat-envelope.js';
import { readTimeout } from './read-timeout.js';

/** One way a caller may speak: reads its requests, writes its answers. */
export interface SurfaceAdapter {
  readonly wire: Wire;
  surfaceOf(path: string): Surface;
  /** @throws GatewayError naming what is wrong with the request */
  readCall(arrival: Arrival, request: FastifyRequest, timeoutMs: number): Promise<ReceivedCall>;
  writeJson(call: ReceivedCall, frame: ReplyFrame): string;
  writeEvents(call: ReceivedCall, frames: AsyncIterable<ReplyFrame>): AsyncIterable<string>;
}

/** One way in: who is calling, what it wants, through the pipeline, and out again. */
@Injectable()
export class Intake {
  private readonly logger = new Logger('http');

  constructor(
    private readonly authenticator: Authenticator,
    private readonly pipeline: Pipeline,
    private readonly refusals: Refusals,
    private readonly writer: AnswerWriter,
    private readonly clock: Clock,
  ) {}

  async serve(
    request: FastifyRequest,
    reply: FastifyReply,
    surface: SurfaceAdapter,
  ): Promise<void> {
    const response = reply.hijack().raw;
    const headers = { 'request-id': request.id, 'x-request-id': request.id };
    try {
      const arrival = await this.arrive(request, response, surface);
      const call = await this.read(arrival, request, surface);
      try {
        const answer = await this.pipeline.run(call);
        await this.write(response, { ...headers, ...answer.gatewayHeaders }, call, answer, surface);
      } finally {
        if (call.body.kind === 'form') await call.body.form.dispose();
      }
    } catch (fault) {
      // What the pipeline throws is on record by now; this is a fault in front of it or behind it.
      if (!(fault instanceof GatewayError)) {
        this.logger.error(`request ${request.id} failed`, fault);
      }
      this.writer.writeError(response, asGatewayError(fault), headers);
    }
  }

  private async arrive(
    request: FastifyRequest,
    response: ServerResponse,
    surface: SurfaceAdapter,
  ): Promise<Arrival> {
    const receivedAtMs = this.clock.nowMs();
    const startedMs = this.clock.monotonicMs();
    const clientGone = clientGoneSignal(response);
    const principal = await this.authenticator.authenticate(request.headers.authorization);
    const path = pathOf(request);
    return {
      callId: request.id as CallId,
      receivedAtMs,
      startedMs,
      principal,
      surface: surface.surfaceOf(path),
      wire: surface.wire,
      method: request.method,
      path,
      clientGone,
    };
  }

  /** From here on the key is known, so whatever is wrong with the request is a sealed refusal. */
  private async read(
    arrival: Arrival,
    request: FastifyRequest,
    surface: SurfaceAdapter,
  ): Promise<ReceivedCall> {
    try {
      if (request.headers['x-gw-dlp'] !== undefined) throw refuse('header_removed');
      const asked = request.headers['x-gw-upstream-timeout'];
      const timeoutMs = readTimeout(
        Array.isArray(asked) ? asked[0] : asked,
        arrival.principal.workload.upstreamTimeoutMs,
      );
      return await surface.readCall(arrival, request, timeoutMs);
    } catch (fault) {
      throw await this.refusals.record(arrival, asGatewayError(fault));
    }
  }

  private write(
    response: ServerResponse,
    headers: Record<string, string>,
    call: ReceivedCall,
    answer: Answer,
    surface: SurfaceAdapter,
  ): Promise<void> {
    const { body, status } = answer;
    switch (body.kind) {
      case 'json':
        return this.writeJson(response, status, headers, body.frames, (frame) =>
          surface.writeJson(call, frame),
        );
      case 'events':
        return this.writer.writeEvents(
          response,
          headers,
          surface.writeEvents(call, body.frames),
          (error) => writeStreamError(renderChatError(error)),
        );
      case 'bytes':
        return this.writer.writeBytes(
          response,
          status,
          { ...answer.headers, ...headers },
          body.chunks,
        );
    }
  }

  private async writeJson(
    response: ServerResponse,
    status: number,
    headers: Record<string, string>,
    frames: AsyncIterable<ReplyFrame>,
    render: (frame: ReplyFrame) => string,
  ): Promise<void> {
    for await (const frame of frames) {
      this.writer.writeJson(response, status, headers, render(frame));
    }
  }
}

/**
 * Without query. The router has decoded nothing: this is what the caller wrote, but for the slash at
 * the end, which the router overlooks and a provider would not.
 */
function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/';
  const end = url.indexOf('?');
  return (end < 0 ? url : url.slice(0, end)).replace(/\/$/, '');
}
