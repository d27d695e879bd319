import type { IncomingHttpHeaders } from 'node:http';
import { member, refuse, stringOf } from '#kernel';
import { LEGACY_VERSIONS, MODERN_VERSION, readHeaderValue, type McpMessage } from '#wire';

/**
 * Headers of the newest revision say what the body says: whoever decides by the one and whoever decides by the
 * other decide on the same. @returns whether the caller speaks that revision
 * @throws mcp_version_unsupported, mcp_headers_differ
 */
export function checkMcpHeaders(headers: IncomingHttpHeaders, message: McpMessage): boolean {
  const { version, method, params } = message;
  const said = headers['mcp-protocol-version'];
  if (version === undefined) {
    if (said === MODERN_VERSION) throw refuse('mcp_headers_differ');
    if (said !== undefined && !LEGACY_VERSIONS.some((known) => known === said)) {
      throw unsupported(String(said));
    }
    return false;
  }
  if (said !== version) throw refuse('mcp_headers_differ', { param: 'MCP-Protocol-Version' });
  if (version !== MODERN_VERSION) throw unsupported(version);
  if (headers['mcp-method'] !== method) throw refuse('mcp_headers_differ', { param: 'Mcp-Method' });
  const named = headers['mcp-name'];
  const name = method === 'tools/call' ? stringOf(member(params, 'name')) : undefined;
  if (name !== undefined && (typeof named !== 'string' || readHeaderValue(named) !== name)) {
    throw refuse('mcp_headers_differ', { param: 'Mcp-Name' });
  }
  return true;
}

const unsupported = (requested: string) =>
  refuse('mcp_version_unsupported', {
    gw: { supported: [MODERN_VERSION, ...LEGACY_VERSIONS], requested: requested.slice(0, 40) },
  });
