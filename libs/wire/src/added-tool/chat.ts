import { arrayOf, itemsOf, member, stringOf } from '#kernel';
import { jsonTextOf } from '../conversation/conversation.js';
import { writeJson } from '../conversation/write-json.js';
import { toolOf } from '../chat/write-request.js';
import { appended, edited, isSaid, type AddedTool } from './added-tool.js';
import { inToolList } from './typed-tools.js';

const inTools = inToolList({
  nameOf: (tool) => stringOf(member(member(tool, 'function') ?? member(tool, 'custom'), 'name')),
  write: (tool) => writeJson(toolOf({ ...tool, isCustom: false })),
  isFree: (choice) => !isSaid(choice) || stringOf(choice) === 'auto',
  none: '"none"',
});

/** Of the format before tools, which do not go together with them. */
const BEFORE_TOOLS = ['functions', 'function_call'];

export const addedToChat: AddedTool = {
  ...inTools,

  refusal: (root, name) =>
    BEFORE_TOOLS.some((key) => isSaid(member(root, key))) ? 'skip' : inTools.refusal(root, name),

  goOn(document, answer, results) {
    const messages = arrayOf(member(document.root, 'messages'));
    const [choice] = itemsOf(member(answer.root, 'choices'));
    const said = member(choice, 'message');
    const added = [
      ...(said ? [jsonTextOf(answer.text, said)] : []),
      ...results.map(({ id, text }) =>
        JSON.stringify({ role: 'tool', tool_call_id: id, content: text }),
      ),
    ];
    return edited(document, messages ? appended(messages, added) : []);
  },
};
