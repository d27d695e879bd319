/**
 * Tool servers: which tools of theirs a workload may call, and who calls them.
 *
 * Invariants: nobody is shown or may call what no administrator has approved as it is now; a caller's own key goes
 * to no server; a server is asked at addresses that outbound rules allow, and told of nothing but the arguments
 * that data protection let through.
 */
export { checkArguments } from './check-arguments.js';
export { grantedTools, type GrantedTool } from './granted-tools.js';
export { grantedServers, type GrantedServer } from './granted-servers.js';
export { digestOf, isAsApproved, type LiveTool } from './live-tool.js';
export { RequestStates, type StatePlace } from './request-states.js';
export { uriPrefix } from './served-uri.js';
export type { OfferedMethods } from './offered-methods.js';
export { SERVER_LISTS, type ServerList } from './listed-kinds.js';
export { ServerLists, type Listed } from './server-lists.js';
export { MARKED, shownName } from './shown-name.js';
export { ToolDispatcher } from './tool.dispatcher.js';
export { ToolServers } from './tool-servers.js';
export { ToolsModule } from './tools.module.js';
