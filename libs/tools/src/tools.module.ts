import { Module } from '@nestjs/common';
import { ToolDispatcher } from './tool.dispatcher.js';
import { RequestStates } from './request-states.js';
import { ServerLists } from './server-lists.js';
import { ToolServers } from './tool-servers.js';

@Module({
  providers: [ToolServers, ServerLists, ToolDispatcher, RequestStates],
  exports: [ToolServers, ServerLists, ToolDispatcher, RequestStates],
})
export class ToolsModule {}
