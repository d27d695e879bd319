import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { MODULE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { readIfMatch } from '../http/allow.js';
import type { Schemas } from './schemas.js';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;

export const operationId = (controller: string, method: string): string =>
  `${method}${controller.replace(/Controller$/, '')}`;

/**
 * What a path and a query may hold, from the classes that check them, and which version a change is of:
 * `@nestjs/swagger` knows only its own decorators.
 */
export function describeParameters(paths: Paths, module: Type, schemas: Schemas): Paths {
  const methods = methodsOf(module);
  const described = (operation: Operation): Operation => {
    const method = methods.get(operation.operationId ?? '');
    const more = [
      ...fieldsOf(schemas[method?.path ?? ''], 'path'),
      ...fieldsOf(schemas[method?.query ?? ''], 'query'),
      ...(method?.takesVersion ? [IF_MATCH] : []),
    ];
    if (more.length === 0) return operation;
    return { ...operation, parameters: [...(operation.parameters ?? []), ...more] };
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

function fieldsOf(schema: Schemas[string] | undefined, place: 'path' | 'query') {
  if (!schema || '$ref' in schema) return [];
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: one,
  }));
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  required: true,
  description: 'The ETag of what is changed, as it was read: `"7"`.',
  schema: { type: 'string' as const },
};

interface Method {
  /** The classes that check what stands in its path, and its query. */
  readonly path: string | undefined;
  readonly query: string | undefined;
  readonly takesVersion: boolean;
}

/** By the id of the operation. */
function methodsOf(module: Type): ReadonlyMap<string, Method> {
  const controllers = (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Type[];
  return new Map(
    controllers.flatMap((controller) =>
      Object.getOwnPropertyNames(controller.prototype as object).map(
        (method) => [operationId(controller.name, method), methodOf(controller, method)] as const,
      ),
    ),
  );
}

function methodOf(controller: Type, method: string): Method {
  const taken = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Readonly<
      Record<string, Taken>
    >,
  );
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as Type[];
  const classOf = (kind: RouteParamtypes): string | undefined => {
    const whole = taken.find(([key, { data }]) => key.startsWith(`${kind}:`) && data === undefined);
    return whole && types[whole[1].index]?.name;
  };
  return {
    path: classOf(RouteParamtypes.PARAM),
    query: classOf(RouteParamtypes.QUERY),
    takesVersion: taken.some(([, { factory }]) => factory === readIfMatch),
  };
}

/** An argument of a method, as Nest notes it. */
interface Taken {
  readonly index: number;
  readonly data?: unknown;
  /** Of a decorator of our own. */
  readonly factory?: unknown;
}
