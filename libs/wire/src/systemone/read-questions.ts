import {
  isNull,
  jsonPath,
  member,
  numberOf,
  refuse,
  replaceWithString,
  stringOf,
  type Edit,
  type GatewayError,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { isAbsent } from '../check-request.js';
import type {
  ChoiceQuestion,
  NoulQuestion,
  QuestionsRequest,
  ScoreQuestion,
  TypedOption,
  TypedQuestion,
} from './decision-request.js';
import { OPTIONS_MAX, OPTIONS_MIN, QUESTIONS_MAX } from './limits.js';
import { comparedText, isUnseen, shownText } from './shown-text.js';
import { valueText } from './value-text.js';

export interface ReadQuestions extends Pick<QuestionsRequest, 'questions' | 'isList'> {
  /** What brings the document into the form in which all of it is shown. */
  readonly edits: readonly Edit[];
}

/**
 * Questions by name, or a list of them. Members of a question that its type does not have are left out.
 * @throws questions_invalid, options_collide
 */
export const readQuestions = (document: JsonDocument, asked: JsonNode): ReadQuestions => {
  const reader = new QuestionReader(document);
  return { ...reader.read(asked), edits: reader.edits };
};

type Asked = Pick<TypedQuestion, 'name' | 'id' | 'instructions'>;

class QuestionReader {
  readonly edits: Edit[] = [];

  constructor(private readonly document: JsonDocument) {}

  read(asked: JsonNode): Pick<QuestionsRequest, 'questions' | 'isList'> {
    if (asked.kind !== 'object' && asked.kind !== 'array') {
      throw this.invalid(asked, 'must be an object of questions, or a list of them');
    }
    const nodes = asked.kind === 'object' ? asked.values : asked.items;
    if (nodes.length === 0) throw this.invalid(asked, 'must hold at least one question');
    if (nodes.length > QUESTIONS_MAX) {
      throw this.invalid(asked, `holds ${nodes.length} questions, and may hold ${QUESTIONS_MAX}`);
    }
    if (asked.kind === 'object') {
      const questions = asked.values.map((node, index) =>
        this.question(this.object(node), { name: asked.keys[index] as string, id: null }),
      );
      return { questions, isList: false };
    }
    const questions = asked.items.map((node) => this.item(this.object(node)));
    this.refuseSameNames(asked, questions);
    return { questions, isList: true };
  }

  private item(node: JsonObject): TypedQuestion {
    const [name, id] = [member(node, 'name'), member(node, 'id')];
    if (name && !isNull(name) && !stringOf(name)) throw this.invalid(name, 'must be a text');
    const told = stringOf(id) ?? numberOf(id) ?? null;
    if (id && !isNull(id) && told === null) throw this.invalid(id, 'must be a text or a number');
    return this.question(node, { name: stringOf(name) ?? null, id: told });
  }

  private question(node: JsonObject, called: Pick<Asked, 'name' | 'id'>): TypedQuestion {
    const instructions = this.shown(node, 'instructions');
    const asked = { ...called, instructions };
    const type = member(node, 'type');
    switch (stringOf(type) ?? '') {
      case 'noul':
        return this.noul(node, asked);
      case 'choice':
        return this.choice(node, asked);
      case 'score':
        return this.score(node, asked);
      default:
        throw this.invalid(type ?? node, 'must be noul, choice or score', type ? '' : '.type');
    }
  }

  private noul(node: JsonObject, asked: Asked): NoulQuestion {
    const criteria = member(node, 'criteria');
    if (!criteria || isNull(criteria)) return { type: 'noul', ...asked, criteria: null };
    const object = this.object(criteria);
    const shown = { true: this.shown(object, 'true'), false: this.shown(object, 'false') };
    this.refuseSame(criteria, [shown.true, shown.false]);
    return { type: 'noul', ...asked, criteria: shown };
  }

  private choice(node: JsonObject, asked: Asked): ChoiceQuestion {
    const given = this.oneOf(node, 'criteria', 'options');
    return { type: 'choice', ...asked, options: this.checked(given, this.optionsOf(given)) };
  }

  private score(node: JsonObject, asked: Asked): ScoreQuestion {
    const given = this.oneOf(node, 'criteria', 'levels');
    if (given.kind !== 'array') throw this.invalid(given, 'must be a list, the lowest level first');
    const levels = given.items.map((item) => this.listed(item, item, undefined));
    return { type: 'score', ...asked, levels: this.checked(given, levels) };
  }

  /** The member that is there of two that mean the same. */
  private oneOf(node: JsonObject, one: string, other: string): JsonNode {
    const given = [member(node, one), member(node, other)].filter((value) => !isAbsent(value));
    if (given.length !== 1) throw this.invalid(node, `must have either ${one} or ${other}`);
    return given[0] as JsonNode;
  }

  private optionsOf(given: JsonNode): readonly TypedOption[] {
    if (given.kind === 'object') {
      const options = given.keys.map((key, index) => {
        const description = given.values[index] as JsonNode;
        return this.option(description, key, description);
      });
      // As a list: a key is looked through for less than a text is.
      this.edits.push({ ...placeOf(given), text: JSON.stringify(options.map(listedOption)) });
      return options;
    }
    if (given.kind !== 'array') {
      throw this.invalid(given, 'must be a list of options, or an object with their descriptions');
    }
    return given.items.map((item) =>
      item.kind === 'object'
        ? this.listed(item, member(item, 'name'), member(item, 'description'))
        : this.listed(item, item, undefined),
    );
  }

  private listed(
    at: JsonNode,
    name: JsonNode | undefined,
    description: JsonNode | undefined,
  ): TypedOption {
    const option = this.option(at, stringOf(name), description);
    if (name) this.show(name, option.shown);
    if (description) this.show(description, option.description);
    return option;
  }

  /** @param at whatever is wrong with it */
  private option(
    at: JsonNode,
    name: string | undefined,
    description: JsonNode | undefined,
  ): TypedOption {
    if (name === undefined) throw this.invalid(at, 'must be a text');
    const shown = shownText(name);
    if (isUnseen(shown)) throw this.invalid(at, 'has a name of which nothing is left to be shown');
    return { name, shown, description: this.descriptionOf(description) };
  }

  private descriptionOf(node: JsonNode | undefined): string | null {
    if (!node || isNull(node)) return null;
    if (node.kind === 'scalar') throw this.invalid(node, 'must be a text');
    const text = shownText(valueText(node, this.document.text));
    return isUnseen(text) ? null : text;
  }

  /** How many there are, and that they differ. */
  private checked(node: JsonNode, options: readonly TypedOption[]): readonly TypedOption[] {
    if (options.length < OPTIONS_MIN || options.length > OPTIONS_MAX) {
      const bounds = `must hold ${OPTIONS_MIN} to ${OPTIONS_MAX}`;
      throw this.invalid(node, `holds ${options.length}, and ${bounds}`);
    }
    this.refuseSame(
      node,
      options.map(({ shown }) => shown),
    );
    return options;
  }

  private refuseSame(node: JsonNode, shown: readonly string[]): void {
    if (new Set(shown.map(comparedText)).size === shown.length) return;
    const param = this.pathOf(node);
    throw refuse('options_collide', {
      param,
      message: `Two of ${param} are the same once brackets, parentheses, backticks and what nobody sees are gone, whatever their case. Name them so that they differ.`,
    });
  }

  private refuseSameNames(node: JsonNode, questions: readonly TypedQuestion[]): void {
    const names = questions.flatMap(({ name }) => name ?? []);
    if (new Set(names).size < names.length) throw this.invalid(node, 'has two of one name');
  }

  /** A text that has to be there. Structures are shown as text. */
  private shown(node: JsonObject, name: string): string {
    const value = member(node, name);
    if (isAbsent(value)) throw this.invalid(node, 'is missing', `.${name}`);
    if (value?.kind === 'scalar') throw this.invalid(value, 'must be a text');
    const text = shownText(valueText(value as JsonNode, this.document.text));
    if (isUnseen(text)) throw this.invalid(value as JsonNode, 'is empty');
    this.show(value as JsonNode, text);
    return text;
  }

  private show(node: JsonNode, shown: string | null): void {
    if (node.kind === 'string' && node.value === shown) return;
    if (shown !== null) this.edits.push(replaceWithString(node, shown));
    else if (!isNull(node)) this.edits.push({ ...placeOf(node), text: 'null' });
  }

  private object(node: JsonNode): JsonObject {
    if (node.kind === 'object') return node;
    throw this.invalid(node, 'must be an object');
  }

  private invalid(node: JsonNode, fault: string, member = ''): GatewayError {
    const param = this.pathOf(node) + member;
    return refuse('questions_invalid', { param, message: `${param} ${fault}.` });
  }

  private pathOf(node: JsonNode): string {
    return jsonPath(this.document.root, node);
  }
}

const placeOf = ({ start, end }: JsonNode) => ({ start, end });

const listedOption = ({ shown, description }: TypedOption) =>
  description === null ? shown : { name: shown, description };
