import { Module } from '@nestjs/common';
import { ToolDispatcher } from './tool.dispatcher.js';
import { ToolServers } from './tool-servers.js';

@Module({
  providers: [ToolServers, ToolDispatcher],
  exports: [ToolServers, ToolDispatcher],
})
export class ToolsModule {}
