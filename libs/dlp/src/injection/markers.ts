import type { Suspicion } from './kinds.js';

interface Marker extends Pick<Suspicion, 'kind' | 'score'> {
  /** Bounded, so that its work is linear. */
  readonly pattern: RegExp;
}

/** What stands for what is to be put in, as people and templates write it. */
const BLANK = String.raw`(?:\$?\{{1,2}[^}\n"%:]{1,100}\}{1,2}|\[[^\]\n]{1,100}\]|<[^>\n]{1,100}>|%[A-Z_]{3,40}%)`;
/** A value in capitals is none that a program reads. */
const CAPITALS = String.raw`(?<==)(?:[A-Z][A-Z_]{3,60}|[A-Z0-9]{1,20}(?:_[A-Z0-9]{1,20}){1,8}|X)(?![\w%])`;
const ADDRESS = String.raw`https?:\/\/[^\s()[\]{}<>"'?]{1,400}\?[^\s()[\]{}<>"']{0,400}?`;
/** Of links, which documents of programs have with blanks of all sorts. */
const KNOWN =
  '[Cc]onversation|[Cc]hat|[Hh]istory|[Tt]ranscript|[Ss]ecret|[Pp]assword|[Cc]ontext|[Pp]rompt|[Mm]essages|[Ss]ummary|CONVERSATION|CHAT|HISTORY|SECRET|PASSWORD|SUMMARY';
const KNOWN_BLANK = String.raw`(?:\{[^}\n]{0,60}(?:${KNOWN})[^}\n]{0,60}\}|\[[^\]\n]{0,60}(?:${KNOWN})[^\]\n]{0,60}\]|<[^>\n]{0,60}(?:${KNOWN})[^>\n]{0,60}>)`;

const MARKERS: readonly Marker[] = [
  // Signs that parts of a prompt begin and end with; no text of people has them.
  {
    kind: 'instruction_in_data',
    score: 0.9,
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|endofprompt|channel|message|constrain)\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/g,
  },
  {
    kind: 'instruction_in_data',
    score: 0.75,
    pattern:
      /<\/?(?:system_prompt|system-prompt|system_message|system-reminder|system_instructions?|IMPORTANT|SYSTEM)>|\[(?:SYSTEM|ADMIN|DEVELOPER)[ _-](?:MESSAGE|PROMPT|OVERRIDE|INSTRUCTIONS?|NOTE|COMMAND)\b|\bSYSTEM[ _-](?:OVERRIDE|INSTRUCTIONS?|PROMPT|COMMAND) ?:|^#{2,4} ?(?:System|Instruction|New instructions?) ?:\s|^#{2,4}\(system_message\)|\b(?:New|NEW) (?:instructions?|INSTRUCTIONS?) ?:/gm,
  },
  // Calls, in the words that models write them in.
  {
    kind: 'tool_redefinition',
    score: 0.8,
    pattern: /<\/?(?:function_calls|tool_calls?|function_results|tool_results?|invoke name=)\b/g,
  },
  // Comments that nobody sees who looks at the page, about who does.
  {
    kind: 'instruction_in_data',
    score: 0.8,
    pattern:
      /<!--(?=[^>]{0,400}\b(?:ai|llms?|assistants?|chatgpt|chatbots?|copilot|language model|ki|ia|sprachmodell)\b)(?=[^>]{0,400}\b(?:you|must|should|ignore|include|instructions?|recommend|say|do not|please|du|sie|musst|vous|tu|debes|devi|musisz)\b)[^>]{1,800}-->/gi,
  },
  {
    kind: 'exfil_markdown',
    score: 0.85,
    pattern: new RegExp(
      String.raw`(?:!\[[^\]\n]{0,200}\]\(\s{0,4}<?|<img\b[^>\n]{0,200}?\bsrc ?= ?["']?|^\[[^\]\n]{1,80}\]: {1,4})${ADDRESS}(?:${BLANK}|${CAPITALS})`,
      'gm',
    ),
  },
  {
    kind: 'exfil_markdown',
    score: 0.7,
    pattern: new RegExp(
      String.raw`(?<!!)\[[^\]\n]{1,200}\]\(\s{0,4}<?${ADDRESS}${KNOWN_BLANK}`,
      'g',
    ),
  },
];

/** Without one of these no marker is there. */
const MAY_MARK = /[<[]|SYSTEM|^##|instructions? ?:/im;

/** What is told by its signs alone. @param text a slice: the work is done at once */
export function findMarkers(text: string): readonly Suspicion[] {
  if (!MAY_MARK.test(text)) return [];
  return MARKERS.flatMap(({ kind, score, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: match, index: start }) => ({
      kind,
      score,
      start,
      end: start + match.length,
    })),
  );
}
