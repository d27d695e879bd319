import { Injectable } from '@nestjs/common';
import { SealInterceptor } from '#audit';
import { Dispatcher, type Operation, type ReceivedCall } from '#call';
import { CacheInterceptor, CacheReplay, KeepInterceptor } from '#content';
import { InspectInterceptor } from '#dlp';
import { DocumentsInterceptor } from '#documents';
import { MeterInterceptor } from '#metering';
import { RouteInterceptor } from '#routing';
import { ScopeInterceptor } from '#scope';
import { Passage, type Answer } from './passage.js';
import { PassageTools } from './passage-tools.js';
import { ToldByEvents } from './told-by-events.js';

/**
 * The way of every call, once its documents were read: Inspect → Route → Scope → [cache] → Seal → Meter → dispatch, and back in reverse.
 * Each step takes the state that the step before it returned, so the order is the compiler's, too. An answer that was kept takes
 * the place of the dispatch, and nothing else: it is for who could have it made now, and goes the same way back.
 */
@Injectable()
export class Pipeline {
  constructor(
    private readonly documents: DocumentsInterceptor,
    private readonly inspect: InspectInterceptor,
    private readonly route: RouteInterceptor,
    private readonly scope: ScopeInterceptor,
    private readonly cache: CacheInterceptor,
    private readonly seal: SealInterceptor,
    private readonly meter: MeterInterceptor,
    private readonly keep: KeepInterceptor,
    private readonly dispatcher: Dispatcher,
    private readonly replay: CacheReplay,
    private readonly tools: PassageTools,
  ) {}

  /** @throws GatewayError when the call was refused or every attempt failed; on record either way */
  async run(received: ReceivedCall): Promise<Answer> {
    const passage = new Passage(received, this.tools);
    try {
      passage.open();
      const read = this.documents.concerns(received)
        ? await passage.enter('documents', this.documents, received)
        : received;
      const inspected = await passage.enter('inspect', this.inspect, read);
      const routed = await passage.enter('route', this.route, inspected);
      const guarded = await passage.enter('scope', this.scope, routed);
      const looked = await passage.enter('cache', this.cache, guarded);
      const sealed = await passage.enter('seal', this.seal, looked);
      const metered = await passage.enter('meter', this.meter, sealed);
      const kept = this.keep.concerns(metered)
        ? await passage.enter('keep', this.keep, metered)
        : metered;
      const dispatcher = looked.cache.answer ? this.replay : this.dispatcher;
      return await passage.send(
        kept,
        isRound(received.operation) ? new ToldByEvents(dispatcher) : dispatcher,
      );
    } catch (error) {
      throw await passage.fail(error);
    }
  }
}

const isRound = (operation: Operation): boolean =>
  operation.kind === 'chat' && operation.isRound === true;
