import type { PresetShelf } from '../../components/kept-presets';
import { isRecord } from '../../lib/is-record';
import { readKept, writeKept } from '../../lib/kept';
import {
  NO_DRAFT,
  NO_OPTION,
  NO_QUESTION,
  NO_REQUEST,
  OPTIONS_MAX,
  OPTIONS_MIN,
  QUESTION_TYPES,
  QUESTIONS_MAX,
  type Draft,
  type OptionDraft,
  type QuestionDraft,
  type RequestDraft,
} from './draft';

/** A model with its questions by a name, in this browser and nowhere else. */
export interface Preset {
  readonly name: string;
  readonly model: string;
  /** Its state is empty unless somebody wanted it kept. */
  readonly draft: Draft;
}

export const SHELF = {
  read: (storage) => readKept(storage, 'gw-decision-presets', presetOf),
  write: (storage, presets) => writeKept(storage, 'gw-decision-presets', presets),
} satisfies PresetShelf<Preset>;

/** What a preset holds of a draft: nothing to decide about without asking. */
export const keptOf = (draft: Draft, isWithTexts: boolean): Draft =>
  isWithTexts ? draft : { ...draft, state: '', request: NO_REQUEST };

function presetOf(value: unknown): Preset | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  const draft = isRecord(value['draft']) ? value['draft'] : {};
  const questions = listOf(draft['questions'], QUESTIONS_MAX).map(questionOf);
  return {
    name: value['name'],
    model: textOf(value['model']),
    draft: {
      state: textOf(draft['state']),
      questions: questions.length > 0 ? questions : NO_DRAFT.questions,
      request: requestOf(draft['request']),
    },
  };
}

function questionOf(value: unknown): QuestionDraft {
  const told = isRecord(value) ? value : {};
  const options = listOf(told['options'], OPTIONS_MAX).map(optionOf);
  return {
    name: textOf(told['name']),
    type: QUESTION_TYPES.find((one) => one === told['type']) ?? NO_QUESTION.type,
    instructions: textOf(told['instructions']),
    yes: textOf(told['yes']),
    no: textOf(told['no']),
    options: options.length >= OPTIONS_MIN ? options : NO_QUESTION.options,
  };
}

function optionOf(value: unknown): OptionDraft {
  if (!isRecord(value)) return NO_OPTION;
  return { name: textOf(value['name']), description: textOf(value['description']) };
}

function requestOf(value: unknown): RequestDraft {
  const told = isRecord(value) ? value : {};
  return {
    request: textOf(told['request']),
    previous: textOf(told['previous']),
    system: textOf(told['system']),
    attachments: textOf(told['attachments']),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, max) : [];
