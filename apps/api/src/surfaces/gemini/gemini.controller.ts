import type { IncomingMessage } from 'node:http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteLease, member, objectOf, runInSlices, type JsonDocument } from '#kernel';
import { estimateInput } from '#wire';
import { BodyIntake } from '../../http/body-intake.js';
import { callerGoneOf } from '../../http/caller-gone-of.js';
import { CallServer } from '../../http/call-server.js';
import { geminiKeyOf } from '../../http/caller-key.js';
import { isGeminiPath } from '../../http/envelope-of.js';
import { KeyRequests } from '../../http/key-requests.js';
import { KnowledgeChats } from '../../retrieval/knowledge-chats.js';
import { passthroughSurface } from '../passthrough/passthrough.surface.js';
import { embedSurfaces } from './embed.surface.js';
import { readGeminiTarget } from './gemini-target.js';
import { geminiSurface, readGeminiBody } from './gemini.surface.js';

/** Clients of the format ask under either version; what else is posted there is only forwarded. */
@Controller(['v1beta', 'v1/models'])
export class GeminiController {
  constructor(
    private readonly server: CallServer,
    private readonly requests: KeyRequests,
    private readonly intake: BodyIntake,
    private readonly chats: KnowledgeChats,
  ) {}

  /** The rest of the path is a model, which may hold slashes, and what is asked of it. */
  @Post('*')
  async ask(@Req() { raw, id }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { url = '' } = raw;
    const verb = /:([a-zA-Z]+)(?:\?|$)/.exec(url)?.[1] ?? '';
    if (verb !== 'countTokens') {
      const own = embedSurfaces.get(verb) ?? geminiSurface;
      const surface = isGeminiPath(url) ? own : passthroughSurface;
      return this.server.serve(raw, reply.hijack().raw, id, surface);
    }
    const totalTokens = await this.countTokens(raw, reply);
    await reply.status(200).send({ totalTokens });
  }

  /** An estimate of our own: nothing is sent, stored or billed. */
  private async countTokens(raw: IncomingMessage, reply: FastifyReply): Promise<number> {
    const principal = await this.requests.admit(raw, geminiKeyOf(raw));
    readGeminiTarget(raw);
    const memory = new ByteLease();
    const gone = callerGoneOf(reply.raw);
    try {
      const body = this.intake.open(raw, memory);
      const document = await readGeminiBody({ incoming: raw, body }, 'gemini', gone);
      const counted = await this.chats.counted(principal, 'gemini', asked(document), gone);
      const { inputTokens } = await runInSlices(estimateInput(asked(counted), 'gemini'), gone);
      return inputTokens;
    } finally {
      memory.end();
    }
  }
}

/** Where clients count a whole request, it stands within. */
function asked(document: JsonDocument): JsonDocument {
  const whole = objectOf(member(document.root, 'generateContentRequest'));
  return whole ? { ...document, root: whole } : document;
}
