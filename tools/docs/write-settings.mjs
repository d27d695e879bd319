// docs/settings.md of the schema of the settings file. What a setting means is written by hand in the page itself and
// kept; its name, what it accepts and a default that the schema knows are the schema's.

const HEAD = `# Settings

<!-- Made by \`npm run docs:settings\`, but for what stands under "Meaning", and defaults that are sentences. -->

Every setting of the [settings file](running.md#settings-file). Check one with \`npx gw config validate <file>\`; an editor completes it by the
schema at \`/console/config.schema.json\`. Variables of the environment are [elsewhere](running.md#environment-variables).
`;

/** Each has the amounts of the price around them, and one row says so. */
const TOLD_BY_ONE_ROW = new Set(['providers[].models[].price.tiers']);

/**
 * @param {object} schema as `/console/config.schema.json` has it
 * @param {string} current the page as it is
 * @returns {{ page: string, unexplained: string[] }} the page, and settings that nobody has said the meaning of
 */
export function writeSettings(schema, current) {
  const known = rowsOf(current);
  const settings = settingsIn(schema, schema.$defs);
  const unexplained = settings.map(({ path }) => path).filter((path) => !known.get(path)?.meaning);
  const groups = Map.groupBy(settings, ({ path }) => /^\w+/.exec(path)?.[0] ?? '');
  const sections = [...groups].map(([name, rows]) => {
    const lines = rows.map(({ path, accepts, fallback }) => {
      const { written = '', meaning = '' } = known.get(path) ?? {};
      return `| \`${path}\` | ${accepts} | ${fallback ?? (written || 'none')} | ${meaning} |`;
    });
    return [
      `## ${name}`,
      '',
      '| Setting | Accepts | Default | Meaning |',
      '| --- | --- | --- | --- |',
      ...lines,
    ].join('\n');
  });
  return { page: `${HEAD}\n${sections.join('\n\n')}\n`, unexplained };
}

/** @param within the mapping around it that may be left out, and its required settings with it */
function settingsIn(schema, defs, above = '', within = '') {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const path = `${above}${name}`;
    const isList = property.type === 'array';
    const value = isList ? property.items : property;
    const isRequired = schema.required.includes(name);
    const choices = value.anyOf ?? [value];
    const [reference] = choices.flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)] : []));
    if (!reference)
      return [
        { path, accepts: inWords(property), fallback: defaultOf(property, isRequired, within) },
      ];
    const words = choices.filter(({ $ref }) => !$ref).map(({ const: word }) => `\`${word}\``);
    const own = {
      path,
      accepts: [...words, 'a mapping'].join(' or '),
      fallback: defaultOf({}, isRequired, within),
    };
    if (TOLD_BY_ONE_ROW.has(path)) return [own];
    const around = isRequired ? within : name;
    const inner = isList
      ? settingsIn(defs[reference], defs, `${path}[].`)
      : settingsIn(defs[reference], defs, `${path}.`, around);
    return words.length > 0 ? [own, ...inner] : inner;
  });
}

/** Only what the schema is sure of; what follows from another setting is a sentence of the page. */
function defaultOf(property, isRequired, within) {
  if (isRequired) return within ? `required with \`${within}\`` : 'required';
  const { default: value } = property;
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return undefined;
  return `\`${Array.isArray(value) ? `[${value.join(', ')}]` : value}\``;
}

function inWords(property) {
  if (property.type !== 'array') return oneInWords(property);
  const most = property.maxItems === undefined ? '' : `, up to ${property.maxItems}`;
  return `list: ${oneInWords(property.items)}${most}`;
}

function oneInWords({
  type,
  enum: values,
  minimum,
  maximum,
  minLength,
  maxLength,
  format,
  example,
}) {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'string' && example !== undefined) return `decimal, as \`"${example}"\``;
  if (format === 'date-time') return 'moment';
  if (format === 'email') return 'e-mail address';
  const range = rangeOf(minimum ?? minLength, maximum ?? maxLength);
  if (type === 'integer' || type === 'number') return `${type}${range}`;
  if (type === 'object') return 'a mapping';
  return range ? `text${range} characters` : 'text';
}

function rangeOf(least, most) {
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`;
  if (most !== undefined) return `, up to ${most}`;
  return least === undefined ? '' : `, from ${least}`;
}

function rowsOf(page) {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.map((line) => {
      const [path = '', , written = '', meaning = ''] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim());
      const isSentence = !/^(`[^`]*`|required|required with `\w+`|none)$/.test(written);
      return [path.replaceAll('`', ''), { written: isSentence ? written : '', meaning }];
    }),
  );
}
