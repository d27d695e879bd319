import { changeMembers, dropValues, type Edit, type JsonNode, type JsonObject } from '#kernel';

/** Members of one object that change. */
interface Members {
  readonly dropped: Set<string>;
  /** By name, JSON. */
  readonly added: Map<string, string>;
}

/** Changes of a body that several rules ask for, each object edited once. */
export class BodyChange {
  private readonly objects = new Map<JsonObject, Members>();
  private readonly replaced = new Map<JsonNode, string>();
  private readonly inserted: Edit[] = [];
  private readonly removed: Edit[] = [];

  constructor(private readonly root: JsonObject) {}

  drop(...names: readonly string[]): void {
    this.dropWithin(this.root, names);
  }

  /** @param json of the new value */
  set(name: string, json: string): void {
    this.drop(name);
    this.membersOf(this.root).added.set(name, json);
  }

  dropWithin(object: JsonObject, names: Iterable<string>): void {
    const { dropped } = this.membersOf(object);
    for (const name of names) if (object.keys.includes(name)) dropped.add(name);
  }

  /** Of an object that stays; undefined takes the member out. */
  setWithin(object: JsonObject, name: string, value: string | undefined): void {
    this.dropWithin(object, [name]);
    if (value !== undefined) this.membersOf(object).added.set(name, JSON.stringify(value));
  }

  /** A value in its place. */
  replace(node: JsonNode, json: string): void {
    this.replaced.set(node, json);
  }

  /** One more item of an array, behind the one that is given. */
  insertAfter(item: JsonNode, json: string): void {
    this.inserted.push({ start: item.end, end: item.end, text: `,${json}` });
  }

  /** Items of an array, which keeps all where none would be left. */
  removeItems(items: readonly JsonNode[], isGone: (item: JsonNode) => boolean): void {
    if (items.every(isGone)) return;
    const edits = dropValues(items, (index) => isGone(items[index] as JsonNode));
    for (const edit of edits) this.removed.push(edit);
  }

  /** What stands within a member or an item that goes needs no edit of its own. */
  edits(): Edit[] {
    const gone = this.goneMembers();
    const isWithin = ({ start, end }: JsonNode) =>
      gone.some((node) => node.start <= start && end <= node.end);
    const ofObjects = [...this.objects].flatMap(([object, { dropped, added }]) =>
      (dropped.size === 0 && added.size === 0) || isWithin(object)
        ? []
        : changeMembers(object, dropped, added),
    );
    const ofValues = [...this.replaced].flatMap(([node, text]) =>
      isWithin(node) ? [] : [{ start: node.start, end: node.end, text }],
    );
    return outside(this.removed, [...ofObjects, ...ofValues, ...this.inserted]);
  }

  /** Of the root: rules drop a handful of its members by name. */
  private goneMembers(): JsonNode[] {
    const { dropped } = this.membersOf(this.root);
    return [...dropped].flatMap((name) => this.root.values[this.root.keys.indexOf(name)] ?? []);
  }

  private membersOf(object: JsonObject): Members {
    let members = this.objects.get(object);
    if (!members) {
      members = { dropped: new Set(), added: new Map() };
      this.objects.set(object, members);
    }
    return members;
  }
}

/** Removals, and those of the edits that stand in none of them. In order, since there may be many of both. */
function outside(removals: readonly Edit[], edits: Edit[]): Edit[] {
  if (removals.length === 0) return edits;
  const gone = removals.toSorted(byStart);
  let at = 0;
  const kept = edits.toSorted(byStart).filter(({ start }) => {
    while ((gone[at]?.end ?? Infinity) <= start) at++;
    return start <= (gone[at]?.start ?? Infinity);
  });
  return [...kept, ...gone];
}

const byStart = (a: Edit, b: Edit): number => a.start - b.start;
