import {
  isTrue,
  itemsOf,
  member,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import { isKept } from '../conversation/source.js';
import { checkList, isAbsent, optionalObject, readCount, rootOf } from '../check-request.js';

/** What the gateway needs to know of a request in this format, beside what its path says. */
export interface GeminiRequest {
  /** Null where nothing bounds the output. */
  readonly outputTokensMax: number | null;
  readonly choices: number;
  /** The caller asked to see what the model thinks. */
  readonly showsThinking: boolean;
  readonly isSpoken: boolean;
}

/** Unknown fields, roles and parts pass. @throws field_invalid */
export function readGeminiRequest(document: JsonDocument): GeminiRequest {
  const root = rootOf(document);
  const contents = member(root, 'contents');
  if (contents?.kind !== 'array') throw invalid('contents', 'must be a list');
  if (contents.items.length === 0) throw invalid('contents', 'must not be empty');
  contents.items.forEach((content, index) => checkContent(content, () => `contents[${index}]`));
  const system = member(root, 'systemInstruction');
  if (!isAbsent(system) && system?.kind !== 'string') {
    checkContent(system, () => 'systemInstruction');
  }
  checkList(member(root, 'tools'), 'tools');
  const config = optionalObject(root, 'generationConfig');
  const modalities = itemsOf(member(config, 'responseModalities'));
  return {
    outputTokensMax: config ? readCount(config, 'maxOutputTokens', 0) : null,
    choices: (config && readCount(config, 'candidateCount', 1)) ?? 1,
    showsThinking: isTrue(member(member(config, 'thinkingConfig'), 'includeThoughts')),
    isSpoken: modalities.some((modality) => stringOf(modality)?.toUpperCase() !== 'TEXT'),
  };
}

/** @param pathOf called where a fault has to be named @throws field_invalid */
export function checkContent(content: JsonNode | undefined, pathOf: () => string): void {
  if (content?.kind !== 'object') throw invalid(pathOf(), 'must be an object');
  const parts = member(content, 'parts');
  if (isAbsent(parts)) return;
  if (parts?.kind !== 'array') throw invalid(`${pathOf()}.parts`, 'must be a list');
  parts.items.forEach((part, index) => {
    if (part.kind !== 'object') throw invalid(`${pathOf()}.parts[${index}]`, 'must be an object');
    const text = member(part, 'text');
    if (text && text.kind !== 'string') {
      throw invalid(`${pathOf()}.parts[${index}].text`, 'must be a string');
    }
    const shown = itemsOf(member(member(part, 'functionResponse'), 'parts'));
    if ([part, ...shown].some(namesKept)) {
      throw invalid(
        `${pathOf()}.parts[${index}]`,
        'names a file that the provider keeps. None was kept by way of the gateway: send it along',
      );
    }
  });
}

const namesKept = (part: JsonNode): boolean => {
  const uri = stringOf(member(member(part, 'fileData'), 'fileUri'));
  return uri !== undefined && isKept(uri);
};

const invalid = (param: string, fault: string) =>
  refuse('field_invalid', { param, message: `${param} ${fault}.` });
