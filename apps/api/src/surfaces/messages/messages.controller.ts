import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteLease, runInSlices } from '#kernel';
import { estimateInput, readMessagesRequest } from '#wire';
import { BodyIntake } from '../../http/body-intake.js';
import { messagesKeyOf } from '../../http/caller-key.js';
import { callerGoneOf } from '../../http/caller-gone-of.js';
import { CallServer } from '../../http/call-server.js';
import { KeyRequests } from '../../http/key-requests.js';
import { KnowledgeChats } from '../../retrieval/knowledge-chats.js';
import { MESSAGES_PATH, messagesSurface, readMessagesBody } from './messages.surface.js';

/** What SDKs of the format are given as their base: none, the product's own prefix, or the vendor's. */
const PATHS = [MESSAGES_PATH, `alt${MESSAGES_PATH}`, `anthropic${MESSAGES_PATH}`];

/** Most requests are taken ahead of it, see `openFrontDoor`. */
@Controller(PATHS)
export class MessagesController {
  constructor(
    private readonly server: CallServer,
    private readonly requests: KeyRequests,
    private readonly intake: BodyIntake,
    private readonly chats: KnowledgeChats,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, messagesSurface);
  }

  /** An estimate of our own: nothing is sent, stored or billed. */
  @Post('count_tokens')
  @HttpCode(200)
  async countTokens(
    @Req() { raw }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly input_tokens: number }> {
    const principal = await this.requests.admit(raw, messagesKeyOf(raw));
    const memory = new ByteLease();
    const gone = callerGoneOf(reply.raw);
    try {
      const body = this.intake.open(raw, memory);
      const document = await readMessagesBody({ incoming: raw, body }, gone);
      readMessagesRequest(document);
      const counted = await this.chats.counted(principal, 'messages', document, gone);
      const { inputTokens } = await runInSlices(estimateInput(counted, 'messages'), gone);
      return { input_tokens: inputTokens };
    } finally {
      memory.end();
    }
  }
}
