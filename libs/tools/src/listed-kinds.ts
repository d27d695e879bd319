/** What a server lists beside its tools, and by which member an entry is called. */
export const SERVER_LISTS = {
  'resources/list': { of: 'resources', by: 'uri' },
  'resources/templates/list': { of: 'resourceTemplates', by: 'uriTemplate' },
  'prompts/list': { of: 'prompts', by: 'name' },
} as const;

export type ServerList = keyof typeof SERVER_LISTS;
