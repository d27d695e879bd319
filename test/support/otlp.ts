/** What a collector is sent, read: no more of OTLP's messages than tests look at. */

type Value = string | number | boolean | readonly Value[];

export interface ReadSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where there is none. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 unset, 2 error. */
  readonly status: number;
  readonly attributes: Readonly<Record<string, Value>>;
}

export interface ReadPoint {
  readonly metric: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly count: number;
  readonly sum: number;
  readonly bounds: readonly number[];
}

export const readSpans = (body: Buffer): readonly ReadSpan[] =>
  nested(body, 1, 2, 2).map((span) => {
    const fields = fieldsOf(span);
    const status = fields.get(15)?.[0] as Buffer | undefined;
    return {
      traceId: bytesOf(fields, 1).toString('hex'),
      spanId: bytesOf(fields, 2).toString('hex'),
      parentSpanId: bytesOf(fields, 4).toString('hex'),
      name: bytesOf(fields, 5).toString(),
      kind: Number(fields.get(6)?.[0] ?? 0),
      startMs: Number(bytesOf(fields, 7).readBigUInt64LE()) / 1e6,
      endMs: Number(bytesOf(fields, 8).readBigUInt64LE()) / 1e6,
      status: Number((status && fieldsOf(status).get(3)?.[0]) ?? 0),
      attributes: attributesOf(fields, 9),
    };
  });

export const readResource = (body: Buffer): Readonly<Record<string, Value>> =>
  attributesOf(fieldsOf(nested(body, 1, 1)[0] ?? Buffer.alloc(0)), 1);

export const readPoints = (body: Buffer): readonly ReadPoint[] =>
  nested(body, 1, 2, 2).flatMap((metric) =>
    nested(metric, 9, 1).map((point) => {
      const fields = fieldsOf(point);
      return {
        metric: bytesOf(fieldsOf(metric), 1).toString(),
        attributes: attributesOf(fields, 9),
        count: Number(bytesOf(fields, 4).readBigUInt64LE()),
        sum: bytesOf(fields, 5).readDoubleLE(),
        bounds: doublesOf(bytesOf(fields, 7)),
      };
    }),
  );

type Fields = Map<number, (Buffer | bigint)[]>;

/** Of a message of Protocol Buffers: numbers as they stand, anything else as bytes. */
function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const value = wire === 0 ? varint() : bytes(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()));
    const known = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, [...known, value]);
  }
  return fields;
}

const bytesOf = (fields: Fields, number: number): Buffer => {
  const value = fields.get(number)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};

/** The messages at the end of a path of fields. */
const nested = (message: Buffer, ...path: readonly number[]): readonly Buffer[] =>
  path.reduce<readonly Buffer[]>(
    (messages, number) =>
      messages.flatMap((one) => (fieldsOf(one).get(number) ?? []) as readonly Buffer[]),
    [message],
  );

const attributesOf = (fields: Fields, number: number): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    (fields.get(number) ?? []).map((pair) => {
      const keyed = fieldsOf(pair as Buffer);
      return [bytesOf(keyed, 1).toString(), valueOf(bytesOf(keyed, 2))];
    }),
  );

function valueOf(message: Buffer): Value {
  const [[kind, [value]] = [0, []]] = [...fieldsOf(message)] as [number, (Buffer | bigint)[]][];
  if (Buffer.isBuffer(value)) {
    if (kind === 4) return value.readDoubleLE();
    return kind === 5 ? nested(message, 5, 1).map(valueOf) : value.toString();
  }
  return kind === 2 ? value === 1n : Number(value);
}

const doublesOf = (packed: Buffer): readonly number[] =>
  Array.from({ length: packed.length / 8 }, (_, index) => packed.readDoubleLE(index * 8));
