import {
  itemsOf,
  member,
  objectOf,
  refuse,
  stringOf,
  valueOf,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { inSchema, type SpokenProtocol } from '#wire';
import type { BodyChange } from '../body-change.js';
import type { FitToPlatform } from '../anthropic-family/write-body.js';
import { CONTEXT_MANAGEMENT } from './beta-flags.js';

const VERSION = 'vertex-2023-10-16';
/** The maker's own, which this cloud refuses by name. The model stands in the path. */
const REFUSED = [
  'model',
  'speed',
  'inference_geo',
  'container',
  'service_tier',
  'anthropic_beta', // Flags go in a header alone, where they are looked at.
];

/**
 * A body of the messages format as this cloud takes it.
 * @param betas flags that go with it
 * @param said by the caller: in this format, a fault has the place that the caller gave it
 * @throws field_invalid for images and documents that stand somewhere else
 */
export const fitToVertex =
  (betas: readonly string[], said: SpokenProtocol): FitToPlatform =>
  (root, change) => {
    itemsOf(member(root, 'messages')).forEach((message, index) => {
      checkBlocks(member(message, 'content'), (place) =>
        said === 'messages' ? `messages[${index}].content${place}` : 'messages',
      );
    });
    change.drop(...REFUSED);
    if (!betas.includes(CONTEXT_MANAGEMENT)) change.drop('context_management');
    change.set('anthropic_version', JSON.stringify(VERSION));
    for (const tool of itemsOf(member(root, 'tools'))) {
      const object = objectOf(tool);
      if (object) change.dropWithin(object, ['strict']);
    }
    sayFormat(root, change);
  };

/** A schema of the answer is not taken here, so it becomes an instruction. */
function sayFormat(root: JsonObject, change: BodyChange): void {
  const config = objectOf(member(root, 'output_config'));
  const format = member(config, 'format');
  if (!config || !format) return;
  if (config.keys.length === 1) change.drop('output_config');
  else change.dropWithin(config, ['format']);
  const schema = member(format, 'schema');
  if (schema) instruct(root, change, inSchema(JSON.stringify(valueOf(schema))));
}

function instruct(root: JsonObject, change: BodyChange, text: string): void {
  const block = JSON.stringify({ type: 'text', text });
  const system = member(root, 'system');
  if (system?.kind === 'array' && system.items.length > 0) {
    change.insertAfter(system.items.at(-1) as JsonNode, block);
    return;
  }
  const said = stringOf(system);
  const spoken =
    said === undefined || said === '' ? [] : [JSON.stringify({ type: 'text', text: said })];
  change.set('system', `[${[...spoken, block].join(',')}]`);
}

/** Blocks hold blocks: results of tools, and documents that are made of them. */
function checkBlocks(content: JsonNode | undefined, pathOf: (place: string) => string): void {
  itemsOf(content).forEach((block, index) => {
    const source = member(block, 'source');
    const type = stringOf(member(source, 'type'));
    if (type === 'url' || type === 'file') {
      const name = type === 'url' ? 'url' : 'file_id';
      throw refuse('field_invalid', {
        param: pathOf(`[${index}].source.${name}`),
        message:
          'The chosen model takes images and documents in the request alone. Send their bytes.',
      });
    }
    checkBlocks(member(block, 'content'), (place) => pathOf(`[${index}].content${place}`));
    checkBlocks(member(source, 'content'), (place) => pathOf(`[${index}].source.content${place}`));
  });
}
