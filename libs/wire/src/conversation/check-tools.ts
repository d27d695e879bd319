import { itemsOf, member, objectOf, stringOf, type JsonNode } from '#kernel';
import { invalid, isSlip, unreadable, words } from './unreadable.js';

/** What only the caller runs. */
const CALLERS = words('function custom');

/**
 * Tools that a provider runs are left out; a model that must call one of no others cannot. One that is misspelt
 * would be taken for such a tool.
 */
export function checkTools(
  root: JsonNode,
  isRequired: boolean,
  bodies?: ReadonlySet<string>,
): void {
  const tools = itemsOf(member(root, 'tools'));
  tools.forEach((tool, index) => checkTool(tool, `tools[${index}]`, bodies));
  const isCallers = (tool: JsonNode) => CALLERS.has(stringOf(member(tool, 'type')) ?? 'custom');
  if (!isRequired || tools.length === 0 || tools.some(isCallers)) return;
  throw notRun('tool_choice');
}

/** @param bodies members that hold what a tool of the caller's is, where the format has any */
function checkTool(tool: JsonNode, path: string, bodies: ReadonlySet<string> | undefined): void {
  const type = stringOf(member(tool, 'type'));
  if (type !== undefined && !CALLERS.has(type)) {
    if (isSlip(type, CALLERS)) throw unreadable(`${path}.type`, type);
    return;
  }
  if (!bodies || [...bodies].some((name) => objectOf(member(tool, name)))) return;
  throw invalid(`${path}.${type ?? 'type'}`, 'is missing');
}

const DECLARATIONS = 'functionDeclarations';

/** The same of Gemini's, which are members of a list's items. */
export function checkGeminiTools(root: JsonNode): void {
  const tools = itemsOf(member(root, 'tools'));
  tools.forEach((tool, index) => {
    const slip = objectOf(tool)?.keys.find(
      (key) => key !== DECLARATIONS && isSlip(key, [DECLARATIONS]),
    );
    if (slip !== undefined) throw unreadable(`tools[${index}].${slip}`, slip);
  });
  const path = 'toolConfig.functionCallingConfig';
  const config = member(member(root, 'toolConfig'), 'functionCallingConfig');
  if (stringOf(member(config, 'mode')) !== 'ANY' || tools.length === 0) return;
  const declared = tools.flatMap((tool) => itemsOf(member(tool, DECLARATIONS)));
  if (declared.length === 0) throw notRun(`${path}.mode`);
  const names = new Set(declared.map((one) => stringOf(member(one, 'name'))));
  itemsOf(member(config, 'allowedFunctionNames')).forEach((name, index) => {
    if (names.has(stringOf(name))) return;
    throw invalid(`${path}.allowedFunctionNames[${index}]`, 'is the name of none of tools');
  });
}

const notRun = (param: string) =>
  invalid(param, 'asks for tools that the provider of the chosen model does not run');
