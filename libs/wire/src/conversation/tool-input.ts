import { parseJson } from '#kernel';
import type { Tool } from './conversation.js';
import { raw, writeJson, type Raw } from './write-json.js';

/** Custom tools take a text; where a tool's input is an object, the text is its only member. */
export const CUSTOM_INPUT = 'input';

/**
 * The input of a call as an object. What a model wrote that is none is kept under a name of its own:
 * the caller's tool can say what is wrong with it, and no client breaks on it.
 */
export function toolInput(text: string, isCustom: boolean): Raw {
  if (isCustom) return raw(writeJson({ [CUSTOM_INPUT]: text }));
  if (text.trim() === '' || text.trim() === 'null') return raw('{}');
  return isObject(text) ? raw(text) : raw(writeJson({ _raw: text }));
}

function isObject(text: string): boolean {
  try {
    return parseJson(text).root.kind === 'object';
  } catch {
    return false;
  }
}

/** What a custom tool's input looks like to a model that knows objects alone. */
export const CUSTOM_SCHEMA = `{"type":"object","properties":{"${CUSTOM_INPUT}":{"type":"string"}},"required":["${CUSTOM_INPUT}"]}`;

const NO_ARGUMENTS = '{"type":"object","properties":{}}';

/** The schema of a tool's input, for formats that demand one of an object. */
export function inputSchema({ isCustom, schema }: Tool): Raw {
  const isEmpty = schema === undefined || /^\{\s*\}$/.test(schema);
  return raw(isCustom ? CUSTOM_SCHEMA : isEmpty ? NO_ARGUMENTS : schema);
}
