// Just enough of PNG to read what the browser writes (8 bits a channel, not interlaced) and to keep small references.
import { deflateSync, inflateSync } from "node:zlib";

const kChannels = { 2: 3, 6: 4 }; // by colour type

function paeth(a, b, c) {
  const [pa, pb, pc] = [
    Math.abs(b - c),
    Math.abs(a - c),
    Math.abs(a + b - 2 * c),
  ];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function unfilter(raw, width, height, channels) {
  const stride = width * channels;
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const left = i >= channels ? out[y * stride + i - channels] : 0;
      const up = y > 0 ? out[(y - 1) * stride + i] : 0;
      const corner =
        i >= channels && y > 0 ? out[(y - 1) * stride + i - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][
        filter
      ];
      out[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  return out;
}

/** { width, height, pixels } with red, green, blue of each pixel. */
export function read_png(file) {
  let [width, height, type] = [0, 0, 0];
  const parts = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (name === "IHDR")
      [width, height, type] = [
        data.readUInt32BE(0),
        data.readUInt32BE(4),
        data[9],
      ];
    if (name === "IDAT") parts.push(data);
    at += 12 + length;
  }
  const channels = kChannels[type];
  const all = unfilter(
    inflateSync(Buffer.concat(parts)),
    width,
    height,
    channels,
  );
  const pixels = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; ++i)
    for (let k = 0; k < 3; ++k) pixels[3 * i + k] = all[channels * i + k];
  return { width, height, pixels };
}

function crc(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; ++k)
      value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

export function write_png({ width, height, pixels }) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let y = 0; y < height; ++y)
    rows.set(
      pixels.subarray(3 * width * y, 3 * width * (y + 1)),
      y * (3 * width + 1) + 1,
    );
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    magic,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Means of squares of `size` pixels. */
export function shrink({ width, height, pixels }, size) {
  const [w, h] = [Math.floor(width / size), Math.floor(height / size)];
  const out = new Uint8Array(3 * w * h);
  for (let y = 0; y < h; ++y) {
    for (let x = 0; x < w; ++x) {
      for (let k = 0; k < 3; ++k) {
        let sum = 0;
        for (let j = 0; j < size; ++j)
          for (let i = 0; i < size; ++i)
            sum += pixels[3 * ((y * size + j) * width + x * size + i) + k];
        out[3 * (y * w + x) + k] = Math.round(sum / (size * size));
      }
    }
  }
  return { width: w, height: h, pixels: out };
}

/** How much two pictures of one size differ: the mean difference, and the share of channels that differ by more than `far`. */
export function compare(a, b, far) {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < a.pixels.length; ++i) {
    const difference = Math.abs(a.pixels[i] - b.pixels[i]);
    sum += difference;
    if (difference > far) ++count;
  }
  return { mean: sum / a.pixels.length, share: count / a.pixels.length };
}

/** How many colours a picture has, coarsely: one, where nothing was drawn on it. */
export function count_colors({ pixels }) {
  const colors = new Set();
  for (let i = 0; i < pixels.length; i += 3)
    colors.add(
      ((pixels[i] >> 4) << 8) |
        ((pixels[i + 1] >> 4) << 4) |
        (pixels[i + 2] >> 4),
    );
  return colors.size;
}
