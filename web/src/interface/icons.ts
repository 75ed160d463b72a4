// Small pictures on buttons, drawn in the colour of the text.

const kPaths = {
  play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  back: 'M12.5 3v10L5.5 8zM3.5 3h1.6v10H3.5z',
  forward: 'M3.5 3v10l7-5zM10.9 3h1.6v10h-1.6z',
  loop: 'M11 1.5 14.5 4 11 6.5V4.8H5.2A2.2 2.2 0 0 0 3 7v1H1.4V7a3.8 3.8 0 0 1 3.8-3.8H11zM5 14.5 1.5 12 5 9.5v1.7h5.8A2.2 2.2 0 0 0 13 9V8h1.6v1a3.8 3.8 0 0 1-3.8 3.8H5z',
  light:
    'M8 4.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8zM7.3.8h1.4v2.4H7.3zM7.3 12.8h1.4v2.4H7.3zM.8 7.3h2.4v1.4H.8zM12.8 7.3h2.4v1.4h-2.4zM2.4 3.4l1-1L5 4.1l-1 1zM11 12l1-1 1.7 1.6-1 1zM2.4 12.6 4 11l1 1-1.6 1.6zM11 4.1l1.6-1.7 1 1L12 5z',
  close: 'M3.6 2.5 8 6.9l4.4-4.4 1.1 1.1L9.1 8l4.4 4.4-1.1 1.1L8 9.1l-4.4 4.4-1.1-1.1L6.9 8 2.5 3.6z',
  edit: 'M1.5 3.2h7v1.6h-7zM12 3.2h2.5v1.6H12zM8.9 1.8h2.6v4.4H8.9zM1.5 11.2h2v1.6h-2zM7.5 11.2h7v1.6h-7zM4 9.8h2.6v4.4H4z',
} as const;

export type IconName = keyof typeof kPaths;

export function make_icon(name: IconName): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', kPaths[name]);
  icon.append(path);
  return icon;
}

export function set_icon(button: HTMLElement, name: IconName): void {
  button.replaceChildren(make_icon(name));
}
