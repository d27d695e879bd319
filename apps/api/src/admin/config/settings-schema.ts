import { getMetadataStorage } from 'class-validator';
import { SettingsFile } from '#workloads';
import { schemasOfChecks } from '../openapi/schemas-of-checks.js';

interface Schema {
  readonly properties?: Record<string, object>;
  readonly required?: readonly string[];
}

/** JSON Schema of the settings file, from the classes that check it: editors complete and check by it. */
export function settingsSchema(): object {
  const every = schemasOfChecks('#/$defs/') as Readonly<Record<string, Schema>>;
  const classes = new Map(targets().map((target) => [target.name, target]));
  const found = new Map<string, Schema>();
  const look = (name: string): void => {
    const schema = every[name];
    if (!schema || found.has(name)) return;
    found.set(name, closed(schema, classes.get(name)));
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g))
      look(next);
  };
  look(SettingsFile.name);
  const { ModelDto: model, ProviderDto: provider } = Object.fromEntries(found);
  if (model?.properties?.['price']) {
    model.properties['price'] = { anyOf: [{ const: 'free' }, model.properties['price']] };
  }
  // That of its family, where the file does not say it.
  if (provider) found.set('ProviderDto', without(provider, 'base_url'));
  const { [SettingsFile.name]: file, ...defs } = Object.fromEntries(found);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of the gateway, apiVersion gw/v1',
    ...file,
    $defs: defs,
  };
}

type Target = new () => object;

function targets(): readonly Target[] {
  const storage = getMetadataStorage() as unknown as {
    readonly validationMetadatas: ReadonlyMap<unknown, unknown>;
  };
  return [...storage.validationMetadatas.keys()].filter(
    (key) => typeof key === 'function',
  ) as Target[];
}

/** What has a default may be left out, and the schema says which it is; what there is not is told as such. */
function closed(schema: Schema, target: Target | undefined): Schema {
  const defaults: Readonly<Record<string, unknown>> = target ? { ...new target() } : {};
  const required = (schema.required ?? []).filter((name) => defaults[name] === undefined);
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    isPlain(defaults[name]) ? { ...property, default: defaults[name] } : property,
  ]);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
  } as Schema;
}

/** A value, or a list of values: not what classes of their own describe. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : value !== undefined && typeof value !== 'object';

const without = (schema: Schema, name: string): Schema => ({
  ...schema,
  required: (schema.required ?? []).filter((one) => one !== name),
});
