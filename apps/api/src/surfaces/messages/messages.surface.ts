import { NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import {
  isNull,
  itemsOf,
  member,
  refuse,
  runInSlices,
  stringOf,
  type Cancellation,
  type JsonDocument,
  type JsonNode,
  type Steps,
} from '#kernel';
import {
  estimateInput,
  readMessagesRequest,
  type InputEstimate,
  type MessagesRequest,
} from '#wire';
import { checkMembers } from '../../http/deciding-members.js';
import { messagesEnvelope } from '../../http/messages-envelope.js';
import { expectJson } from '../../http/read-body.js';
import { checkFlags, checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { checkVersion, messagesHeadersOf, messagesKeyOf } from './messages-head.js';

/** `POST …/v1/messages`. */
export const messagesSurface: SurfaceAdapter = {
  protocol: 'messages',
  surfaceOf: () => 'messages',
  keyOf: messagesKeyOf,
  envelope: messagesEnvelope,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall> {
    const { incoming, query, timeoutMs } = request;
    const document = await readMessagesBody(request, arrival.callerGone);
    const { asked, estimate } = await runInSlices(readSteps(document), arrival.callerGone);
    checkOptions(arrival.principal, document.root);
    const headers = messagesHeadersOf(incoming);
    checkFlags(arrival.principal, headers['anthropic-beta'], 'alt-beta');
    const { audioBytes: _none, ...input } = estimate;
    return {
      ...arrival,
      operation: {
        kind: 'chat',
        protocol: 'messages',
        hints: { query, headers },
      },
      requestedModel: asked.model,
      isStreaming: asked.isStreaming,
      wantsUsage: true,
      showsThinking: asked.showsThinking,
      expected: {
        ...NOTHING_EXPECTED,
        ...input,
        named: isCompacted(document.root) ? 'passes' : input.named,
        output: { tokensMax: asked.outputTokensMax, choices: 1, isSpoken: false },
      },
      body: { kind: 'json', document },
      timeoutMs,
    };
  },
};

/** Shared with the count of tokens. @throws content_type_unsupported, header_invalid, field_invalid */
export async function readMessagesBody(
  { incoming, body }: Pick<SurfaceRequest, 'incoming' | 'body'>,
  callerGone: Cancellation,
): Promise<JsonDocument> {
  checkVersion(incoming);
  expectJson(incoming);
  const document = await body.json(callerGone);
  const servers = member(document.root, 'mcp_servers');
  if (servers && !isNull(servers)) {
    throw refuse('field_invalid', {
      param: 'mcp_servers',
      message:
        'mcp_servers is not served: no call goes to a server past the gateway. Give the tools in tools.',
    });
  }
  return document;
}

/** The provider sums it up where it grows long, in passes of their own. */
const isCompacted = (root: JsonNode): boolean =>
  itemsOf(member(member(root, 'context_management'), 'edits')).some((edit) =>
    stringOf(member(edit, 'type'))?.startsWith('compact'),
  );

const STEP_NODES = 8_192; // A body of fewer values is read in one step.

function* readSteps(
  document: JsonDocument,
): Steps<{ readonly asked: MessagesRequest; readonly estimate: InputEstimate }> {
  const isLarge = document.nodes > STEP_NODES;
  if (isLarge) yield;
  const asked = readMessagesRequest(document);
  if (isLarge) yield;
  yield* checkMembers(document.root);
  if (isLarge) yield;
  return { asked, estimate: yield* estimateInput(document, 'messages') };
}
