/** The revision without handshakes: every request says its version itself. */
export const MODERN_VERSION = '2026-07-28';
/** Those with a handshake before, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Members of `_meta`. */
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT_KEY = 'io.modelcontextprotocol/clientInfo';
export const SERVER_KEY = 'io.modelcontextprotocol/serverInfo';

/** Result type of a tool that asks its caller for more. */
export const INPUT_REQUIRED = 'input_required';

/** A server cannot do it without something that its client has not said it can do. */
export const MISSING_CAPABILITY = -32_021;
