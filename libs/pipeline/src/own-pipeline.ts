import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { InnerCalls, type Arrival, type ReceivedCall } from '#call';
import type { GatewayError } from '#kernel';
import { embeddings, type ReplyFrame } from '#wire';
import type { Answer } from './passage.js';
import { Pipeline } from './pipeline.js';
import { Refusals } from './refusals.js';

/** The pipeline for steps of its own, which it cannot be handed to before they are made. */
@Injectable()
export class OwnPipeline extends InnerCalls {
  constructor(private readonly modules: ModuleRef) {
    super();
  }

  async ask(call: ReceivedCall): Promise<string> {
    const { body } = await this.run(call);
    switch (body.kind) {
      case 'json':
        return textOf(body.frame);
      case 'events': {
        let text = '';
        for await (const batch of body.batches) text += batch.map(textOf).join('');
        return text;
      }
      case 'bytes':
        await body.chunks.return(undefined);
        return '';
    }
  }

  async embed(call: ReceivedCall): Promise<readonly Float32Array[] | undefined> {
    const { body } = await this.run(call);
    if (body.kind === 'json') return vectorsOf(body.frame)?.map(({ floats }) => floats);
    if (body.kind === 'bytes') await body.chunks.return(undefined);
    return undefined;
  }

  refuse(arrival: Arrival, fault: unknown): Promise<GatewayError> {
    return this.modules.get(Refusals, { strict: false }).record(arrival, fault);
  }

  private run(call: ReceivedCall): Promise<Answer> {
    return this.modules.get(Pipeline, { strict: false }).run(call);
  }
}

/** What is said in the first choice; not what was thought. */
const textOf = ({ events }: ReplyFrame): string =>
  events
    .map((event) =>
      event.type === 'text' && event.part.kind === 'text' && event.part.choice === 0
        ? event.delta
        : '',
    )
    .join('');

/** Of an answer that was only passed on nobody has read them yet. */
const vectorsOf = ({ vectors, document }: ReplyFrame): ReplyFrame['vectors'] =>
  vectors ?? (document ? embeddings.embeddings.readAnswer(document).vectors : undefined);
