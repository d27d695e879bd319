import type { Schemas } from '../../api/client';
import type { Provider } from '../providers/provider-model';

export type ToolServer = Schemas['ToolServerView'];
export type Tool = Schemas['ToolView'];
export type Price = NonNullable<Provider['settings']['models'][number]['price']>;
export type ServerMethod = ToolServer['methods'][number];

export const TOOL_SERVERS = '/admin/v1/tool-servers';

/** What a server is asked for beside its tools; each stands as a model of its settings, and as a grant, by this name. */
export const SERVER_METHODS = [
  'resources/read',
  'prompts/get',
  'completion/complete',
] as const satisfies readonly ServerMethod[];

export const STATE_TONES = {
  approved: 'good',
  changed: 'warn',
  new: 'info',
  gone: 'bad',
} as const;

/** Those that somebody may approve: they are there, and not as they were approved. */
export const isOpen = ({ state }: Tool): boolean => state === 'new' || state === 'changed';

/** As the API takes it: 0 is free. */
export const priceOf = (amount: string, currency: string): unknown =>
  Number(amount) === 0 ? 'free' : { currency, tool_call: amount };
