import { byBudget, byEffort, PLAIN, type MakerRules } from '../model-rules.js';

/** Makers whose models several hosts serve; what a host does otherwise is in its preset. */

export const mistralModels: MakerRules = {
  names: /mistral|magistral|ministral|pixtral|codestral|devstral|voxtral/,
  rows: [
    // Thinks always, and refuses to be told how much.
    [/magistral/, PLAIN],
    [/mistral-small-(?:latest|2603|260[4-9]|26[1-9]|2[7-9]|[3-9]\d{3})/, byEffort('none high')],
    [/mistral-medium-(?:2604|260[5-9]|26[1-9]|2[7-9]|[3-9]\d{3}|3\.[5-9])/, byEffort('none high')],
  ],
  newest: PLAIN,
};

export const cohereModels: MakerRules = {
  names: /^(?:command|c4ai|north)/,
  rows: [
    [/^command-a-(?:reasoning|plus)/, byBudget(1, 32_768, true, { outputTokensMax: 32_000 })],
    [/^(?:command-r|c4ai)/, { ...PLAIN, outputTokensMax: 4_000 }],
    [/^command-a/, { ...PLAIN, outputTokensMax: 8_000 }],
  ],
  newest: PLAIN,
};

export const deepseekModels: MakerRules = {
  names: /^deepseek/,
  rows: [
    // Told by its name alone whether to think.
    [/^deepseek-(?:chat|reasoner|r\d|v[0-3])/, PLAIN],
  ],
  newest: byEffort('none high max'),
};

export const xaiModels: MakerRules = {
  names: /^grok/,
  rows: [
    [/^grok-3-mini/, byEffort('low high')],
    [/non-reasoning|^grok-[23](?:-|$)/, PLAIN],
    [/multi-agent/, byEffort('low medium high xhigh')],
    // Thinks always, and refuses to be told how much.
    [/^grok-(?:4(?:-|$|\.[012])|code|build)/, PLAIN],
  ],
  newest: byEffort('none low medium high'),
};

export const gptOssModels: MakerRules = {
  names: /gpt-oss/,
  rows: [],
  newest: byEffort('low medium high'),
};
