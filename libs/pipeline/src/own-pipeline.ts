import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { InnerCalls, type ReceivedCall } from '#call';
import type { ReplyFrame } from '#wire';
import { Pipeline } from './pipeline.js';

/** The pipeline for steps of its own, which it cannot be handed to before they are made. */
@Injectable()
export class OwnPipeline extends InnerCalls {
  constructor(private readonly modules: ModuleRef) {
    super();
  }

  async ask(call: ReceivedCall): Promise<string> {
    const { body } = await this.modules.get(Pipeline, { strict: false }).run(call);
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
