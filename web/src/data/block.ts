// A block of numbers: base64 of a zlib stream of byte planes, see docs/page-format.md.
import type { BlockInfo } from './format';

export type NumberArray = Float32Array | Float64Array | Uint32Array;

const kBytes = { f32: 4, f64: 8, u32: 4 };
const kBase64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const kNoDigit = 255;

// What is no digit is passed over: the equals signs at the end, and line breaks. (Not atob(): it makes a second string, and
// reading strings letter by letter is slow.)
function decode_base64(text: string): Uint8Array<ArrayBuffer> {
  const digits = new Uint8Array(256).fill(kNoDigit);
  for (let i = 0; i < 64; ++i) digits[kBase64.charCodeAt(i)] = i;
  const letters = new TextEncoder().encode(text);
  const bytes = new Uint8Array(Math.ceil((letters.length * 3) / 4));
  let at = 0;
  let size = 0;
  // Four digits are three bytes; up to the first letter that is none.
  for (; at + 4 <= letters.length; at += 4) {
    const [a, b, c, d] = [
      digits[letters[at]],
      digits[letters[at + 1]],
      digits[letters[at + 2]],
      digits[letters[at + 3]],
    ];
    if ((a | b | c | d) > 63) break;
    bytes[size++] = (a << 2) | (b >> 4);
    bytes[size++] = (b << 4) | (c >> 2);
    bytes[size++] = (c << 6) | d;
  }
  let bits = 0;
  let count = 0;
  for (let i = at; i < letters.length; ++i) {
    const digit = digits[letters[i]];
    if (digit === kNoDigit) continue;
    bits = (bits << 6) | digit;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[size++] = bits >> count;
    }
  }
  return bytes.subarray(0, size);
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function make_numbers(type: BlockInfo['type'], source: number | ArrayBuffer): NumberArray {
  // Two calls that look alike: each constructor takes a length or a buffer, but not one that may be either.
  const Numbers = { f32: Float32Array, f64: Float64Array, u32: Uint32Array }[type];
  return typeof source === 'number' ? new Numbers(source) : new Numbers(source);
}

function join_planes(planes: Uint8Array, column: number, info: BlockInfo): NumberArray {
  const width = kBytes[info.type];
  const bytes = new Uint8Array(width * info.rows);
  for (let k = 0; k < width; ++k) {
    const first = (width * column + k) * info.rows;
    for (let i = 0; i < info.rows; ++i) bytes[width * i + k] = planes[first + i];
  }
  return make_numbers(info.type, bytes.buffer);
}

/** Unpacked when a column is first asked for; each column is joined once. */
export class Block {
  private planes_: Promise<Uint8Array> | null = null;
  private readonly columns_ = new Map<number, Promise<NumberArray>>();

  constructor(
    private readonly info_: BlockInfo,
    private readonly text_: () => string,
  ) {}

  column(number: number): Promise<NumberArray> {
    let column = this.columns_.get(number);
    if (!column) {
      column = this.unpack().then((planes) => join_planes(planes, number, this.info_));
      this.columns_.set(number, column);
    }
    return column;
  }

  /** All columns after each other. */
  async all(): Promise<NumberArray> {
    const planes = await this.unpack();
    const { type, rows, columns } = this.info_;
    const numbers = make_numbers(type, rows * columns);
    for (let column = 0; column < columns; ++column)
      numbers.set(join_planes(planes, column, this.info_), column * rows);
    return numbers;
  }

  private unpack(): Promise<Uint8Array> {
    this.planes_ ??= this.inflate_checked();
    return this.planes_;
  }

  private async inflate_checked(): Promise<Uint8Array> {
    const { type, rows, columns } = this.info_;
    const size = kBytes[type] * rows * columns;
    if (size === 0) return new Uint8Array(0);
    const planes = await inflate(decode_base64(this.text_()));
    if (planes.length !== size) throw new Error(`a block holds ${planes.length} bytes instead of ${size}`);
    return planes;
  }
}
