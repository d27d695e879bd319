import { NO_HINTS, NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import { runInSlices } from '#kernel';
import { checkEmbedContents, estimateInput } from '#wire';
import { secondsOfBytes } from '../../http/seconds-of-bytes.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { checkEmbedOptions } from './gemini-options.js';
import { geminiSurface, readGeminiBody } from './gemini.surface.js';
import { readGeminiTarget } from './gemini-target.js';

function embedSurface(protocol: 'embed_content' | 'batch_embed_contents'): SurfaceAdapter {
  return {
    ...geminiSurface,
    protocol,
    wantsArray: () => false,

    async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall> {
      const { model } = readGeminiTarget(request.incoming);
      const document = await readGeminiBody(request, protocol, arrival.callerGone);
      checkEmbedContents(document, protocol === 'batch_embed_contents', model);
      checkEmbedOptions(arrival.principal, document.root);
      const { audioBytes, ...input } = await runInSlices(
        estimateInput(document, protocol),
        arrival.callerGone,
      );
      return {
        ...arrival,
        operation: { kind: 'embed', protocol, asBase64: false, hints: NO_HINTS },
        requestedModel: model,
        isStreaming: false,
        wantsUsage: true,
        showsThinking: false,
        endUser: null,
        expected: { ...NOTHING_EXPECTED, ...input, ...secondsOfBytes(audioBytes) },
        body: { kind: 'json', document },
        timeoutMs: request.timeoutMs,
      };
    },
  };
}

/** `POST /v1beta/models/{model}:embedContent` and `:batchEmbedContents`, by their verbs. */
export const embedSurfaces: ReadonlyMap<string, SurfaceAdapter> = new Map([
  ['embedContent', embedSurface('embed_content')],
  ['batchEmbedContents', embedSurface('batch_embed_contents')],
]);
