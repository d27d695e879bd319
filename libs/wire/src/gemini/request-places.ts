import { member, stringOf, type JsonNode } from '#kernel';
import { JSON_SCHEMA } from '../texts/json-schema.js';
import {
  addressOf,
  bytesOf,
  DROPPED,
  known,
  KNOWN,
  list,
  object,
  SEALED,
  word,
  type Place,
  type Unreadable,
} from '../texts/place.js';

const MEDIA_TYPE = word(
  `image/png image/jpeg image/webp image/gif image/heic image/heif application/pdf text/plain
  audio/wav audio/mp3 audio/mpeg audio/aac audio/ogg audio/flac video/mp4 video/webm`.replaceAll(
    /\s+/g,
    ' ',
  ),
);

const kindOf = (file: JsonNode): Unreadable => {
  const mime = stringOf(member(file, 'mimeType') ?? member(file, 'mime_type')) ?? '';
  if (mime.startsWith('image/')) return 'image';
  return mime.startsWith('audio/') ? 'audio' : 'document';
};

const KINDS: readonly Unreadable[] = ['image', 'audio', 'document'];
const placesOf = (member: string, placeOf: (kind: Unreadable) => Place) =>
  new Map(
    KINDS.map((kind) => [
      kind,
      object({ mimeType: MEDIA_TYPE, displayName: KNOWN, [member]: placeOf(kind) }),
    ]),
  );
const inline = placesOf('data', bytesOf);
const elsewhere = placesOf('fileUri', addressOf);

const INLINE: Place = { pick: (file) => inline.get(kindOf(file)) };
const ELSEWHERE: Place = { pick: (file) => elsewhere.get(kindOf(file)) };

const SAID = {
  text: KNOWN,
  inlineData: INLINE,
  fileData: ELSEWHERE,
  videoMetadata: object(known('startOffset endOffset fps')),
  mediaResolution: object({ level: KNOWN }),
};

const USER_PART = object({
  ...SAID,
  functionResponse: object({
    ...known('id name willContinue scheduling'),
    parts: list(object({ inlineData: INLINE, fileData: ELSEWHERE })),
  }),
});

/** Nobody but the model thinks, so nobody else's parts are signed. */
const MODEL_PART = object({
  ...SAID,
  thought: KNOWN,
  thoughtSignature: SEALED,
  functionCall: object(known('id name')),
  executableCode: object({ language: word('PYTHON'), ...known('code id') }),
  codeExecutionResult: object(known('outcome output id')),
});

const ROLE = word('user model function');
const BY_MODEL = object({ role: ROLE, parts: list(MODEL_PART) });
const BY_USER = object({ role: ROLE, parts: list(USER_PART) });

export const CONTENT: Place = {
  pick: (content) => (stringOf(member(content, 'role')) === 'model' ? BY_MODEL : BY_USER),
};

const TOOL = object({
  functionDeclarations: list(
    object({
      ...known('name description behavior'),
      parameters: JSON_SCHEMA,
      parametersJsonSchema: JSON_SCHEMA,
      response: JSON_SCHEMA,
      responseJsonSchema: JSON_SCHEMA,
    }),
  ),
});

const GENERATION = object({
  responseSchema: JSON_SCHEMA,
  responseJsonSchema: JSON_SCHEMA,
  responseMimeType: word('text/plain application/json text/x.enum'),
  responseModalities: list(word('TEXT IMAGE AUDIO')),
  mediaResolution: KNOWN,
  thinkingConfig: object({
    thinkingLevel: word('MINIMAL LOW MEDIUM HIGH minimal low medium high'),
    ...known('includeThoughts thinkingBudget'),
  }),
  ...known(
    `maxOutputTokens temperature topP topK candidateCount stopSequences seed presencePenalty
    frequencyPenalty responseLogprobs logprobs`.replaceAll(/\s+/g, ' '),
  ),
});

/** Where the schema of a request exempts a value, and which form the value must have there. */
export const GEMINI_REQUEST: Place = object({
  gw: DROPPED,
  contents: list(CONTENT),
  systemInstruction: CONTENT,
  tools: list(TOOL),
  toolConfig: object({
    functionCallingConfig: object({
      mode: word('AUTO ANY NONE VALIDATED'),
      ...known('allowedFunctionNames streamFunctionCallArguments'),
    }),
  }),
  generationConfig: GENERATION,
  safetySettings: list(object(known('category threshold method'))),
  serviceTier: word('standard flex priority'),
  ...known('cachedContent'),
});
