import { NO_HINTS, NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import { refuse, runInSlices, type Cancellation, type JsonDocument } from '#kernel';
import {
  codecs,
  estimateInput,
  readAskedTier,
  readGeminiRequest,
  withCamelNames,
  type CallerProtocol,
} from '#wire';
import { geminiKeyOf } from '../../http/caller-key.js';
import { geminiEnvelope } from '../../http/gemini-envelope.js';
import { expectJson } from '../../http/read-body.js';
import { secondsOfBytes } from '../../http/seconds-of-bytes.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { readSteps } from '../read-steps.js';
import { checkGeminiOptions } from './gemini-options.js';
import { geminiTargetOf, readGeminiTarget } from './gemini-target.js';

const STREAMS: ReadonlyMap<string, boolean> = new Map([
  ['generateContent', false],
  ['streamGenerateContent', true],
]);

/** `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent`. */
export const geminiSurface: SurfaceAdapter = {
  protocol: 'gemini',
  surfaceOf: () => 'gemini',
  keyOf: geminiKeyOf,
  envelope: geminiEnvelope,
  readTarget: geminiTargetOf,
  wantsArray: (incoming) => !readGeminiTarget(incoming).wantsEvents,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall> {
    const { model, verb } = readGeminiTarget(request.incoming);
    const isStreaming = STREAMS.get(verb);
    if (isStreaming === undefined) throw refuse('path_unknown');
    const document = await readGeminiBody(request, 'gemini', arrival.callerGone);
    const { asked, expected } = await runInSlices(
      readSteps(document, { ask: readGeminiRequest, expect: estimateInput(document, 'gemini') }),
      arrival.callerGone,
    );
    checkGeminiOptions(arrival.principal, document.root);
    const { audioBytes, ...input } = expected;
    return {
      ...arrival,
      operation: { kind: 'chat', protocol: 'gemini', hints: NO_HINTS },
      requestedModel: model,
      isStreaming,
      wantsUsage: true,
      showsThinking: asked.showsThinking,
      endUser: null,
      expected: {
        ...NOTHING_EXPECTED,
        tier: readAskedTier(document.root) ?? 'auto',
        ...input,
        ...secondsOfBytes(audioBytes),
        output: {
          tokensMax: asked.outputTokensMax,
          choices: asked.choices,
          isSpoken: asked.isSpoken,
        },
      },
      body: { kind: 'json', document },
      timeoutMs: request.timeoutMs,
    };
  },
};

/** In the format's own spelling. @throws content_type_unsupported, body_duplicate_key */
export async function readGeminiBody(
  { incoming, body }: Pick<SurfaceRequest, 'incoming' | 'body'>,
  protocol: CallerProtocol,
  callerGone: Cancellation,
): Promise<JsonDocument> {
  expectJson(incoming);
  const schema = codecs[protocol].texts.request;
  return runInSlices(withCamelNames(await body.json(callerGone), schema), callerGone);
}
