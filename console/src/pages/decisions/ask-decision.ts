import { unreachable, type ProblemError } from '../../api/problem';
import { parsed, readRefusedCall } from '../../api/refusal';

const PATH = '/admin/v1/playground/decide';
const ANSWER_MS_MAX = 30_000; // A decision is made or refused within ten seconds, a provider's in some more.

export interface Asked {
  readonly request: object;
  readonly workload: string | undefined;
}

/** A call and how it ended. What was asked and answered is kept by the page alone. */
export interface Outcome {
  readonly request: object;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
  readonly raw: string;
  readonly requestId: string | null;
  readonly error: ProblemError | null;
}

/** Never rejects: why it was not answered is in the outcome. */
export async function askDecision(
  { request, workload }: Asked,
  signal: AbortSignal,
): Promise<Outcome> {
  const nothing = { request, body: undefined, raw: '', requestId: null, error: null };
  try {
    const response = await fetch(workload ? `${PATH}?workload=${workload}` : PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gw-console': '1' },
      body: JSON.stringify(request),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    });
    if (!response.ok) return { ...nothing, ...(await readRefusedCall(response)) };
    const raw = await response.text();
    return { ...nothing, raw, body: parsed(raw), requestId: response.headers.get('request-id') };
  } catch (fault) {
    return { ...nothing, error: unreachable(fault) };
  }
}
