import { createHash } from 'node:crypto';
import { checkGemini, type GeminiThinking } from '../../makers/gemini.js';
import { invalid } from '../../provider-error.js';
import { generateRequest } from './gemini-schema.js';

/** The parts of a request that the sandbox reads, after `readGenerateRequest` checked it all. */
export interface GenerateRequest {
  readonly contents: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly { readonly functionDeclarations: readonly Declaration[] }[];
  readonly toolConfig?: {
    readonly functionCallingConfig?: {
      readonly mode?: string;
      readonly allowedFunctionNames?: readonly string[];
    };
  };
  readonly generationConfig?: {
    readonly candidateCount?: number;
    readonly maxOutputTokens?: number;
    readonly responseModalities?: readonly string[];
    readonly stopSequences?: readonly string[];
    readonly responseMimeType?: string;
    readonly responseSchema?: unknown;
    readonly responseJsonSchema?: unknown;
    readonly thinkingConfig?: GeminiThinking;
  };
}

export interface Content {
  readonly role?: string;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly name: string };
  readonly functionResponse?: { readonly name: string; readonly response: object };
}

interface Declaration {
  readonly name: string;
  readonly parameters?: unknown;
  readonly parametersJsonSchema?: unknown;
}

/** @throws ProviderError 400, as strictly as the provider would */
export function readGenerateRequest(body: unknown, modelId: string): GenerateRequest {
  generateRequest(body, '');
  const request = body as GenerateRequest;
  checkTurns(request.contents);
  checkChoice(request);
  checkGemini(modelId, request.generationConfig?.thinkingConfig);
  return request;
}

export const declarationsOf = ({ tools }: GenerateRequest): readonly Declaration[] =>
  (tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations);

/** What the sandbox signs its calls with: it comes back unaltered, or not at all. */
export const signatureOf = (name: string): string =>
  createHash('sha256').update(`sandbox|${name}`).digest('base64');

const UNSIGNED = 'skip_thought_signature_validator';

function checkTurns(contents: readonly Content[]): void {
  let calls: readonly string[] = [];
  mergedOf(contents).forEach(({ isModel, parts, path }, index) => {
    const results = parts.flatMap(({ functionResponse }) => functionResponse?.name ?? []);
    if (results.join() !== calls.join()) {
      throw invalid(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        path,
      );
    }
    calls = parts.flatMap(({ functionCall }) => functionCall?.name ?? []);
    if (calls.length > 0 && !isModel) throw invalid(`${path}: only the model calls.`, path);
    if (calls.length > 0 && index === 0) {
      throw invalid(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
        path,
      );
    }
    checkSignatures(parts, path);
  });
  if (calls.length > 0) throw invalid('The last turn holds calls without their responses.');
}

interface Turn {
  readonly isModel: boolean;
  readonly path: string;
  readonly parts: Part[];
}

/** Neighbours of one role are one turn: the maker's own SDK sends a turn piece by piece. */
function mergedOf(contents: readonly Content[]): Turn[] {
  const turns: Turn[] = [];
  contents.forEach(({ role, parts }, index) => {
    const isModel = role === 'model';
    const last = turns.at(-1);
    if (last?.isModel === isModel) last.parts.push(...parts);
    else turns.push({ isModel, path: `contents[${index}]`, parts: [...parts] });
  });
  return turns;
}

/** The first call of a turn has to have one. */
function checkSignatures(parts: readonly Part[], path: string): void {
  const [first] = parts.filter(({ functionCall }) => functionCall);
  const { functionCall, thoughtSignature } = first ?? {};
  if (!functionCall) return;
  if (thoughtSignature === UNSIGNED) return;
  if (thoughtSignature === signatureOf(functionCall.name)) return;
  throw invalid(
    `${path}: Function call is missing a thought_signature in functionCall parts, or it is corrupted.`,
    path,
  );
}

function checkChoice(request: GenerateRequest): void {
  const { mode, allowedFunctionNames: allowed } = request.toolConfig?.functionCallingConfig ?? {};
  if (allowed && mode !== 'ANY') {
    throw invalid('allowed_function_names should only be set when mode is ANY.', 'toolConfig');
  }
  const names = new Set(declarationsOf(request).map(({ name }) => name));
  const unknown = allowed?.find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw invalid(`allowed_function_names: ${unknown} is not declared.`, 'toolConfig');
  }
}
