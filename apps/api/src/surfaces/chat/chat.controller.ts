import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallServer } from '../../http/call-server.js';
import { CHAT_PATH, chatSurface } from './chat.surface.js';

/** Nearly all requests are taken ahead of it, see `openFrontDoor`. */
@Controller(CHAT_PATH)
export class ChatController {
  constructor(private readonly server: CallServer) {}

  @Post()
  complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, chatSurface);
  }
}
