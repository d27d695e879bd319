import { itemsOf, member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { NO_USAGE, readNativeUsage, sumUsage, type ToldUsage, type Untold } from '#wire';

/** How a batch stands, as its provider tells. */
export interface BatchState {
  /** `open`: its provider is still at work. Null where nobody knows the word. */
  readonly status: 'open' | 'completed' | 'failed' | 'expired' | 'cancelled' | null;
  /** Of all requests that were answered; undefined where it does not say. */
  readonly told: ToldUsage | undefined;
  /** No request was answered. */
  readonly isEmpty: boolean;
  /** Where the answers are; undefined where there are none. */
  readonly resultsId: string | undefined;
}

const OPEN: ReadonlySet<string> = new Set([
  'validating',
  'in_progress',
  'finalizing',
  'cancelling',
]);
const ENDS = ['completed', 'failed', 'expired', 'cancelled'] as const;

export function readBatch(document: JsonDocument): BatchState {
  const { root } = document;
  const word = stringOf(member(root, 'status')) ?? '';
  const status = OPEN.has(word) ? 'open' : (ENDS.find((end) => end === word) ?? null);
  const completed = numberOf(member(member(root, 'request_counts'), 'completed'));
  const told = readNativeUsage(document);
  // Makers that fill it in later leave zeros there.
  const isTold = told && !told.untold && told.usage.inputTotal + told.usage.outputTotal > 0;
  return {
    status,
    told: isTold ? told : undefined,
    isEmpty: status === 'failed' || completed === 0,
    resultsId: stringOf(member(root, 'output_file_id')) || undefined,
  };
}

/** What the answers in a file of results have used together. */
export class ResultSum {
  private usage = NO_USAGE;
  private untold: Untold = { input: false, output: false };

  /** A request that failed has used nothing that anybody counts. */
  add({ root }: JsonDocument): void {
    const response = member(root, 'response');
    const body = member(response, 'body');
    if (!body || !isAnswer(response)) return;
    const told = readNativeUsage({ root: body });
    this.usage = sumUsage([this.usage, told?.usage ?? NO_USAGE]);
    const untold = told ? told.untold : { input: true, output: true };
    this.untold = {
      input: this.untold.input || untold?.input === true,
      // Vectors have no output to count.
      output: this.untold.output || (untold?.output === true && !isVectors(body)),
    };
  }

  get told(): ToldUsage {
    const { usage, untold } = this;
    return { usage, ...((untold.input || untold.output) && { untold }) };
  }
}

const isAnswer = (response: JsonNode | undefined): boolean => {
  const status = numberOf(member(response, 'status_code')) ?? 200;
  return status >= 200 && status < 300;
};

const isVectors = (body: JsonNode): boolean =>
  itemsOf(member(body, 'data')).some((item) => member(item, 'embedding') !== undefined);
