/**
 * Writes ONNX models of a few nodes, so that local models are tested without a download.
 * Field numbers are those of onnx.proto3 (ONNX 1.x, `onnx/onnx.proto3` of its repository).
 */

type Bytes = readonly number[];

const FLOAT = 1;
const INT64 = 7;
const INT_ATTRIBUTE = 2;
/** Operators as of ONNX 1.8; any runtime of the last years knows them. */
const OPSET = 13;
const IR_VERSION = 8;

function varint(value: number): Bytes {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return bytes;
}

const number = (field: number, value: number): Bytes => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, value: Bytes): Bytes => [...varint((field << 3) | 2), ...varint(value.length), ...value];
const text = (field: number, value: string): Bytes => bytes(field, [...Buffer.from(value)]);

function tensor(name: string, dims: readonly number[], type: number, data: Float32Array | BigInt64Array): Bytes {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [...dims.flatMap((dim) => number(1, dim)), ...number(2, type), ...text(8, name), ...bytes(9, [...raw])];
}

const floats = (name: string, dims: readonly number[], data: readonly number[]): Bytes =>
  tensor(name, dims, FLOAT, Float32Array.from(data));
const integers = (name: string, data: readonly number[]): Bytes =>
  tensor(name, [data.length], INT64, BigInt64Array.from(data.map(BigInt)));

/** An input or output value; a dimension with a name may have any size. */
function value(name: string, type: number, dims: readonly (string | number)[]): Bytes {
  const shape = dims.flatMap((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : text(2, dim)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, shape)]))];
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Bytes {
  const described = Object.entries(attributes).flatMap(([name, setting]) =>
    bytes(5, [...text(1, name), ...number(3, setting), ...number(20, INT_ATTRIBUTE)]),
  );
  return [...inputs.flatMap((input) => text(1, input)), ...text(2, output), ...text(4, operator), ...described];
}

interface Graph {
  readonly nodes: readonly Bytes[];
  readonly constants: readonly Bytes[];
  readonly output: Bytes;
}

/** A model that reads what models of the BERT kind read: `input_ids` and `attention_mask`, both [batch, sequence]. */
function model({ nodes, constants, output }: Graph): Uint8Array {
  const inputs = ['input_ids', 'attention_mask'].map((name) => value(name, INT64, ['batch', 'sequence']));
  const graph = [
    ...nodes.flatMap((each) => bytes(1, each)),
    ...text(2, 'tiny'),
    ...constants.flatMap((each) => bytes(5, each)),
    ...inputs.flatMap((each) => bytes(11, each)),
    ...bytes(12, output),
  ];
  return Uint8Array.from([
    ...number(1, IR_VERSION),
    ...bytes(7, graph),
    ...bytes(8, [...text(1, ''), ...number(2, OPSET)]),
  ]);
}

/** An embedding that looks each token up: `last_hidden_state` is [batch, sequence, width of the table]. */
export function embeddingModel(table: readonly (readonly number[])[]): Uint8Array {
  const width = table[0]?.length ?? 0;
  return model({
    nodes: [node('Gather', ['table', 'input_ids'], 'last_hidden_state', { axis: 0 })],
    constants: [floats('table', [table.length, width], table.flat())],
    output: value('last_hidden_state', FLOAT, ['batch', 'sequence', width]),
  });
}

/**
 * A cross-encoder whose logit is the sum of its tokens' weights.
 * @param weights one row a token; a row of two makes a classifier of two classes
 * @param work side of a square matrix that each batch multiplies with itself for nothing, to make it slow
 */
export function crossEncoderModel(weights: readonly (readonly number[])[], work = 0): Uint8Array {
  const classes = weights[0]?.length ?? 0;
  const sum = work === 0 ? 'logits' : 'sum';
  const busy = [
    node('ReduceSum', ['sum'], 'total', { keepdims: 0 }),
    node('ConstantOfShape', ['square'], 'zeros'),
    // The input takes part, so that the runtime cannot compute the product once, at loading.
    node('Add', ['zeros', 'total'], 'matrix'),
    node('MatMul', ['matrix', 'matrix'], 'product'),
    node('ReduceMax', ['product'], 'largest', { keepdims: 0 }),
    node('Mul', ['largest', 'zero'], 'nothing'),
    node('Add', ['sum', 'nothing'], 'logits'),
  ];
  return model({
    nodes: [
      node('Gather', ['weights', 'input_ids'], 'token_weights', { axis: 0 }),
      node('Cast', ['attention_mask'], 'mask', { to: FLOAT }),
      node('Unsqueeze', ['mask', 'last_axis'], 'mask_column'),
      node('Mul', ['token_weights', 'mask_column'], 'counted'),
      node('ReduceSum', ['counted', 'sequence_axis'], sum, { keepdims: 0 }),
      ...(work === 0 ? [] : busy),
    ],
    constants: [
      floats('weights', [weights.length, classes], weights.flat()),
      integers('last_axis', [2]),
      integers('sequence_axis', [1]),
      ...(work === 0 ? [] : [integers('square', [work, work]), floats('zero', [], [0])]),
    ],
    output: value('logits', FLOAT, ['batch', classes]),
  });
}
