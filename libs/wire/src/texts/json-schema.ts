import { known, list, word, type Place } from './place.js';

const members = new Map<string, Place>();

/** A JSON Schema of tool arguments or of an answer: the names of properties are the caller's own. */
export const JSON_SCHEMA: Place = { members };

const UNDER_NAMES = 'properties patternProperties $defs definitions dependentSchemas';
const NESTED = 'items additionalProperties not if then else contains propertyNames';
const ALTERNATIVES = 'anyOf oneOf allOf prefixItems';

const named: Place = { rest: JSON_SCHEMA };
for (const name of UNDER_NAMES.split(' ')) members.set(name, named);
for (const name of NESTED.split(' ')) members.set(name, JSON_SCHEMA);
for (const name of ALTERNATIVES.split(' ')) members.set(name, list(JSON_SCHEMA));
const settings = {
  ...known(
    'title description required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
      'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties pattern $ref',
  ),
  type: word('string number integer boolean object array null'),
  format: word('date date-time time duration email hostname ipv4 ipv6 uuid uri'),
};
for (const [name, place] of Object.entries(settings)) members.set(name, place);
