import { arrayOf, dropValues, itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { jsonTextOf } from '../conversation/conversation.js';
import { writeJson } from '../conversation/write-json.js';
import { SchemaRoom } from '../gemini/schema-room.js';
import { declarationOf } from '../gemini/write-request.js';
import { appended, edited, withItem, withMember, type AddedTool } from './added-tool.js';

const DECLARATIONS = 'functionDeclarations';

/** All of a request's, each with the list that it stands in. */
const declaredIn = (root: JsonNode) =>
  itemsOf(member(root, 'tools')).flatMap((tool) => arrayOf(member(tool, DECLARATIONS)) ?? []);

const nameOf = (declared: JsonNode | undefined) => stringOf(member(declared, 'name'));

export const addedToGemini: AddedTool = {
  refusal(root, name) {
    const isDefined = declaredIn(root).some(({ items }) =>
      items.some((one) => nameOf(one) === name),
    );
    if (isDefined) return 'defined';
    const config = member(member(root, 'toolConfig'), 'functionCallingConfig');
    const mode = stringOf(member(config, 'mode'));
    const isFree = mode === undefined || mode === 'AUTO' || mode === 'MODE_UNSPECIFIED';
    return isFree ? undefined : 'choice';
  },

  add(document, tool) {
    const room = new SchemaRoom(tool.schema.length);
    const declared = writeJson(declarationOf({ ...tool, isCustom: false }, 0, room));
    // Some models take functions in one list alone.
    const [list] = declaredIn(document.root);
    const edits = list
      ? appended(list, [declared])
      : withItem(document.root, 'tools', `{"${DECLARATIONS}":[${declared}]}`);
    return edited(document, edits);
  },

  goOn(document, answer, results) {
    const contents = arrayOf(member(document.root, 'contents'));
    const [candidate] = itemsOf(member(answer.root, 'candidates'));
    const said = member(candidate, 'content');
    const parts = results.map(({ id, name, text, isError }) => ({
      functionResponse: { id, name, response: { [isError ? 'error' : 'output']: text } },
    }));
    const added = [
      ...(said ? [jsonTextOf(answer.text, said)] : []),
      JSON.stringify({ role: 'user', parts }),
    ];
    return edited(document, contents ? appended(contents, added) : []);
  },

  withdraw(document, name) {
    const { root } = document;
    const lists = declaredIn(root);
    const own = lists.find(({ items }) => items.some((one) => nameOf(one) === name));
    if (own && own.items.length > 1) {
      return edited(
        document,
        dropValues(own.items, (at) => nameOf(own.items[at]) === name),
      );
    }
    const none = '{"mode":"NONE"}';
    const config = member(root, 'toolConfig');
    const edits = config
      ? withMember(config, 'functionCallingConfig', none)
      : withMember(root, 'toolConfig', `{"functionCallingConfig":${none}}`);
    return edited(document, edits);
  },
};
