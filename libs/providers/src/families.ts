/**
 * Every family of providers: its name in the settings, and the folder that speaks for it. A new one
 * is a folder beside these and one line here.
 */
export { anthropicFamily as anthropic } from './anthropic-family/anthropic-family.js';
export { bedrockFamily as bedrock } from './bedrock-family/bedrock-family.js';
export { geminiFamily as gemini } from './gemini-family/gemini-family.js';
export { openaiFamily as openai } from './openai-family/openai-family.js';
export { openaiFamily as azure } from './openai-family/openai-family.js';
export { openaiFamily as custom } from './openai-family/openai-family.js';
export { openaiFamily as sandbox } from './openai-family/openai-family.js';
