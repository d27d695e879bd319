import type { NumberSpec } from './number-spec.js';

/** A spec at one length, as one number of that length is compared with it. */
export interface Shape {
  readonly spec: NumberSpec;
  /** Places of letters, one bit each: where there has to be one, and where there may. */
  readonly must: number;
  readonly may: number;
  readonly forms: readonly Form[];
  /** Of the surest form. */
  readonly baseMax: number;
  /** Of the least sure form, for what is parted in no known way. */
  readonly looseBase: number;
}

interface Form {
  readonly grouping: number;
  /** What parts the groups; blank for any one character, the same throughout. */
  readonly partings: readonly number[];
  readonly base: number;
}

export interface WrittenForms {
  readonly compactMax: number;
  /** By length of the compact form. */
  readonly shapes: readonly (readonly Shape[])[];
  /** Those of them that are sure enough without a word beside them. */
  readonly sure: readonly (readonly Shape[])[];
  /** Beginnings of all groupings, as `withGroup` makes them: what goes on otherwise is no known form. */
  readonly beginnings: ReadonlySet<number>;
}

/** A grouping of up to ten groups as a number: the lengths of its groups, five bits each. */
export const withGroup = (grouping: number, length: number): number => grouping * 32 + length;

const PARTING = /[-/.+ ]/;
const PARTINGS = /[-/.+ ]/g;
const BLANK = 0x20;

/**
 * How sure a number is that is parted like this; undefined if it is parted in no known way.
 *
 * @param partings codes of what parts the groups, as many as there are groups but one
 */
export function baseOf(
  { forms }: Shape,
  grouping: number,
  partings: ArrayLike<number>,
): number | undefined {
  for (const form of forms) {
    if (form.grouping !== grouping) continue;
    const any = partings[form.partings.indexOf(BLANK)];
    const isParted = form.partings.every(
      (parting, index) => partings[index] === (parting === BLANK ? any : parting),
    );
    if (isParted) return form.base;
  }
  return undefined;
}

/**
 * All forms of all specs, so that a number read once is compared with few.
 * @param scoreMin from which on a number is sure enough by itself
 */
export function compileForms(specs: readonly NumberSpec[], scoreMin: number): WrittenForms {
  const shapes: Shape[][] = [];
  const beginnings = new Set<number>();
  for (const spec of specs) {
    const all = Object.keys(spec.forms);
    for (const length of new Set(all.map(lengthOf))) {
      const forms = all.filter((form) => lengthOf(form) === length);
      (shapes[length] ??= []).push(shapeOf(spec, forms));
    }
    for (const form of all) {
      let grouping = 0;
      for (const group of form.split(PARTING)) {
        grouping = withGroup(grouping, group.length);
        beginnings.add(grouping);
      }
    }
  }
  return {
    compactMax: shapes.length - 1,
    shapes: Array.from(shapes, (some) => some ?? []),
    sure: Array.from(shapes, (some) => (some ?? []).filter(({ baseMax }) => baseMax >= scoreMin)),
    beginnings,
  };
}

function shapeOf(spec: NumberSpec, written: readonly string[]): Shape {
  const compacts = written.map(compactOf);
  const forms = written.map((form) => ({
    grouping: form.split(PARTING).reduce((grouping, { length }) => withGroup(grouping, length), 0),
    partings: (form.match(PARTINGS) ?? []).map((parting) => parting.charCodeAt(0)),
    base: spec.forms[form] as number,
  }));
  return {
    spec,
    must: compacts.map((compact) => bitsOf(compact, 'A')).reduce((all, bits) => all & bits),
    may: compacts.map((compact) => bitsOf(compact, 'AX')).reduce((all, bits) => all | bits),
    forms,
    baseMax: Math.max(...forms.map(({ base }) => base)),
    looseBase: Math.min(...forms.map(({ base }) => base)),
  };
}

const compactOf = (form: string): string => form.replaceAll(PARTINGS, '');

const lengthOf = (form: string): number => compactOf(form).length;

function bitsOf(compact: string, classes: string): number {
  let bits = 0;
  for (let place = 0; place < compact.length; place++) {
    if (classes.includes(compact.charAt(place))) bits |= 1 << place;
  }
  return bits;
}
