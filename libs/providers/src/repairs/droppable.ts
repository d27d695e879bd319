import type { Protocol } from '#wire';

/**
 * A member that a request is as good without: its path, `*` for every item of a list, and the other names
 * that providers refuse it by.
 */
type Droppable = readonly [path: string, ...names: readonly string[]];

/**
 * What may be left out when a provider refuses it, by the format of the request. Not what is said and shown, the
 * names and schemas of tools, or the form of the answer; not limits of length, the number of answers, stop
 * sequences or tiers, which money hangs on; not what is stored and where it is computed.
 */
export const DROPPABLE: { readonly [Format in Protocol]?: readonly Droppable[] } = {
  chat: [
    ['temperature'],
    ['top_p'],
    ['presence_penalty'],
    ['frequency_penalty'],
    ['logit_bias'],
    ['logprobs'],
    ['top_logprobs'],
    ['seed'],
    ['reasoning_effort', 'reasoningEffort'],
    ['verbosity'],
    ['parallel_tool_calls'],
    ['prediction'],
    ['metadata'],
    ['user'],
    ['safety_identifier'],
    ['prompt_cache_key'],
    ['prompt_cache_retention'],
    ['prompt_cache_options'],
    ['stream_options.include_obfuscation'],
    ['tools.*.function.strict'],
    ['messages.*.tool_calls.*.extra_content'], // Another maker's signature.
  ],
  messages: [
    ['temperature'],
    ['top_p'],
    ['top_k'],
    ['metadata'],
    ['thinking.display', 'thinking.enabled.display', 'thinking.adaptive.display'],
    ['output_config.effort'],
    ['context_management'],
    ['cache_control'],
    ['system.*.cache_control'],
    ['messages.*.content.*.cache_control'],
    ['tools.*.cache_control'],
    ['tools.*.strict'],
    ['tools.*.input_examples'],
    ['tools.*.defer_loading'],
    ['tools.*.eager_input_streaming'],
  ],
  responses: [
    ['temperature'],
    ['top_p'],
    ['top_logprobs'],
    ['reasoning.effort', 'reasoningEffort'],
    ['text.verbosity'],
    ['parallel_tool_calls'],
    ['metadata'],
    ['user'],
    ['safety_identifier'],
    ['prompt_cache_key'],
    ['prompt_cache_retention'],
    ['prompt_cache_options'],
    ['stream_options.include_obfuscation'],
    ['tools.*.strict'],
  ],
  mistral: [
    ['temperature'],
    ['top_p'],
    ['presence_penalty'],
    ['frequency_penalty'],
    ['random_seed'],
    ['reasoning_effort'],
    ['parallel_tool_calls'],
    ['prediction'],
    ['metadata'],
    ['prompt_cache_key'],
    ['tools.*.function.strict'],
  ],
  cohere: [['temperature'], ['p'], ['k'], ['seed'], ['presence_penalty'], ['frequency_penalty']],
  gemini: [
    ['generationConfig.temperature'],
    ['generationConfig.topP'],
    ['generationConfig.topK'],
    ['generationConfig.seed'],
    ['generationConfig.presencePenalty'],
    ['generationConfig.frequencyPenalty'],
    ['generationConfig.responseLogprobs'],
    ['generationConfig.logprobs'],
    ['generationConfig.mediaResolution'],
    ['generationConfig.thinkingConfig.thinkingLevel'],
    ['generationConfig.thinkingConfig.includeThoughts'],
    ['labels'],
    ['tools.*.functionDeclarations.*.behavior'],
  ],
  converse: [
    ['inferenceConfig.temperature', 'temperature'],
    ['inferenceConfig.topP', 'topP', 'top_p'],
    ['additionalModelRequestFields.top_k', 'top_k'],
    ['additionalModelRequestFields.output_config.effort', 'output_config.effort'],
    ['requestMetadata'],
    ['system.*.cachePoint', 'cachePoint'],
    ['messages.*.content.*.cachePoint', 'cachePoint'],
    ['toolConfig.tools.*.cachePoint', 'cachePoint'],
    ['system.*.cachePoint.ttl'],
    ['messages.*.content.*.cachePoint.ttl'],
    ['toolConfig.tools.*.cachePoint.ttl'],
    ['toolConfig.tools.*.toolSpec.strict', 'tools.*.strict'],
  ],
};
