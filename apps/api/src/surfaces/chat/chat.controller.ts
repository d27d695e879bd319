import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Intake } from '../../http/intake.js';
import { chatSurface } from './chat.surface.js';

@Controller('v1/chat/completions')
export class ChatController {
  constructor(private readonly intake: Intake) {}

  @Post()
  complete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.intake.serve(request, reply, chatSurface);
  }
}
