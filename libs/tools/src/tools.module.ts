import { Module } from '@nestjs/common';
import { ToolDispatcher } from './tool.dispatcher.js';
import { RequestStates } from './request-states.js';
import { ToolServers } from './tool-servers.js';

@Module({
  providers: [ToolServers, ToolDispatcher, RequestStates],
  exports: [ToolServers, ToolDispatcher, RequestStates],
})
export class ToolsModule {}
