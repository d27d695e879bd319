import type { ErrorKey, GatewayError } from '#kernel';
import { refusedResult, writeMcpError, writeMcpEvent, writeMcpResult } from '#wire';
import type { Envelope } from '../../http/surface.js';

/** What is known of the request by the time that something goes wrong with it. */
export interface AskedSoFar {
  /** Null until it was read. */
  id: string | null;
  isModern: boolean;
  /** Of a tool, or of something else that a server has: its caller is an agent, who can go on from an answer and not from a status. */
  kind: 'tool' | 'read' | 'question';
}

/** In the protocol's own numbers. */
const CODES: ReadonlyMap<ErrorKey, number> = new Map<ErrorKey, number>([
  ['body_malformed', -32_700],
  ['body_not_utf8', -32_700],
  ['body_too_deep', -32_600],
  ['body_duplicate_key', -32_600],
  ['mcp_message_invalid', -32_600],
  ['mcp_method_unknown', -32_601],
  ['tool_unknown', -32_602],
  ['tool_arguments_invalid', -32_602],
  ['mcp_state_invalid', -32_602],
  ['mcp_target_unknown', -32_602],
  ['mcp_meta_incomplete', -32_602],
  ['mcp_headers_differ', -32_020],
  ['mcp_version_unsupported', -32_022],
]);
const OTHER = -32_000;

/** Answered as 200: the message was understood, and its answer is that there is no such thing. */
const UNDERSTOOD: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'tool_unknown',
  'tool_arguments_invalid',
  'mcp_state_invalid',
  'mcp_target_unknown',
]);

/** Of the caller's key, its money or the gateway's state: for who runs the agent, by status. */
const BY_STATUS: ReadonlySet<number> = new Set([401, 402, 429]);

/** Errors as clients of the protocol know them. @param asked filled while the request is read */
export function mcpEnvelope(asked: AskedSoFar): Envelope {
  const letsGoOn = ({ key, spec }: GatewayError): boolean =>
    asked.kind !== 'question' &&
    !CODES.has(key) &&
    !BY_STATUS.has(spec.status) &&
    (spec.status !== 503 || key === 'upstream_unhealthy');
  return {
    statusOf(error) {
      if (letsGoOn(error) || UNDERSTOOD.has(error.key)) return 200;
      // Older clients take any other status for a connection that broke.
      return error.key === 'mcp_method_unknown' && !asked.isModern ? 200 : error.spec.status;
    },
    renderError: (error, requestId) => render(error, requestId),
    renderStreamError: (error, requestId) => writeMcpEvent(render(error, requestId)),
  };

  function render(error: GatewayError, requestId: string): string {
    const { type, code, status } = error.spec;
    const { param, gw } = error.details;
    const told = { code, type, request_id: requestId, ...(param && { param }) };
    // Only what tools answer has a place for it.
    if (asked.id !== null && asked.kind === 'tool' && letsGoOn(error)) {
      const refusal = { status, ...told };
      return writeMcpResult(asked.id, refusedResult(error.message, refusal, asked.isModern));
    }
    return writeMcpError(asked.id, {
      code: CODES.get(error.key) ?? OTHER,
      message: error.message,
      data: { gw: told, ...(error.key === 'mcp_version_unsupported' && gw) },
    });
  }
}
