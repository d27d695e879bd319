import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Cell } from '#documents';
import { CallServer } from '../../http/call-server.js';
import type { SurfaceAdapter } from '../../http/surface.js';
import { OCR_PATH, ocrSurface } from './ocr.surface.js';

@Controller(OCR_PATH)
export class OcrController {
  private readonly surface: SurfaceAdapter;

  constructor(
    private readonly server: CallServer,
    cell: Cell,
  ) {
    this.surface = ocrSurface(cell);
  }

  @Post()
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.server.serve(request.raw, reply.hijack().raw, request.id, this.surface);
  }
}
