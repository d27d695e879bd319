/**
 * Every family of providers: its name in the settings, and the folder that speaks for it. A new one
 * is a folder beside these and one line here. Hosts that speak the chat format with habits of their own
 * are rows of `openai-family/presets.ts`.
 */
export { anthropicFamily as anthropic } from './anthropic-family/anthropic-family.js';
export { bedrockFamily as bedrock } from './bedrock-family/bedrock-family.js';
export { cohereFamily as cohere } from './cohere-family/cohere-family.js';
export { geminiFamily as gemini } from './gemini-family/gemini-family.js';
export { mistralFamily as mistral } from './mistral-family/mistral-family.js';
export { openaiFamily as openai } from './openai-family/openai-family.js';
export { compatibleFamily as azure } from './openai-family/openai-family.js';
export { customFamily as custom } from './openai-family/openai-family.js';
export { customFamily as sandbox } from './openai-family/openai-family.js';
export { systemoneFamily as systemone } from './systemone-family/systemone-family.js';
export { vertexClaudeFamily as 'vertex-claude' } from './vertex-family/vertex-claude.js';
export { vertexGeminiFamily as 'vertex-gemini' } from './vertex-family/vertex-gemini.js';
