import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { ToolPin } from '#call';

/** Patterns of servers are run in linear time, whatever they are. */
function linear(pattern: string) {
  const compiled = RE2JS.compile(pattern);
  return { test: (text: string): boolean => compiled.matcher(text).find() };
}

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false, // Another dialect may be named; what is not known of it says nothing here.
  validateFormats: false,
  addUsedSchema: false,
  inlineRefs: false,
  code: { regExp: Object.assign(linear, { code: 'linear' }) },
});
// Compares each item with each other one; the server knows better what it takes.
ajv.removeKeyword('uniqueItems');

/** Once for each tool that was approved, for as long as its settings are in force. */
const compiled = new WeakMap<ToolPin, ValidateFunction | null>();

/** What is wrong with the arguments, naming the place and no value; undefined for good ones. */
export function checkArguments(pin: ToolPin, given: unknown): string | undefined {
  const validate = validatorOf(pin);
  if (!validate || validate(given)) return undefined;
  const [fault] = validate.errors ?? [];
  return `arguments${fault?.instancePath ?? ''} ${fault?.message ?? 'is not what the schema says'}`;
}

/** Null of a schema that cannot be read: then its server is the only one who can tell. */
function validatorOf(pin: ToolPin): ValidateFunction | null {
  const known = compiled.get(pin);
  if (known !== undefined) return known;
  let validate: ValidateFunction | null;
  try {
    // Under its own dialect or id it would be looked for among schemas that there are not.
    const { $schema: _dialect, $id: _id, ...schema } = pin.inputSchema as Record<string, unknown>;
    validate = ajv.compile(schema);
  } catch {
    validate = null;
  }
  compiled.set(pin, validate);
  return validate;
}
