import { isServerMethod, modelNameOf, TOOL_FAMILY } from '#call';
import { didYouMean } from '#kernel';
import type { ModelDto, ProviderDto, SettingsFile, WorkloadDto } from './settings-file.dto.js';
import { when } from './when.js';

/** Of one tool as JSON: what is shown of it goes into every list. */
const TOOL_CHARS_MAX = 65_536;
const DEPTH_MAX = 64; // Of a schema: it is walked by recursion.

/** Tools where there can be none, and tool servers without; grants that lead nowhere. */
export const findToolFaults = ({ providers, workloads }: SettingsFile): string[] => [
  ...providers.flatMap((provider) =>
    provider.models.flatMap((model) =>
      modelFaults(`providers.${provider.name}.models.${model.id}.tool`, provider, model),
    ),
  ),
  ...workloads.flatMap((workload) => grantFaults(providers, workload)),
];

function modelFaults(where: string, { family }: ProviderDto, { id, tool }: ModelDto): string[] {
  if (family !== TOOL_FAMILY) {
    return when(
      tool !== undefined,
      `${where}: the family ${family} serves models; ${TOOL_FAMILY} serves tools`,
    );
  }
  if (isServerMethod(id)) {
    return when(tool !== undefined, `${where}: ${id} is asked of a server, and no tool`);
  }
  if (!tool) return [`${where}: the family ${TOOL_FAMILY} serves tools, each with its schema`];
  if (JSON.stringify(tool).length > TOOL_CHARS_MAX) {
    return [`${where}: it has more than ${TOOL_CHARS_MAX} characters`];
  }
  const { type } = tool.input_schema as { readonly type?: unknown };
  return [
    ...when(type !== 'object', `${where}.input_schema: its type must be object`),
    ...when(!isPlain(tool.input_schema), `${where}.input_schema: ${PLAIN}`),
    ...when(
      tool.output_schema !== undefined && !isPlain(tool.output_schema),
      `${where}.output_schema: ${PLAIN}`,
    ),
  ];
}

const PLAIN = `it refers to other documents, or is nested deeper than ${DEPTH_MAX}`;

/** Nothing of a schema is ever fetched. */
function isPlain(node: unknown, depth = 0): boolean {
  if (typeof node !== 'object' || node === null) return true;
  if (depth > DEPTH_MAX) return false;
  return Object.entries(node).every(
    ([key, value]) => !leadsElsewhere(key, value) && isPlain(value, depth + 1),
  );
}

const leadsElsewhere = (key: string, value: unknown): boolean =>
  (key === '$ref' || key === '$dynamicRef') && typeof value === 'string' && !value.startsWith('#');

function grantFaults(providers: readonly ProviderDto[], { name, tools }: WorkloadDto): string[] {
  const servers = new Map(
    providers
      .filter(({ family }) => family === TOOL_FAMILY)
      .map((provider) => [provider.name, new Set(provider.models.map(({ id }) => id))]),
  );
  return tools.flatMap((grant) => {
    const where = `workloads.${name}.tools: ${grant}`;
    const { provider: server, id: tool } = modelNameOf(grant);
    const known = servers.get(server);
    if (!known) {
      return [
        `${where} names no tool server; write server/tool or server/*${didYouMean(server, servers.keys())}`,
      ];
    }
    return when(
      tool !== '*' && !known.has(tool),
      `${where}: ${server} has no such tool${didYouMean(tool, known)}`,
    );
  });
}
