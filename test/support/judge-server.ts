import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** By whom it is said. */
type Judged = Partial<
  Record<'request' | 'earlier' | 'system' | 'assistant' | 'results' | 'setup', string>
>;

/** A model that judges: in the chat format, by a word in any part of the request, and as ill as it is told to be. */
export class JudgeServer {
  /** What it was asked, as the user message said it. */
  readonly asked: string[] = [];
  /** Instead of a verdict; null for one. */
  answer: { readonly status: number; readonly content: string } | null = null;

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /** @param outside a word that makes a request one that is out of scope */
  static async start(outside: string): Promise<JudgeServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const judge = new JudgeServer(`http://127.0.0.1:${port}/v1`, server);
    server.on('request', (request, response) => {
      void buffer(request).then((body) => {
        const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
        const asked = messages.at(-1)?.content ?? '';
        judge.asked.push(asked);
        const { request, earlier, system, assistant, results, setup } = JSON.parse(asked) as Judged;
        const isOut = [request, earlier, system, assistant, results, setup].some((text) =>
          text?.includes(outside),
        );
        const verdict = { in_scope: !isOut, confidence: 0.93, reason: 'This is about poems.' };
        const { status, content } = judge.answer ?? {
          status: 200,
          content: JSON.stringify(verdict),
        };
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            id: 'j',
            object: 'chat.completion',
            choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
            usage: { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 },
          }),
        );
      });
    });
    return judge;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
