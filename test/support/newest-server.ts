import type { ServerResponse } from 'node:http';
import { ECHO_SCHEMA, startToolServer, type ToolServer } from './tool-server.js';

/** A request as a server of revision 2026-07-28 gets it. */
export interface AskedMessage {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>> & {
    readonly name?: string;
    readonly uri?: string;
    readonly requestState?: string;
    readonly inputResponses?: Readonly<Record<string, unknown>>;
    readonly _meta: Readonly<Record<string, unknown>>;
  };
}

/** Writes an answer of its own; what it returns is the result. */
export type Replying = (message: AskedMessage, response: ServerResponse) => object | undefined;

const LISTS: Readonly<Record<string, object>> = {
  'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} },
  'tools/list': {
    tools: [{ name: 'echo', description: 'Says it again.', inputSchema: ECHO_SCHEMA }],
  },
};

/**
 * A server of revision 2026-07-28 that says who it is and lists its one tool as it should, and answers the rest as the test likes.
 * @param lists results of other methods that are asked without a call
 */
export function startNewestServer(
  reply: Replying,
  lists: Readonly<Record<string, object>> = {},
): Promise<ToolServer> {
  const fixed = { ...LISTS, ...lists };
  return startToolServer({
    answers: (_request, response, body) => {
      const message = JSON.parse(body) as AskedMessage;
      const result = fixed[message.method] ?? reply(message, response);
      if (result) writeResult(response, message.id, result);
    },
  });
}

export const resultText = (id: number, result: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } });

const writeResult = (response: ServerResponse, id: number, result: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(resultText(id, result));
