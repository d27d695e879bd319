import { arrayOf, itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { jsonTextOf } from '../conversation/conversation.js';
import { writeJson } from '../conversation/write-json.js';
import { toolOf } from '../messages/write-request.js';
import { appended, edited, isSaid, type AddedTool } from './added-tool.js';
import { inToolList } from './typed-tools.js';

export const addedToMessages: AddedTool = {
  ...inToolList({
    nameOf: (tool) => stringOf(member(tool, 'name')),
    write: (tool) => writeJson(toolOf({ ...tool, isCustom: false })),
    isFree: (choice) => !isSaid(choice) || stringOf(member(choice, 'type')) === 'auto',
    none: '{"type":"none"}',
  }),

  goOn(document, answer, results) {
    const messages = arrayOf(member(document.root, 'messages'));
    const blocks = itemsOf(member(answer.root, 'content')).filter((block) => !isUnsigned(block));
    const content = blocks.map((block) => jsonTextOf(answer.text, block)).join(',');
    const given = results.map(({ id, text, isError }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      ...(isError && { is_error: true }),
    }));
    const added = [
      `{"role":"assistant","content":[${content}]}`,
      JSON.stringify({ role: 'user', content: given }),
    ];
    return edited(document, messages ? appended(messages, added) : []);
  },
};

/** Another maker's thoughts are refused by the one that asks for a signature. */
const isUnsigned = (block: JsonNode): boolean =>
  stringOf(member(block, 'type')) === 'thinking' && !stringOf(member(block, 'signature'));
