import { isObject } from '../../read-model-file.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';

type Members = Readonly<Record<string, unknown>>;

/** Reads members of a manifest. Each is told by its path, so that whoever wrote it finds it. */
export class Fields {
  private constructor(
    private readonly members: Members,
    private readonly path: string,
  ) {}

  /**
   * @param path of the object, beginning with the name of the file
   * @throws UnusableLocalModel where it is no object, or has a member that is none of these
   */
  static of(value: unknown, path: string, known: readonly string[]): Fields {
    if (!isObject(value)) throw faulty(path, `must be an object of ${known.join(', ')}`);
    const unknown = Object.keys(value).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw faulty(path, `has ${unknown.join(', ')}; it takes ${known.join(', ')}`);
    }
    return new Fields(value, path);
  }

  has(name: string): boolean {
    return this.members[name] !== undefined;
  }

  text(name: string, charsMax = 200): string {
    const value = this.members[name];
    if (typeof value === 'string' && value !== '' && value.length <= charsMax) return value;
    throw this.fault(name, `must be a text of 1 to ${charsMax} characters`);
  }

  /** One of several texts. */
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value {
    const found = values.find((value) => value === this.members[name]);
    if (found === undefined) throw this.fault(name, `must be ${values.join(' or ')}`);
    return found;
  }

  matching(name: string, pattern: RegExp, what: string): string {
    const value = this.members[name];
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw this.fault(name, `must be ${what}`);
  }

  number(name: string, min: number, max: number): number {
    const value = this.members[name];
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw this.fault(name, `must be a number from ${min} to ${max}`);
  }

  whole(name: string, min: number, max: number): number {
    const value = this.number(name, min, max);
    if (Number.isInteger(value)) return value;
    throw this.fault(name, 'must be a whole number');
  }

  /** As many probabilities, or any number of them. */
  probabilities(name: string, count?: number): readonly number[] {
    const value = this.members[name];
    const areNumbers =
      Array.isArray(value) &&
      value.every((item) => typeof item === 'number' && item >= 0 && item <= 1);
    if (areNumbers && (count === undefined || value.length === count)) return value;
    throw this.fault(name, `must be ${count ?? 'a list of'} numbers from 0 to 1`);
  }

  texts(name: string): readonly string[] {
    const value = this.members[name];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    throw this.fault(name, 'must be a list of texts');
  }

  object(name: string, known: readonly string[]): Fields {
    return Fields.of(this.members[name], `${this.path}.${name}`, known);
  }

  list(name: string, min: number, max: number): readonly unknown[] {
    const value = this.members[name];
    if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
    throw this.fault(name, `must be a list of ${min} to ${max}`);
  }

  /** A list of objects, each read by itself. */
  objects<Item>(
    name: string,
    [min, max]: readonly [number, number],
    known: readonly string[],
    read: (item: Fields) => Item,
  ): readonly Item[] {
    return this.list(name, min, max).map((item, index) =>
      read(Fields.of(item, `${this.path}.${name}[${index}]`, known)),
    );
  }

  fault(name: string, what: string): UnusableLocalModel {
    return faulty(`${this.path}.${name}`, what);
  }
}

const faulty = (path: string, what: string): UnusableLocalModel =>
  new UnusableLocalModel(`${path} ${what}.`);
