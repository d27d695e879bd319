import type { IncomingHttpHeaders } from 'node:http';
import { member, refuse, stringOf } from '#kernel';
import { LEGACY_VERSIONS, MODERN_VERSION, readHeaderValue, type McpMessage } from '#wire';

/**
 * Headers of the newest revision say what the body says: whoever decides by the one and whoever decides by the
 * other decide on the same. @returns whether the caller speaks that revision
 * @throws mcp_version_unsupported, mcp_headers_differ, mcp_meta_incomplete
 */
export function checkMcpHeaders(headers: IncomingHttpHeaders, message: McpMessage): boolean {
  const { version, method, params, capabilities } = message;
  const said = headers['mcp-protocol-version'];
  if (version === undefined) {
    if (said === MODERN_VERSION) throw refuse('mcp_meta_incomplete', { param: 'params._meta' });
    if (said !== undefined && !LEGACY_VERSIONS.some((known) => known === said)) {
      throw unsupported(String(said), LEGACY_VERSIONS);
    }
    return false;
  }
  if (said !== version) throw refuse('mcp_headers_differ', { param: 'MCP-Protocol-Version' });
  if (version !== MODERN_VERSION) throw unsupported(version, [MODERN_VERSION]);
  if (!capabilities) throw refuse('mcp_meta_incomplete', { param: 'params._meta' });
  if (headers['mcp-method'] !== method) throw refuse('mcp_headers_differ', { param: 'Mcp-Method' });
  const named = headers['mcp-name'];
  const by = NAMED.get(method);
  const name = by && stringOf(member(params, by));
  if (name !== undefined && (typeof named !== 'string' || readHeaderValue(named) !== name)) {
    throw refuse('mcp_headers_differ', { param: 'Mcp-Name' });
  }
  return true;
}

/** What `Mcp-Name` says once more, of which methods. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** @param supported in the way that the request is made: with a handshake before, or without */
const unsupported = (requested: string, supported: readonly string[]) =>
  refuse('mcp_version_unsupported', { gw: { supported, requested: requested.slice(0, 40) } });
