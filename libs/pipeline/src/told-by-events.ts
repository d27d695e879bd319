import type { Dispatcher, DispatchRecord, MeteredCall } from '#call';
import type { Reply, ReplyFrame } from '#wire';

/**
 * Answers that are put together with others: nothing of a provider's own payloads goes on, so the format of the caller is
 * written from the events, as for a provider of any other.
 */
export class ToldByEvents implements Pick<Dispatcher, 'send'> {
  constructor(private readonly dispatcher: Pick<Dispatcher, 'send'>) {}

  async send(call: MeteredCall, dispatch: DispatchRecord): Promise<Reply> {
    const reply = await this.dispatcher.send(call, dispatch);
    const { body } = reply;
    switch (body.kind) {
      case 'json':
        return { ...reply, protocol: 'kept', body: { ...body, frame: told(body.frame) } };
      case 'events':
        return {
          ...reply,
          protocol: 'kept',
          body: { ...body, batches: toldBatches(body.batches) },
        };
      case 'bytes':
        return reply;
    }
  }
}

const told = ({ events }: ReplyFrame): ReplyFrame => ({ document: null, edits: [], events });

async function* toldBatches(
  batches: AsyncIterable<readonly ReplyFrame[]>,
): AsyncGenerator<readonly ReplyFrame[]> {
  for await (const batch of batches) yield batch.map(told);
}
