import { Module } from '@nestjs/common';
import { ToolDispatcher } from './tool.dispatcher.js';
import { ToolOpener } from './tool-opener.js';
import { ToolServers } from './tool-servers.js';
import { ToolTokens } from './tool-tokens.js';

@Module({
  providers: [ToolTokens, ToolOpener, ToolServers, ToolDispatcher],
  exports: [ToolServers, ToolDispatcher],
})
export class ToolsModule {}
