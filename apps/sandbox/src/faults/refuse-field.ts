import { invalid, ProviderError } from '../provider-error.js';

/** How the providers of each format refuse a member by name, told by the path of a request. */
const REFUSALS: readonly (readonly [RegExp, (field: string) => Error])[] = [
  [
    /^\/model\//,
    (field) =>
      /cachePoint|strict/.test(field)
        ? invalid(
            `Malformed input request: #/${placeOf(field)}: extraneous key [${nameOf(field)}] is not permitted, please reformat your input and try again.`,
          )
        : invalid(`This model doesn't support the ${field} field. Remove ${field} and try again.`),
  ],
  [
    /^\/v1\/messages|\/publishers\/anthropic\//,
    (field) => invalid(`${field}: Extra inputs are not permitted`),
  ],
  [/^\/mistral\/|^\/v2\//, (field) => new ProviderError(422, unknown(field).body)],
  [
    /^\/v1beta\/|\/publishers\/google\//,
    (field) =>
      invalid(
        `Invalid JSON payload received. Unknown name "${nameOf(field)}" at '${placeOf(field, '.')}': Cannot find field.`,
      ),
  ],
];

const unknown = (field: string) =>
  invalid(`Unknown parameter: '${field}'.`, field, 'unknown_parameter');

/**
 * Of a request that has a member at this path, such as `tools.0.strict`.
 * @throws ProviderError 400, or 422 where that is the format's
 */
export function refuseField(field: string, body: unknown, path: string): void {
  if (!has(body, field.split('.'))) return;
  const refusal = REFUSALS.find(([pattern]) => pattern.test(path))?.[1];
  throw (
    refusal?.(field) ??
    invalid(
      `Unsupported parameter: '${field}' is not supported with this model.`,
      field,
      'unsupported_parameter',
    )
  );
}

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  return has((value as Readonly<Record<string, unknown>>)[name], rest);
}

const nameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);
const placeOf = (field: string, by = '/'): string => field.split('.').slice(0, -1).join(by);
