import { invalid } from '../../provider-error.js';
import {
  any,
  arrayOf,
  boolean,
  filled,
  integer,
  number,
  object,
  oneOf,
  record,
  string,
  type Check,
} from '../../validation/check.js';

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const matching =
  (pattern: RegExp): Check =>
  (value, param) => {
    filled(value, param);
    if (!pattern.test(String(value))) throw invalid(`Invalid value at '${param}'.`, param);
  };

const file = object({ mimeType: filled, data: matching(BASE64) }, { displayName: string });
const fileData = object({ fileUri: filled }, { mimeType: filled, displayName: string });

/** One kind of thing each, and never nothing. */
const part: Check = (value, param) => {
  object(
    {},
    {
      text: string,
      thought: boolean,
      thoughtSignature: filled,
      inlineData: file,
      fileData,
      functionCall: object({ name: matching(NAME) }, { id: filled, args: record }),
      functionResponse: object(
        { name: matching(NAME), response: record },
        { id: filled, parts: arrayOf(object({}, { inlineData: file, fileData })) },
      ),
    },
  )(value, param);
  const members = Object.keys(value as object);
  const kinds = members.filter((name) => name !== 'thought' && name !== 'thoughtSignature');
  if (kinds.length === 1) return;
  throw invalid(`Invalid value at '${param}': required oneof field 'data' must have one.`, param);
};

const content = object({ parts: arrayOf(part, 1) }, { role: oneOf('user', 'model', 'function') });

const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'];

/** The dialect of the models: what JSON Schema knows beyond it is refused by name. */
const schema: Check = (value, param) => {
  object(
    {},
    {
      type: oneOf(...TYPES),
      format: string,
      title: string,
      description: string,
      nullable: boolean,
      enum: arrayOf(string, 1),
      properties: named,
      required: arrayOf(string),
      propertyOrdering: arrayOf(string),
      items: schema,
      anyOf: arrayOf(schema, 1),
      minimum: any,
      maximum: any,
      minItems: integer(0),
      maxItems: integer(0),
      minLength: integer(0),
      maxLength: integer(0),
      minProperties: integer(0),
      maxProperties: integer(0),
      pattern: string,
    },
  )(value, param);
  const { type, items } = value as { readonly type?: string; readonly items?: unknown };
  if (type === 'ARRAY' && items === undefined)
    throw invalid(`${param}.items: missing field.`, param);
};

const named: Check = (value, param) => {
  record(value, param);
  for (const [name, its] of Object.entries(value as object)) schema(its, `${param}[${name}]`);
};

const declaration = object(
  { name: matching(NAME) },
  { description: string, parameters: schema, parametersJsonSchema: record },
);

/** Every member of a request, its type and its bounds; what stands here nowhere is refused. */
export const generateRequest = object(
  { contents: arrayOf(content, 1) },
  {
    systemInstruction: content,
    tools: arrayOf(object({ functionDeclarations: arrayOf(declaration, 1) })),
    toolConfig: object(
      {},
      {
        functionCallingConfig: object(
          {},
          {
            mode: oneOf('AUTO', 'ANY', 'NONE', 'VALIDATED'),
            allowedFunctionNames: arrayOf(string, 1),
          },
        ),
      },
    ),
    generationConfig: object(
      {},
      {
        maxOutputTokens: integer(1),
        temperature: number(0, 2),
        topP: number(0, 1),
        topK: number(1, Infinity),
        candidateCount: integer(1, 8),
        stopSequences: arrayOf(filled, 0, 5),
        seed: integer(),
        frequencyPenalty: number(-2, 2),
        presencePenalty: number(-2, 2),
        responseMimeType: oneOf('text/plain', 'application/json', 'text/x.enum'),
        responseSchema: schema,
        responseJsonSchema: record,
        responseModalities: arrayOf(oneOf('TEXT', 'IMAGE', 'AUDIO')),
        imageConfig: object(
          {},
          {
            aspectRatio: oneOf(...RATIOS),
            imageSize: oneOf('1K', '2K', '4K'),
          },
        ),
        thinkingConfig: object(
          {},
          {
            includeThoughts: boolean,
            thinkingBudget: integer(-1),
            thinkingLevel: oneOf('MINIMAL', 'LOW', 'MEDIUM', 'HIGH'),
          },
        ),
      },
    ),
    safetySettings: arrayOf(object({ category: filled, threshold: filled })),
    serviceTier: oneOf('standard', 'flex', 'priority'),
  },
);
