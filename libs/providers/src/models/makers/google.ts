import { byBudget, byEffort, PLAIN, type MakerRules } from '../model-rules.js';

const SAYS = { outputTokensMax: 65_536 } as const;

export const googleModels: MakerRules = {
  names: /gemini|gemma/,
  rows: [
    [/gemma|gemini-(?:1|2\.0)|-(?:image|tts|embedding|live)/, PLAIN],
    [/gemini-(?:2\.5-)?flash-lite(?:-latest|-preview|-\d|$)/, byBudget(512, 24_576, true, SAYS)],
    [/gemini-2\.5-pro/, byBudget(128, 32_768, false, SAYS)],
    [/gemini-2\.5|gemini-flash-latest/, byBudget(0, 24_576, true, SAYS)],
    [/gemini-3-pro/, byEffort('low high', SAYS)],
    [/gemini-3(?:\.[0-5])?-flash/, byEffort('minimal low medium high', SAYS)],
  ],
  newest: byEffort('low medium high', SAYS),
};
