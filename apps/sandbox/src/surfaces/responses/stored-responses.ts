import { json, type Handler } from '../../http/answer.js';
import { RESPONSES_BYTES_MAX, RESPONSES_MAX } from '../../limits.js';
import { invalid, notFound } from '../../provider-error.js';
import { Shelf } from '../shelf.js';
import type { InputItem } from './responses-request.js';

/** An answer that is made while nobody waits. */
interface BackgroundAnswer {
  readonly opening: object;
  readonly ending: {
    readonly id: string;
    readonly status: string;
    readonly output: readonly InputItem[];
    readonly usage: object | null;
  };
  /** So often it is shown as it is before its end. */
  readonly polls: number;
}

interface StoredResponse {
  readonly answer: object;
  readonly background?: BackgroundAnswer;
  /** The whole conversation that it answered, oldest first. */
  readonly input: readonly InputItem[];
  /** The same and its own output: what a next response begins with. */
  readonly conversation: readonly InputItem[];
  readonly bytes: number;
}

/** Responses that were asked for without `store: false`. */
export class StoredResponses {
  private readonly shelf = new Shelf<StoredResponse>({
    items: RESPONSES_MAX,
    bytes: RESPONSES_BYTES_MAX,
  });

  put(
    answer: { readonly id: string; readonly output: readonly InputItem[] },
    input: readonly InputItem[],
  ): void {
    const conversation = [...input, ...answer.output];
    const bytes = Buffer.byteLength(JSON.stringify([answer, input]));
    this.shelf.put(answer.id, { answer, input, conversation, bytes });
  }

  begin(background: BackgroundAnswer, input: readonly InputItem[]): void {
    const { ending } = background;
    this.put(ending, input);
    this.replace(ending.id, { background });
  }

  /** What came before a request. @throws ProviderError 400 where it names a response that there is not */
  conversationOf(earlier: string | null | undefined): readonly InputItem[] {
    if (earlier == null) return [];
    const response = this.shelf.get(earlier);
    if (response) return response.conversation;
    const text = `Previous response with id '${earlier}' not found.`;
    throw invalid(text, 'previous_response_id', 'previous_response_not_found');
  }

  /** GET /v1/responses/{id} */
  readonly get: Handler = ({ pathId }) => {
    const { answer, background } = this.find(pathId);
    if (!background) return json(answer);
    const { polls, opening, ending } = background;
    if (polls > 0) {
      this.replace(pathId, { background: { ...background, polls: polls - 1 } });
      return json(opening);
    }
    if (ending.status === 'lost') throw notFound(`Response with id '${pathId}' not found.`);
    return json(ending);
  };

  /** GET /v1/responses/{id}/input_items */
  readonly inputItems: Handler = ({ pathId }) => {
    const data = this.find(pathId).input.toReversed();
    return json({ object: 'list', data, has_more: false });
  };

  /** POST /v1/responses/{id}/cancel: of one in the background; it has counted what it has used. */
  readonly cancel: Handler = ({ pathId }) => {
    const { background } = this.find(pathId);
    if (!background) throw invalid('Cannot cancel a synchronous response.');
    if (background.polls === 0) return json(background.ending);
    const ending = { ...background.ending, status: 'cancelled', output: [] };
    this.replace(pathId, { background: { ...background, polls: 0, ending } });
    return json(ending);
  };

  /** DELETE /v1/responses/{id} */
  readonly remove: Handler = ({ pathId }) => {
    this.find(pathId);
    this.shelf.remove(pathId);
    return json({ id: pathId, object: 'response', deleted: true });
  };

  private replace(id: string, part: Partial<StoredResponse>): void {
    const known = this.find(id);
    this.shelf.remove(id);
    this.shelf.put(id, { ...known, ...part });
  }

  private find(id: string): StoredResponse {
    const response = this.shelf.get(id);
    if (!response) throw notFound(`Response with id '${id}' not found.`);
    return response;
  }
}
