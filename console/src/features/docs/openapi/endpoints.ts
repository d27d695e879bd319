import {
  METHODS,
  type Body,
  type Method,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from './document';
import { resolve } from './resolve';

/** One operation with everything that the document says about it elsewhere. */
export interface Endpoint {
  /** The hash of its deep link. */
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly responses: readonly (readonly [status: string, response: Body])[];
}

export interface EndpointGroup {
  readonly name: string;
  readonly description: string | undefined;
  readonly endpoints: readonly Endpoint[];
}

const UNTAGGED = 'Other';

/** The endpoints by their first tag: declared tags in their order, then the others. */
export function groupEndpoints(document: OpenApiDocument): EndpointGroup[] {
  const groups = new Map<string, Endpoint[]>((document.tags ?? []).map(({ name }) => [name, []]));
  for (const endpoint of listEndpoints(document)) {
    const tag = endpoint.operation.tags?.[0] ?? UNTAGGED;
    groups.set(tag, [...(groups.get(tag) ?? []), endpoint]);
  }
  return [...groups]
    .filter(([, endpoints]) => endpoints.length > 0)
    .map(([name, endpoints]) => ({
      name,
      description: document.tags?.find((tag) => tag.name === name)?.description,
      endpoints,
    }));
}

/** The groups with the endpoints that hold every word of the filter. */
export function filterGroups(groups: readonly EndpointGroup[], filter: string): EndpointGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      endpoints: group.endpoints.filter(({ method, path, operation }) => {
        const text = [method, path, operation.summary, operation.operationId, group.name];
        const searched = text.join(' ').toLowerCase();
        return words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
}

function listEndpoints(document: OpenApiDocument): Endpoint[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const shared = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const parameters = shared.flatMap((one) => resolve<Parameter>(document, one) ?? []);
      const responses = Object.entries(operation.responses ?? {}).map(
        ([status, response]) => [status, resolve<Body>(document, response) ?? {}] as const,
      );
      return {
        id: slug(operation.operationId ?? `${method} ${path}`),
        method,
        path,
        operation,
        // An operation's own parameter replaces the path's of the same name and place.
        parameters: [...new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])).values()],
        body: resolve<Body>(document, operation.requestBody),
        responses,
      };
    }),
  );
}

const slug = (text: string): string =>
  text.replaceAll(/[^a-zA-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
