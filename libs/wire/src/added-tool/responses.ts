import { arrayOf, itemsOf, member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { jsonTextOf } from '../conversation/conversation.js';
import { raw, writeJson } from '../conversation/write-json.js';
import { toolOf } from '../responses/write-request.js';
import { appended, edited, isSaid, withMember, type AddedTool } from './added-tool.js';
import { inToolList } from './typed-tools.js';

export const addedToResponses: AddedTool = {
  ...inToolList({
    nameOf: (tool) => stringOf(member(tool, 'name')),
    write: (tool) => writeJson(toolOf({ ...tool, isCustom: false })),
    isFree: (choice) => !isSaid(choice) || stringOf(choice) === 'auto',
    none: '"none"',
  }),

  goOn(document, answer, results) {
    const input = member(document.root, 'input');
    const list = arrayOf(input);
    const added = [
      ...itemsOf(member(answer.root, 'output')).flatMap((item) => asInput(item, answer)),
      ...results.map(({ id, text }) =>
        JSON.stringify({ type: 'function_call_output', call_id: id, output: text }),
      ),
    ];
    if (list) return edited(document, appended(list, added));
    const asked = JSON.stringify({ role: 'user', content: stringOf(input) ?? '' });
    return edited(document, withMember(document.root, 'input', `[${[asked, ...added].join(',')}]`));
  },
};

/** Nothing is stored, so ids mean nothing; and what was thought is given back under its seal alone. */
function asInput(item: JsonNode, { text }: JsonDocument): readonly string[] {
  const pick = (name: string) => {
    const node = member(item, name);
    return node && raw(jsonTextOf(text, node));
  };
  switch (stringOf(member(item, 'type'))) {
    case 'message': {
      const content = itemsOf(member(item, 'content'))
        .map((part) => stringOf(member(part, 'text')) ?? stringOf(member(part, 'refusal')) ?? '')
        .join('');
      return content === '' ? [] : [JSON.stringify({ role: 'assistant', content })];
    }
    case 'reasoning':
      return stringOf(member(item, 'encrypted_content')) ? [jsonTextOf(text, item)] : [];
    case 'function_call': {
      const call = { call_id: pick('call_id'), name: pick('name'), arguments: pick('arguments') };
      return [writeJson({ type: 'function_call', ...call })];
    }
    case undefined:
    default:
      return [];
  }
}
