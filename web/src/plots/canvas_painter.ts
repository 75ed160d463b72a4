import { kFontFamily, type Box, type Painter, type Polyline, type Stroke, type TextStyle } from './painter';

export class CanvasPainter implements Painter {
  constructor(private readonly context_: CanvasRenderingContext2D) {}

  stroke(lines: Polyline[], style: Stroke): void {
    const context = this.context_;
    context.strokeStyle = style.color;
    context.lineWidth = style.width;
    context.lineJoin = 'bevel';
    context.setLineDash(style.dash ?? []);
    this.trace(lines);
    context.stroke();
  }

  fill(polygons: Polyline[], color: string, opacity: number): void {
    this.context_.fillStyle = color;
    this.context_.globalAlpha = opacity;
    this.trace(polygons);
    this.context_.fill();
    this.context_.globalAlpha = 1;
  }

  dots(centers: Polyline, radius: number, color: string): void {
    this.context_.fillStyle = color;
    this.context_.beginPath();
    for (let i = 0; i < centers.length; i += 2) {
      this.context_.moveTo(centers[i] + radius, centers[i + 1]);
      this.context_.arc(centers[i], centers[i + 1], radius, 0, 2 * Math.PI);
    }
    this.context_.fill();
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const context = this.context_;
    context.save();
    context.translate(x, y);
    if (style.upwards) context.rotate(-Math.PI / 2);
    context.font = `${style.bold ? '600 ' : ''}${style.size}px ${kFontFamily}`;
    context.fillStyle = style.color;
    context.textAlign = style.align ?? 'left';
    context.textBaseline = style.middle ? 'middle' : 'alphabetic';
    context.fillText(text, 0, 0);
    context.restore();
  }

  text_width(text: string, size: number): number {
    this.context_.font = `${size}px ${kFontFamily}`;
    return this.context_.measureText(text).width;
  }

  image(image: HTMLCanvasElement, box: Box): void {
    this.context_.imageSmoothingEnabled = false;
    this.context_.drawImage(image, box.x, box.y, box.width, box.height);
  }

  clip(box: Box, draw: () => void): void {
    this.context_.save();
    this.context_.beginPath();
    this.context_.rect(box.x, box.y, box.width, box.height);
    this.context_.clip();
    draw();
    this.context_.restore();
  }

  private trace(lines: Polyline[]): void {
    this.context_.beginPath();
    for (const line of lines) {
      this.context_.moveTo(line[0], line[1]);
      for (let i = 2; i < line.length; i += 2) this.context_.lineTo(line[i], line[i + 1]);
    }
  }
}
