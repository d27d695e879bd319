import { TOOL_FAMILY, type Model, type Provider, type Spender, type ToolPin } from '#call';
import { shownName } from './shown-name.js';

/** A tool that a workload may call. */
export interface GrantedTool {
  /** As its caller knows it. */
  readonly shownAs: string;
  readonly provider: Provider;
  readonly model: Model;
  readonly pin: ToolPin;
}

/**
 * In a stable order: servers and their tools by name, so that prompts with them are cached by providers.
 * @param server whose tools go by their own names; null for those of all
 */
export function grantedTools(
  { organisation, workload }: Spender,
  server: string | null,
): readonly GrantedTool[] {
  const granted = new Set(workload.tools);
  if (granted.size === 0) return [];
  const servers = [...organisation.providers.values()].filter(
    ({ name, family, isEnabled }) =>
      family === TOOL_FAMILY && isEnabled && (server === null || name === server),
  );
  return servers.toSorted(byName).flatMap((provider) => {
    const isWhole = granted.has(`${provider.name}/*`);
    return [...provider.models.values()].toSorted(byId).flatMap((model) => {
      const isGranted = isWhole || granted.has(`${provider.name}/${model.id}`);
      if (!isGranted || !model.tool || isPaused(provider, model)) return [];
      const shownAs = server === null ? shownName(provider.name, model.id) : model.id;
      return [{ shownAs, provider, model, pin: model.tool }];
    });
  });
}

const isPaused = ({ paused }: Provider, { id }: Model): boolean => paused.has('') || paused.has(id);

const byName = (one: Provider, other: Provider): number => (one.name < other.name ? -1 : 1);
const byId = (one: Model, other: Model): number => (one.id < other.id ? -1 : 1);
