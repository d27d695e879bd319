import { expect, it } from 'vitest';
import { findToolFaults } from './find-tool-faults.js';
import type { SettingsFile } from './settings-file.dto.js';

const tool = { description: 'Says it again.', input_schema: { type: 'object' } };

/** Of a tool server with these models, and a workload with these grants. */
const faults = (models: readonly object[], tools: readonly string[] = []): string[] =>
  findToolFaults({
    providers: [{ name: 'office', family: 'mcp', models }],
    workloads: [{ name: 'agents', tools }],
  } as unknown as SettingsFile);

it('takes what a server does beside its tools without a schema, and grants it by its name', () => {
  const models = [{ id: 'echo', tool }, { id: 'resources/read' }, { id: 'prompts/get' }];
  expect(faults(models, ['office/resources/read', 'office/echo'])).toEqual([]);
  expect(faults(models, ['office/completion/complete'])).toEqual([
    expect.stringContaining('office has no such tool'),
  ]);
});

it('takes no tool of such a name, and no other name without a tool', () => {
  expect(faults([{ id: 'prompts/get', tool }])).toEqual([
    'providers.office.models.prompts/get.tool: prompts/get is asked of a server, and no tool',
  ]);
  expect(faults([{ id: 'prompts/list' }])).toEqual([
    expect.stringContaining('serves tools, each with its schema'),
  ]);
});
