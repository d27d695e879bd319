import {
  arrayOf,
  itemsOf,
  member,
  replaceWithString,
  stringOf,
  type Edit,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { inSchema } from '#wire';
import type { BodyChange } from '../body-change.js';
import { knownRules } from '../models/find-rules.js';
import { bareName } from '../models/model-rules.js';
import { nearestOf } from '../models/nearest-effort.js';
import { changeMessages, type MessagesChange } from '../prompt-cache.js';
import type { Preset } from './presets.js';

/** What a host takes otherwise than the makers of the format. */
export function fitPreset(
  text: string,
  root: JsonObject,
  preset: Preset,
  { model, dropsMarks }: { readonly model: string; readonly dropsMarks: boolean },
  change: BodyChange,
): Edit[] {
  change.drop(...wordsOf(preset.drops));
  for (const [models, names] of preset.dropsOf ?? []) {
    if (models.test(bareName(model))) change.drop(...wordsOf(names));
  }
  return [
    ...fitEffort(root, preset, model, change),
    ...(preset.hasNoSchemas ? schemaInWords(text, root) : []),
    ...changeMessages(text, root, { dropsMarks, ...messageRule(text, root, preset) }),
    ...itemsOf(member(root, 'messages')).flatMap(withoutDeveloper),
  ];
}

const wordsOf = (words: string | undefined): readonly string[] => words?.split(' ') ?? [];

function fitEffort(root: JsonObject, preset: Preset, model: string, change: BodyChange): Edit[] {
  const node = member(root, 'reasoning_effort');
  const asked = stringOf(node);
  if (!node || asked === undefined) return [];
  const told = effortAt(preset, model, asked);
  const isSwitched = preset.switchesThinking && knownRules(model)?.thinking === 'effort';
  if (isSwitched && !member(root, 'thinking')) {
    change.set('thinking', told === 'none' ? '{"type":"disabled"}' : '{"type":"enabled"}');
  }
  if (told === undefined || (isSwitched && told === 'none')) change.drop('reasoning_effort');
  else if (told !== asked) return [replaceWithString(node, told)];
  return [];
}

/** Undefined where it must be left out. */
function effortAt(preset: Preset, model: string, asked: string): string | undefined {
  const name = bareName(model);
  const words = preset.efforts?.find(([models]) => models.test(name))?.[1].split(' ');
  // Only on and off: any effort is the former.
  if (words?.includes('default')) return asked === 'none' ? 'none' : 'default';
  if (words) return nearestOf(words, asked);
  const rules = knownRules(model);
  if (!rules) return preset.otherEfforts === 'kept' ? asked : undefined;
  // The host makes of the word what such models are told by.
  if (rules.thinking === 'budget' || rules.thinking === 'adaptive') return asked;
  return nearestOf(rules.efforts, asked);
}

/** JSON of any kind, and the schema as an instruction in front of all others. */
function schemaInWords(text: string, root: JsonObject): Edit[] {
  const format = member(root, 'response_format');
  const schema = member(member(format, 'json_schema'), 'schema');
  const messages = arrayOf(member(root, 'messages'));
  if (!format || !messages || stringOf(member(format, 'type')) !== 'json_schema') return [];
  const content = inSchema(schema ? text.slice(schema.start, schema.end) : '{}');
  const message = JSON.stringify({ role: 'system', content });
  const at = messages.start + 1;
  return [
    { start: format.start, end: format.end, text: '{"type":"json_object"}' },
    { start: at, end: at, text: messages.items.length > 0 ? `${message},` : message },
  ];
}

/** The older word is the one that everybody knows. */
function withoutDeveloper(message: JsonNode): Edit[] {
  const role = member(message, 'role');
  return role && stringOf(role) === 'developer' ? [replaceWithString(role, 'system')] : [];
}

const THOUGHTS = ['reasoning_content', 'reasoning'];

function messageRule(
  text: string,
  root: JsonObject,
  { dropsInMessages, thoughts }: Preset,
): Pick<MessagesChange, 'changeOf'> {
  if (dropsInMessages === undefined && thoughts === undefined) return {};
  const names = new Set(wordsOf(dropsInMessages));
  const loop = itemsOf(member(root, 'messages')).findLastIndex(
    (message) => stringOf(member(message, 'role')) === 'user',
  );
  const changeOf: MessagesChange['changeOf'] = (message, index) => {
    if (!thoughts || stringOf(member(message, 'role')) !== 'assistant') return { drop: names };
    const drop = new Set([...names, ...THOUGHTS]);
    const thought = THOUGHTS.map((name) => member(message, name)).find((node) => stringOf(node));
    const json = thought ? text.slice(thought.start, thought.end) : undefined;
    if (thoughts === 'reasoning') {
      return json === undefined ? { drop } : { drop, add: new Map([['reasoning', json]]) };
    }
    if (index < loop) return { drop };
    return { drop, add: new Map([['reasoning_content', json ?? '""']]) };
  };
  return { changeOf };
}
