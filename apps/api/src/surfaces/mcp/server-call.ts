import {
  NOTHING_EXPECTED,
  NO_HINTS,
  type Arrival,
  type Provider,
  type ReceivedCall,
  type ToolMethod,
  type ToolOperation,
} from '#call';
import { member, stringOf, type JsonDocument } from '#kernel';
import { grantedServers, uriPrefix } from '#tools';
import { ASKS_NOTHING, clientAsksOf } from '#wire';
import type { SurfaceRequest } from '../../http/surface.js';
import { serverOf, type Asking, type McpTools } from './asking.js';

/** What of a server is asked for. */
export interface Meant extends Pick<ToolOperation, 'method' | 'target' | 'state' | 'uriPrefix'> {
  /** Of the settings: what its price and its grant stand by. */
  readonly requestedModel: string | null;
  /** What its server is sent; null where it is asked for nothing. */
  readonly document: JsonDocument | null;
  readonly isList?: boolean;
}

/** A call that goes the way of every call. */
export const serverCall = (
  arrival: Arrival,
  { message, isModern, request }: Asking,
  { requestedModel, document, isList = false, ...meant }: Meant,
): ReceivedCall => {
  const progressToken = takesEvents(request) ? message.progressToken : null;
  return {
    ...arrival,
    operation: {
      kind: 'tool',
      protocol: 'mcp',
      ...meant,
      isList,
      requestId: message.id,
      isModern,
      progressToken,
      asks: isModern ? clientAsksOf(message.capabilities) : ASKS_NOTHING,
      hints: NO_HINTS,
    },
    requestedModel,
    isStreaming: progressToken !== null,
    wantsUsage: true,
    showsThinking: true,
    endUser: null,
    expected: { ...NOTHING_EXPECTED, toolCalls: 1 },
    body: document ? { kind: 'json', document } : { kind: 'none' },
    timeoutMs: request.timeoutMs,
  };
};

const takesEvents = ({ incoming }: SurfaceRequest): boolean =>
  /\btext\/event-stream\b/i.test(incoming.headers.accept ?? '');

/** What a server kept with its caller when it asked for more; null where it kept nothing. @throws mcp_state_invalid */
export function stateIn(
  { principal }: Arrival,
  { message: { params } }: Asking,
  meant: { readonly provider: Provider; readonly method: ToolMethod; readonly target: string },
  { states }: McpTools,
): string | null {
  const sealed = member(params, 'requestState');
  if (!sealed) return null;
  const { provider, method, target } = meant;
  const place = { principal, server: provider.name, address: provider.baseUrl, method, target };
  return states.open(place, stringOf(sealed) ?? '');
}

/** Where those of several servers stand together, and somebody may read what they lead to. */
export function prefixFor({ principal }: Arrival, { request }: Asking, { name }: Provider): string {
  const isJoint = serverOf(request) === null;
  const isRead = isJoint && grantedServers(principal, 'resources/read', name).length > 0;
  return isRead ? uriPrefix(name) : '';
}
