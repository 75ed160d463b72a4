// Makes pages from data as docs/page-format.md describes them, so that the viewer is tested without the program.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const kArrays = { f32: Float32Array, f64: Float64Array, u32: Uint32Array };

/** Collects columns into blocks. */
export class Blocks {
  infos = [];
  texts = [];

  /** Columns of equal length as one block; returns its number. */
  add(type, columns) {
    const rows = columns.length ? columns[0].length : 0;
    const numbers = columns.map(
      (column) => new Uint8Array(kArrays[type].from(column).buffer),
    );
    const width = kArrays[type].BYTES_PER_ELEMENT;
    const planes = new Uint8Array(width * rows * columns.length);
    numbers.forEach((bytes, column) => {
      for (let k = 0; k < width; ++k) {
        const first = (width * column + k) * rows;
        for (let i = 0; i < rows; ++i) planes[first + i] = bytes[width * i + k];
      }
    });
    this.infos.push({ type, rows, columns: columns.length });
    this.texts.push(
      planes.length ? deflateSync(planes, { level: 1 }).toString("base64") : "",
    );
    return this.infos.length - 1;
  }

  /** One column; returns how the header names it. */
  column(type, values) {
    return { block: this.add(type, [values]), column: 0 };
  }
}

/** A page as text. Values as they stand: names are escaped nowhere but where the format says so. */
export function make_page(template_file, header, blocks) {
  const whole = {
    format: "carom-page",
    version: 1,
    generator: "carom test",
    runs: [],
    figures: [],
    chapters: [],
    papers: [],
    ...header,
    blocks: blocks.infos,
  };
  const escape_html = (text) =>
    text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const data = JSON.stringify(whole).replace(/</g, "\\u003c");
  const elements = blocks.texts.map(
    (text, i) =>
      `<script type="application/octet-stream" id="block-${i}">${text}</script>`,
  );
  return readFileSync(template_file, "utf8")
    .replace("<!--carom:title-->", () => escape_html(whole.title))
    .replace("<!--carom:header-->", () => data)
    .replace("<!--carom:blocks-->", () => elements.join("\n"));
}
