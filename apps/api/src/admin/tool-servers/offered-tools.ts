import { Injectable } from '@nestjs/common';
import { isServerMethod, TOOL_FAMILY, type Provider, type ServerMethod, type ToolPin } from '#call';
import { GatewayError, NEVER_ENDED, problem, runInSlices, type Steps } from '#kernel';
import { findInjections } from '#dlp';
import type { Actor } from '#members';
import { digestOf, isAsApproved, ToolServers, type LiveTool } from '#tools';
import { DatabaseDirectory, type StoredSetting } from '#workloads';
import type { ToolApprovalDto, ToolInjectionView, ToolTextView, ToolView } from './tool.dto.js';

/** As the settings hold it. */
interface StoredTool {
  readonly id: string;
  readonly price?: unknown;
  readonly tool?: object;
}

/** What tool servers offer at this moment, beside what was approved of it. */
@Injectable()
export class OfferedTools {
  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly servers: ToolServers,
  ) {}

  /** By name. @throws not_found, tool_server_unreachable */
  async beside(actor: Actor, stored: StoredSetting): Promise<ToolView[]> {
    const provider = await this.serverOf(actor, stored);
    const live = new Map((await this.ask(actor, provider)).map((tool) => [tool.name, tool]));
    const approved = [...provider.models.keys()].filter((id) => !isServerMethod(id));
    const names = [...new Set([...approved, ...live.keys()])];
    const viewed = names.toSorted().map((name) => {
      return viewOf(name, provider.models.get(name)?.tool, live.get(name));
    });
    return runInSlices(withFindings(viewed), NEVER_ENDED);
  }

  /** What the server says that it has beside its tools; null where it does not. @throws not_found */
  async methods(actor: Actor, stored: StoredSetting): Promise<ServerMethod[] | null> {
    const provider = await this.serverOf(actor, stored);
    try {
      const offered = await this.servers.offers(actor.organisationId, provider);
      return offered && [...offered];
    } catch (fault) {
      if (fault instanceof GatewayError) return null; // It may list its tools all the same.
      throw fault;
    }
  }

  /** The models of the settings, with these tools as they are now. @throws as `beside`, and invalid by `names` */
  async approved(
    actor: Actor,
    stored: StoredSetting,
    { names, digests, price }: ToolApprovalDto,
  ): Promise<readonly object[]> {
    const provider = await this.serverOf(actor, stored);
    const live = new Map((await this.ask(actor, provider)).map((tool) => [tool.name, tool]));
    const { models } = stored.settings as { readonly models: readonly StoredTool[] };
    const known = new Map(models.map((model) => [model.id, model]));
    for (const [index, name] of names.entries()) {
      const tool = isServerMethod(name) ? undefined : live.get(name);
      if (!tool) {
        const message = `${stored.name} has no tool of this name now`;
        throw problem('invalid', { errors: [{ path: `names[${index}]`, message }] });
      }
      if (digests && digests[index] !== digestOf(tool)) {
        const message = `${stored.name} describes ${name} in another way by now. Look at it again`;
        throw problem('invalid', { errors: [{ path: `names[${index}]`, message }] });
      }
      const before = known.get(name) ?? { id: name };
      known.set(name, {
        ...before,
        ...(price !== undefined && { price }),
        tool: settingsOf(tool),
      });
    }
    return [...known.values()].filter(({ id }) => isServerMethod(id) || live.has(id));
  }

  private async serverOf(actor: Actor, { id }: StoredSetting): Promise<Provider> {
    const provider = await this.directory.findOrRefresh(() =>
      this.directory.organisation(actor.organisationId)?.providers.get(id),
    );
    if (provider?.family !== TOOL_FAMILY) throw problem('not_found');
    return provider;
  }

  private async ask(actor: Actor, provider: Provider): Promise<readonly LiveTool[]> {
    try {
      return await this.servers.list(actor.organisationId, provider);
    } catch (fault) {
      if (!(fault instanceof GatewayError)) throw fault;
      throw problem('tool_server_unreachable', { detail: fault.message });
    }
  }
}

type SeenTool = Omit<ToolView, 'injection_findings'>;

/** Who approves a tool is told where it speaks to the model, whatever is looked for in calls. */
function* withFindings(tools: readonly SeenTool[]): Steps<ToolView[]> {
  const views: ToolView[] = [];
  for (const tool of tools) {
    const text = tool.live ?? tool.approved;
    views.push({ ...tool, injection_findings: text ? yield* findingsIn(text) : [] });
    yield;
  }
  return views;
}

/** Every quote in JSON that is not escaped begins or ends a text. */
const QUOTE_OR_ESCAPE = /\\.|"/g;

function* findingsIn(text: ToolTextView): Steps<ToolInjectionView[]> {
  const found = [
    ...(yield* findingsOf('title', text.title ?? '')),
    ...(yield* findingsOf('description', text.description)),
  ];
  for (const where of ['input_schema', 'output_schema', 'annotations'] as const) {
    found.push(...(yield* findingsInJson(where, JSON.stringify(text[where]))));
  }
  return found;
}

/** Each text by itself: names of arguments that follow one another are no sentence. */
function* findingsInJson(
  where: ToolInjectionView['where'],
  json: string,
): Steps<ToolInjectionView[]> {
  const found: ToolInjectionView[] = [];
  let start: number | null = null;
  for (const { 0: mark, index } of json.matchAll(QUOTE_OR_ESCAPE)) {
    if (mark !== '"') continue;
    if (start === null) {
      start = index;
      continue;
    }
    found.push(...(yield* findingsOf(where, json.slice(start, index), start)));
    start = null;
    yield;
  }
  return found;
}

/** @param from where the text begins in what offsets are told of */
function* findingsOf(
  where: ToolInjectionView['where'],
  text: string,
  from = 0,
): Steps<ToolInjectionView[]> {
  const found = yield* findInjections(text);
  return found.map(({ kind, start, score }) => ({ kind, where, offset: from + start, score }));
}

function viewOf(name: string, approved: ToolPin | undefined, live: LiveTool | undefined): SeenTool {
  const texts = {
    approved: textOf(approved),
    live: textOf(live),
    digest: live ? digestOf(live) : null,
  };
  if (!approved) return { name, state: 'new', ...texts };
  if (!live) return { name, state: 'gone', ...texts };
  return { name, state: isAsApproved(approved, live) ? 'approved' : 'changed', ...texts };
}

const textOf = (tool: ToolPin | undefined): ToolTextView | null =>
  tool
    ? {
        title: tool.title ?? null,
        description: tool.description,
        input_schema: tool.inputSchema,
        output_schema: tool.outputSchema ?? null,
        annotations: tool.annotations ?? null,
      }
    : null;

const settingsOf = ({ title, description, inputSchema, outputSchema, annotations }: LiveTool) => ({
  ...(title !== undefined && { title }),
  description,
  input_schema: inputSchema,
  ...(outputSchema && { output_schema: outputSchema }),
  ...(annotations && { annotations }),
});
