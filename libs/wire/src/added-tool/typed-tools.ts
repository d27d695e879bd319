import { arrayOf, dropValues, itemsOf, member, type JsonNode } from '#kernel';
import { edited, withItem, withMember, type AddedTool } from './added-tool.js';

/** Formats whose tools are a list of objects with a name. */
interface ToolList {
  readonly nameOf: (tool: JsonNode) => string | undefined;
  readonly write: (tool: Parameters<AddedTool['add']>[1]) => string;
  /** Is it the model that chooses? */
  readonly isFree: (choice: JsonNode | undefined) => boolean;
  /** `tool_choice` that lets it call none, as JSON. */
  readonly none: string;
}

/** What `tools` and `tool_choice` have to say. */
export const inToolList = ({ nameOf, write, isFree, none }: ToolList): Omit<AddedTool, 'goOn'> => ({
  refusal(root, name) {
    if (itemsOf(member(root, 'tools')).some((tool) => nameOf(tool) === name)) return 'defined';
    return isFree(member(root, 'tool_choice')) ? undefined : 'choice';
  },

  add: (document, tool) => edited(document, withItem(document.root, 'tools', write(tool))),

  withdraw(document, name) {
    const tools = arrayOf(member(document.root, 'tools'))?.items ?? [];
    const edits =
      tools.length === 1
        ? withMember(document.root, 'tool_choice', none)
        : dropValues(tools, (at) => nameOf(tools[at] as JsonNode) === name);
    return edited(document, edits);
  },
});
