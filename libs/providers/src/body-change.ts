import { changeMembers, type Edit, type JsonObject } from '#kernel';

/** Members of a request's root that go or come, each once, whoever decides it. */
export class BodyChange {
  private readonly dropped = new Set<string>();
  private readonly added = new Map<string, string>();
  private readonly within: Edit[] = [];

  constructor(private readonly root: JsonObject) {}

  drop(...names: readonly string[]): void {
    for (const name of names) if (this.root.keys.includes(name)) this.dropped.add(name);
  }

  /** @param json of the new value, in place of any that stands there */
  set(name: string, json: string): void {
    this.drop(name);
    this.added.set(name, json);
  }

  /** Of an object that stays; undefined takes the member out. */
  setWithin(object: JsonObject, name: string, value: string | undefined): void {
    const added = value === undefined ? [] : [[name, JSON.stringify(value)] as const];
    this.within.push(...changeMembers(object, new Set([name]), new Map(added)));
  }

  edits(): Edit[] {
    const isSame = this.dropped.size === 0 && this.added.size === 0;
    return isSame
      ? this.within
      : [...changeMembers(this.root, this.dropped, this.added), ...this.within];
  }
}
