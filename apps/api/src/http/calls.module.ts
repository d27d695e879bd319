import { Module } from '@nestjs/common';
import { AuthModule } from '#auth';
import { KnowledgeModule } from '#knowledge';
import { PipelineModule } from '#pipeline';
import { ProvidersModule } from '#providers';
import { KnowledgeChats } from '../retrieval/knowledge-chats.js';
import { AnswerWriter } from './answer-writer.js';
import { BodyIntake } from './body-intake.js';
import { CallServer } from './call-server.js';
import { OpenRequests } from './open-requests.js';

/** How a call comes in and goes out over HTTP, whoever asks. */
@Module({
  imports: [AuthModule, KnowledgeModule, PipelineModule, ProvidersModule],
  providers: [AnswerWriter, BodyIntake, CallServer, KnowledgeChats, OpenRequests],
  exports: [AnswerWriter, BodyIntake, CallServer, KnowledgeChats, OpenRequests],
})
export class CallsModule {}
