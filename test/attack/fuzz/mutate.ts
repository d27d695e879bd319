/** From here everything is drawn: numbers in [0, 1). */
export type Draw = () => number;

export const oneOf = <Item>(draw: Draw, items: readonly Item[]): Item =>
  items[Math.floor(draw() * items.length)] as Item;

const TEXTS = [
  '',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%2e%2e%2f',
  '${jndi:ldap://x}',
  'data:image/png;base64,AAAA',
  'https://127.0.0.1/',
  'file:///etc/passwd',
  'a'.repeat(70_000),
];
const NUMBERS = [0, -1, -0, 1.5, 1e308, 2 ** 53, -(2 ** 63), 4_294_967_296];

/** A value of any kind where another one was due. */
function anyValue(draw: Draw): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => null,
    () => draw() < 0.5,
    () => oneOf(draw, NUMBERS),
    () => oneOf(draw, TEXTS),
    () => [],
    () => ({}),
    () => [[[[oneOf(draw, TEXTS)]]]],
    () => ({ type: oneOf(draw, TEXTS), [oneOf(draw, TEXTS)]: oneOf(draw, NUMBERS) }),
    () => Array.from({ length: 200 }, () => oneOf(draw, NUMBERS)),
  ];
  return oneOf(draw, kinds)();
}

/** A copy in which some of the values are of another kind, gone, doubled, or under another name. */
export function mutateJson(draw: Draw, value: unknown, share = 0.06): unknown {
  if (draw() < share) return anyValue(draw);
  if (Array.isArray(value)) {
    const items = value.map((item) => mutateJson(draw, item, share));
    if (draw() < share) items.push(...items);
    return draw() < share ? items.slice(1) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(() => draw() >= share / 2);
  return Object.fromEntries(
    members.map(([name, member]) => [
      draw() < share / 2 ? name.toUpperCase() : name,
      mutateJson(draw, member, share),
    ]),
  );
}

/** Bytes that were cut, repeated, overwritten, or that others were put between. */
export function mutateBytes(draw: Draw, bytes: Buffer): Buffer {
  let result = bytes;
  const times = 1 + Math.floor(draw() * 4);
  for (let time = 0; time < times; time++) {
    const from = Math.floor(draw() * (result.length + 1));
    const to = Math.min(result.length, from + Math.floor(draw() * 40));
    const between = [
      Buffer.alloc(0),
      Buffer.from([Math.floor(draw() * 256)]),
      Buffer.from(oneOf(draw, ['\r\n', '\n', '\r', '\0', ':', ' ', '"', '{', '[', '--', 'é'])),
      result.subarray(from, to),
    ];
    result = Buffer.concat([
      result.subarray(0, from),
      oneOf(draw, between),
      result.subarray(draw() < 0.5 ? from : to),
    ]);
  }
  return result;
}
