import { NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import {
  isNull,
  itemsOf,
  member,
  refuse,
  runInSlices,
  stringOf,
  type Cancellation,
  type ErrorDetails,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { estimateInput, readAskedTier, readMessagesRequest, readEndUser } from '#wire';
import { messagesKeyOf } from '../../http/caller-key.js';
import { checkMembers } from '../../http/deciding-members.js';
import { messagesEnvelope } from '../../http/messages-envelope.js';
import { expectJson } from '../../http/read-body.js';
import { checkFlags, checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { readSteps } from '../read-steps.js';
import { checkVersion, messagesHeadersOf } from './messages-head.js';

export const MESSAGES_PATH = '/v1/messages';

/** `POST …/v1/messages`. */
export const messagesSurface: SurfaceAdapter = {
  protocol: 'messages',
  surfaceOf: () => 'messages',
  keyOf: messagesKeyOf,
  envelope: messagesEnvelope,

  async readCall(arrival: Arrival, request: SurfaceRequest): Promise<ReceivedCall> {
    const { incoming, query, timeoutMs } = request;
    const document = await readMessagesBody(request, arrival.callerGone);
    const { root } = document;
    const { asked, expected } = await runInSlices(
      readSteps(document, {
        ask: readMessagesRequest,
        check: checkMembers(root),
        expect: estimateInput(document, 'messages'),
      }),
      arrival.callerGone,
    );
    checkOptions(arrival.principal, root);
    const headers = messagesHeadersOf(incoming);
    checkFlags(arrival.principal, headers['anthropic-beta'], 'alt-beta');
    const { audioBytes: _none, ...input } = expected;
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
      endUser: readEndUser(root, 'messages'),
      expected: {
        ...NOTHING_EXPECTED,
        tier: readAskedTier(root) ?? 'auto',
        ...input,
        named: isCompacted(root) ? 'passes' : input.named,
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
  const isAsked = (name: string) => {
    const node = member(document.root, name);
    return node !== undefined && !isNull(node);
  };
  if (isAsked('mcp_servers')) {
    throw refuse('field_invalid', {
      param: 'mcp_servers',
      message:
        'mcp_servers is not served: no call goes to a server past the gateway. Give the tools in tools.',
    });
  }
  if (isAsked('thread')) throw refuse('field_invalid', UNTHREADED);
  return document;
}

/**
 * A conversation that its provider keeps was inspected by nobody when it is continued, may be somebody else's, and
 * costs what nobody held. SDKs ask for one by themselves, and by these words go on without.
 */
const UNTHREADED: ErrorDetails = {
  param: 'thread',
  message:
    'thread is not served: no conversation is kept between calls. Send the whole conversation in messages; in SDKs, thread: false.',
  told: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
};

/** The provider sums it up where it grows long, in passes of their own. */
const isCompacted = (root: JsonNode): boolean =>
  itemsOf(member(member(root, 'context_management'), 'edits')).some((edit) =>
    stringOf(member(edit, 'type'))?.startsWith('compact'),
  );
