/**
 * Writes small ONNX graphs, so that tests run real ones without a program that makes them. Of the format
 * (onnx.proto) it knows what those graphs need.
 */

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}

export interface OnnxSign {
  readonly name: string;
  readonly type: 'float' | 'int64' | 'bool';
  /** A name stands for a length that differs from run to run. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxGraph {
  readonly inputs: readonly OnnxSign[];
  readonly outputs: readonly OnnxSign[];
  readonly tensors: readonly OnnxTensor[];
  readonly nodes: readonly OnnxNode[];
}

const TYPES = { float: 1, int64: 7, bool: 9 } as const;
const IR_VERSION = 8;
const OPSET = 17;
const ATTRIBUTE = { int: 2, ints: 7 } as const;

export const writeOnnx = ({ inputs, outputs, tensors, nodes }: OnnxGraph): Buffer =>
  message(
    number(1, IR_VERSION),
    nested(
      7,
      ...nodes.map((node, index) => nested(1, ...nodeFields(node, index))),
      text(2, 'graph'),
      ...tensors.map((tensor) => nested(5, ...tensorFields(tensor))),
      ...inputs.map((sign) => nested(11, ...signFields(sign))),
      ...outputs.map((sign) => nested(12, ...signFields(sign))),
    ),
    nested(8, text(1, ''), number(2, OPSET)),
  );

const nodeFields = ({ op, inputs, output, attributes = {} }: OnnxNode, index: number): Buffer[] => [
  ...inputs.map((input) => text(1, input)),
  text(2, output),
  text(3, `node_${index}`),
  text(4, op),
  ...Object.entries(attributes).map(([name, value]) =>
    typeof value === 'number'
      ? nested(5, text(1, name), number(3, value), number(20, ATTRIBUTE.int))
      : nested(5, text(1, name), ...value.map((one) => number(8, one)), number(20, ATTRIBUTE.ints)),
  ),
];

const tensorFields = ({ name, dims, values }: OnnxTensor): Buffer[] => [
  ...dims.map((dim) => number(1, dim)),
  number(2, values instanceof Float32Array ? TYPES.float : TYPES.int64),
  text(8, name),
  bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
];

const signFields = ({ name, type, shape }: OnnxSign): Buffer[] => [
  text(1, name),
  nested(
    2,
    nested(
      1,
      number(1, TYPES[type]),
      nested(
        2,
        ...shape.map((dim) => nested(1, typeof dim === 'number' ? number(1, dim) : text(2, dim))),
      ),
    ),
  ),
];

const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);

const bytes = (field: number, value: Buffer): Buffer =>
  message(varint(field * 8 + 2), varint(value.length), value);

const nested = (field: number, ...fields: readonly Buffer[]): Buffer =>
  bytes(field, message(...fields));

const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

const number = (field: number, value: number): Buffer => message(varint(field * 8), varint(value));

function varint(value: number): Buffer {
  const written: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) written.push((rest & 0x7f) | 0x80);
  return Buffer.from([...written, rest]);
}
