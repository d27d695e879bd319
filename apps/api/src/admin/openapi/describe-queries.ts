import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { MODULE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema, Schemas } from './schemas.js';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;

export const operationId = (controller: string, method: string): string =>
  `${method}${controller.replace(/Controller$/, '')}`;

/** What a query may hold, from the class that checks it: `@nestjs/swagger` knows only its own decorators. */
export function describeQueries(paths: Paths, module: Type, schemas: Schemas): Paths {
  const queries = queriesOf(module);
  const described = (operation: Operation): Operation => {
    const schema = schemas[queries.get(operation.operationId ?? '') ?? ''];
    if (!schema || '$ref' in schema) return operation;
    return { ...operation, parameters: [...(operation.parameters ?? []), ...fieldsOf(schema)] };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([verb, one]) => [verb, described(one as Operation)]),
      ),
    ]),
  );
}

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema,
  }));

/** The class of the query of each operation that has one. */
function queriesOf(module: Type): Map<string, string> {
  const controllers = (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[];
  const found = controllers.flatMap((controller) => {
    const prototype = controller.prototype as object;
    return Object.getOwnPropertyNames(prototype).flatMap((method): [string, string][] => {
      const name = queryOf(controller, prototype, method);
      return name === undefined ? [] : [[operationId(controller.name, method), name]];
    });
  });
  return new Map(found);
}

function queryOf(controller: Type, prototype: object, method: string): string | undefined {
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Readonly<
    Record<string, { readonly index: number; readonly data?: unknown }>
  >;
  const whole = Object.entries(taken).find(
    ([kind, { data }]) => kind.startsWith(`${RouteParamtypes.QUERY}:`) && data === undefined,
  );
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as Type[];
  return whole && types[whole[1].index]?.name;
}
