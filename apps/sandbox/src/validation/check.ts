import { invalid } from '../provider-error.js';

/**
 * Checks in the words of the OpenAI API. A check throws a ProviderError that names the parameter;
 * what it lets pass has the shape that the caller's type says.
 */
export type Check = (value: unknown, param: string) => void;
export type Fields = Readonly<Record<string, Check>>;

export const any: Check = () => {};

export const string: Check = (value, param) => {
  if (typeof value !== 'string') throw wrongType(value, param, 'a string');
};

export const filled: Check = (value, param) => {
  string(value, param);
  if (value === '') throw tooShort(param, 'string', 'empty_string');
};

export const boolean: Check = (value, param) => {
  if (typeof value !== 'boolean') throw wrongType(value, param, 'a boolean');
};

export const number =
  (least: number, most: number): Check =>
  (value, param) => {
    if (typeof value !== 'number') throw wrongType(value, param, 'a decimal');
    inRange(value, param, 'decimal', least, most);
  };

export const integer =
  (least = -Infinity, most = Infinity): Check =>
  (value, param) => {
    if (!Number.isInteger(value)) throw wrongType(value, param, 'an integer');
    inRange(Number(value), param, 'integer', least, most);
  };

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (value, param) => {
    string(value, param);
    if (allowed.includes(String(value))) return;
    const list = allowed.map((one) => `'${one}'`).join(', ');
    const message = `Invalid value: '${String(value)}'. Supported values are: ${list}.`;
    throw invalid(message, param, 'invalid_value');
  };

export const arrayOf =
  (item: Check, least = 0, most = Infinity): Check =>
  (value, param) => {
    if (!Array.isArray(value)) throw wrongType(value, param, 'an array');
    if (value.length === 0 && least > 0) throw tooShort(param, 'array', 'empty_array');
    if (value.length > most) {
      const message = `Invalid '${param}': array too long. Expected an array with maximum length ${most}, but got an array with length ${value.length} instead.`;
      throw invalid(message, param, 'array_above_max_length');
    }
    value.forEach((one, index) => item(one, `${param}[${index}]`));
  };

/** The first check for a string, the second for anything else. */
export const stringOr =
  (text: Check, other: Check): Check =>
  (value, param) =>
    typeof value === 'string' ? text(value, param) : other(value, param);

/** An object with these members and no others; the optional ones may be null. */
export const object =
  (required: Fields, optional: Fields = {}): Check =>
  (value, param) => {
    const members = membersOf(value, param);
    const within = (name: string) => (param ? `${param}.${name}` : name);
    for (const [name, check] of Object.entries(required)) {
      if (members[name] === undefined) throw missing(within(name));
      check(members[name], within(name));
    }
    for (const [name, its] of Object.entries(members)) {
      if (Object.hasOwn(required, name)) continue;
      const check = Object.hasOwn(optional, name) ? optional[name] : undefined;
      if (!check) throw unknown(name, within(name));
      if (its !== null) check(its, within(name));
    }
  };

/** An object whose shape depends on one of its members. */
export const tagged =
  (tag: string, shapes: Fields): Check =>
  (value, param) => {
    const members = membersOf(value, param);
    const where = param ? `${param}.${tag}` : tag;
    if (members[tag] === undefined) throw missing(where);
    const kind = members[tag];
    oneOf(...Object.keys(shapes))(kind, where);
    if (typeof kind === 'string') shapes[kind]?.(value, param);
  };

export const record: Check = (value, param) => {
  membersOf(value, param);
};

export const missing = (param: string) =>
  invalid(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');

function membersOf(value: unknown, param: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw param
    ? wrongType(value, param, 'an object')
    : invalid('We could not parse the JSON body of your request: it is no object.');
}

const unknown = (name: string, param: string) =>
  invalid(
    name === param
      ? `Unrecognized request argument supplied: ${name}`
      : `Unknown parameter: '${param}'.`,
    param,
    'unknown_parameter',
  );

function wrongType(value: unknown, param: string, expected: string) {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${kindOf(value)} instead.`;
  return invalid(message, param, 'invalid_type');
}

function tooShort(param: string, kind: string, code: string) {
  const article = kind === 'array' ? 'an' : 'a';
  const message = `Invalid '${param}': empty ${kind}. Expected ${article} ${kind} with minimum length 1, but got an empty ${kind} instead.`;
  return invalid(message, param, code);
}

function inRange(value: number, param: string, kind: string, least: number, most: number) {
  if (value >= least && value <= most) return;
  const isBelow = value < least;
  const border = isBelow ? `>= ${least}` : `<= ${most}`;
  const [side, code] = isBelow ? ['below minimum', 'below_min'] : ['above maximum', 'above_max'];
  const message = `Invalid '${param}': ${kind} ${side} value. Expected a value ${border}, but got ${value} instead.`;
  throw invalid(message, param, `${kind}_${code}_value`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (Number.isInteger(value)) return 'an integer';
  return typeof value === 'number' ? 'a decimal' : `a ${typeof value}`;
}
