// The data of this page: its header, and the numbers in its blocks.
import { Block, type NumberArray } from './block';
import type { Numbers, PageHeader, Run } from './format';

const kVersion = 1;

export class Page {
  readonly header: PageHeader;
  private readonly blocks_: Block[];

  constructor(header: PageHeader, block_text: (number: number) => string) {
    if (header.format !== 'carom-page') throw new Error('the data is not that of a Carom page');
    if (header.version !== kVersion)
      throw new Error(`the data has version ${header.version}, this viewer reads ${kVersion}`);
    this.header = header;
    this.blocks_ = header.blocks.map((info, number) => new Block(info, () => block_text(number)));
  }

  async numbers(source: Numbers): Promise<NumberArray> {
    if (Array.isArray(source)) return Float64Array.from(source, (value) => value ?? NaN);
    return this.block(source.block).column(source.column);
  }

  /** All columns of a block after each other. */
  table(block: number): Promise<NumberArray> {
    return this.block(block).all();
  }

  channel(run: Run, number: number): Promise<NumberArray> {
    return this.numbers(run.channels[number].values);
  }

  private block(number: number): Block {
    const block = this.blocks_[number];
    if (!block) throw new Error(`the page has no block ${number}`);
    return block;
  }
}

export function read_page(document: Document): Page {
  const header = document.getElementById('carom-page')?.textContent;
  if (!header) throw new Error('the page holds no data');
  return new Page(
    JSON.parse(header) as PageHeader,
    (number) => document.getElementById(`block-${number}`)?.textContent ?? '',
  );
}
