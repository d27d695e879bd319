import { Module } from '@nestjs/common';
import { ToolPrograms } from './commands/tool-programs.js';
import { ToolDispatcher } from './tool.dispatcher.js';
import { ToolOpener } from './tool-opener.js';
import { RequestStates } from './request-states.js';
import { ServerLists } from './server-lists.js';
import { ToolServers } from './tool-servers.js';
import { ToolTokens } from './tool-tokens.js';

@Module({
  providers: [
    ToolPrograms,
    ToolTokens,
    ToolOpener,
    ToolServers,
    ServerLists,
    ToolDispatcher,
    RequestStates,
  ],
  exports: [ToolServers, ServerLists, ToolDispatcher, RequestStates],
})
export class ToolsModule {}
