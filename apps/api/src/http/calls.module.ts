import { Module } from '@nestjs/common';
import { AuthModule } from '#auth';
import { PipelineModule } from '#pipeline';
import { ProvidersModule } from '#providers';
import { AnswerWriter } from './answer-writer.js';
import { BodyIntake } from './body-intake.js';
import { CallServer } from './call-server.js';
import { OpenRequests } from './open-requests.js';

/** How a call comes in and goes out over HTTP, whoever asks. */
@Module({
  imports: [AuthModule, PipelineModule, ProvidersModule],
  providers: [AnswerWriter, BodyIntake, CallServer, OpenRequests],
  exports: [AnswerWriter, BodyIntake, CallServer, OpenRequests],
})
export class CallsModule {}
