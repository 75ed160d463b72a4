import { kFontFamily, type Box, type Painter, type Polyline, type Stroke, type TextStyle } from './painter';

const kEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML knows no control characters but tab and line ends. */
function escape_xml(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (letter) => kEscapes[letter]);
}

function to_text(number: number): string {
  return String(Math.round(number * 100) / 100);
}

function path_of(lines: Polyline[], close: boolean): string {
  return lines
    .map((line) => {
      let path = '';
      for (let i = 0; i < line.length; i += 2) path += `${i ? 'L' : 'M'}${to_text(line[i])} ${to_text(line[i + 1])}`;
      return close ? `${path}Z` : path;
    })
    .join('');
}

export class SvgPainter implements Painter {
  private readonly parts_: string[] = [];
  private clips_ = 0;
  private readonly ruler_ = document.createElement('canvas').getContext('2d');

  constructor(
    private readonly width_: number,
    private readonly height_: number,
    private readonly title_: string,
  ) {}

  finish(): string {
    const size = `width="${this.width_}" height="${this.height_}" viewBox="0 0 ${this.width_} ${this.height_}"`;
    const font = escape_xml(kFontFamily);
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${font}">\n` +
      `<title>${escape_xml(this.title_)}</title>\n${this.parts_.join('\n')}\n</svg>\n`
    );
  }

  stroke(lines: Polyline[], style: Stroke): void {
    if (!lines.length) return;
    const dash = style.dash?.length ? ` stroke-dasharray="${style.dash.map(to_text).join(' ')}"` : '';
    const paint = `fill="none" stroke="${style.color}" stroke-width="${to_text(style.width)}" stroke-linejoin="round"${dash}`;
    this.parts_.push(`<path d="${path_of(lines, false)}" ${paint}/>`);
  }

  fill(polygons: Polyline[], color: string, opacity: number): void {
    if (!polygons.length) return;
    this.parts_.push(`<path d="${path_of(polygons, true)}" fill="${color}" fill-opacity="${opacity}"/>`);
  }

  dots(centers: Polyline, radius: number, color: string): void {
    const circles: string[] = [];
    for (let i = 0; i < centers.length; i += 2) {
      circles.push(`<circle cx="${to_text(centers[i])}" cy="${to_text(centers[i + 1])}" r="${to_text(radius)}"/>`);
    }
    this.parts_.push(`<g fill="${color}">${circles.join('')}</g>`);
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[style.align ?? 'left'];
    const place = `translate(${to_text(x)} ${to_text(y)})${style.upwards ? ' rotate(-90)' : ''}`;
    // Moved by hand: not all programs know dominant-baseline.
    const shift = style.middle ? ` y="${to_text(style.size * 0.35)}"` : '';
    const weight = style.bold ? ' font-weight="600"' : '';
    const look = `font-size="${to_text(style.size)}" fill="${style.color}" text-anchor="${anchor}"${weight}`;
    this.parts_.push(`<text transform="${place}"${shift} ${look}>${escape_xml(text)}</text>`);
  }

  text_width(text: string, size: number): number {
    if (!this.ruler_) return text.length * size * 0.6;
    this.ruler_.font = `${size}px ${kFontFamily}`;
    return this.ruler_.measureText(text).width;
  }

  image(image: HTMLCanvasElement, box: Box): void {
    const place = `x="${to_text(box.x)}" y="${to_text(box.y)}" width="${to_text(box.width)}" height="${to_text(box.height)}"`;
    this.parts_.push(`<image ${place} preserveAspectRatio="none" href="${image.toDataURL('image/png')}"/>`);
  }

  clip(box: Box, draw: () => void): void {
    const id = `clip${this.clips_++}`;
    const size = `x="${to_text(box.x)}" y="${to_text(box.y)}" width="${to_text(box.width)}" height="${to_text(box.height)}"`;
    this.parts_.push(`<clipPath id="${id}"><rect ${size}/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.parts_.push('</g>');
  }
}
