import type { Schemas } from '../../api/client';

export type ToolServer = Schemas['ToolServerView'];
export type Tool = Schemas['ToolView'];

export const TOOL_SERVERS = '/admin/v1/tool-servers';

export const STATE_TONES = {
  approved: 'good',
  changed: 'warn',
  new: 'info',
  gone: 'bad',
} as const;

/** Those that somebody may approve: they are there, and not as they were approved. */
export const isOpen = ({ state }: Tool): boolean => state === 'new' || state === 'changed';
