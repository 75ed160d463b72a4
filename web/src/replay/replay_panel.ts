// The replay as a part of the page: its canvas, a menu for what is seen, and a sentence where there is nothing to see.
import type { Page } from '../data/page';
import { describe_failure } from '../interface/failure';
import { format_short } from '../interface/format_number';
import { make, make_button, make_select } from '../interface/make';
import type { RunSelection } from '../runs/selection';
import type { Theme } from '../theme/theme';
import type { Clock } from '../time/clock';
import { ReplayView, type Layer } from './replay_view';
import { Stage } from './stage';

const kLayers: [Layer, string][] = [
  ['trails', 'Trails'],
  ['forces', 'Contact forces'],
  ['joints', 'Joints'],
  ['grid', 'Ground grid'],
  ['axes', 'World axes'],
];
const kMostTrails = 200;

export class ReplayPanel {
  readonly element: HTMLElement;
  view: ReplayView | null = null;
  private readonly canvas_ = make('canvas', {
    class: 'replay-canvas',
    label: '3-D replay of the motion',
    attributes: { tabindex: '0', role: 'img' },
  });
  private readonly note_ = make('p', { class: 'replay-note', attributes: { role: 'status' } });
  private refreshers_: (() => void)[] = []; // set controls to what the view shows
  private readonly extras_ = make('div', { class: 'replay-extras' });

  constructor(
    private readonly page_: Page,
    private readonly selection_: RunSelection,
    private readonly clock_: Clock,
    private readonly theme_: Theme,
  ) {
    this.element = make(
      'section',
      { id: 'replay', class: 'replay', label: 'Replay' },
      this.canvas_,
      this.note_,
      this.extras_,
    );
    selection_.changed.listen(() => void this.show_runs());
    document.addEventListener('pointerdown', (event) => this.close_menu(event.target));
  }

  async start(): Promise<void> {
    try {
      this.view = new ReplayView(new Stage(this.canvas_), this.page_, this.clock_, this.theme_);
    } catch {
      this.say('The replay needs WebGL, which this browser does not offer. Everything else on this page works.');
      return;
    }
    this.view.changed.listen(() => this.refreshers_.forEach((refresh) => refresh()));
    await this.show_runs();
  }

  private async show_runs(): Promise<void> {
    const view = this.view;
    if (!view) return;
    this.say('');
    this.extras_.replaceChildren();
    this.refreshers_ = [];
    try {
      if (!(await view.set_runs(this.selection_.shown))) return this.say('This run has nothing to replay.');
    } catch (error) {
      return this.say(describe_failure(error));
    }
    this.extras_.replaceChildren(this.make_menu(view), this.make_legend(view));
    this.element.dataset['ready'] = 'yes';
  }

  private close_menu(pressed: EventTarget | null): void {
    const menu = this.element.querySelector('details');
    if (menu && !(pressed instanceof Node && menu.contains(pressed))) menu.open = false;
  }

  private say(text: string): void {
    this.canvas_.hidden = text !== '';
    this.note_.textContent = text;
  }

  private make_menu(view: ReplayView): HTMLElement {
    const list = make('div', { class: 'menu-list' });
    for (const [layer, text] of kLayers) {
      if (layer === 'forces' && !view.actors.some((actor) => actor.arrows)) continue;
      if (layer === 'trails' && !view.actors[0].replay.points.length) continue;
      list.append(
        this.make_check(
          text,
          () => view.layers[layer],
          (on) => view.set_layer(layer, on),
        ),
      );
      if (layer === 'trails') list.append(this.make_trail_list(view));
    }
    list.append(make('label', { class: 'menu-row' }, 'Follow ', this.make_follow(view)));
    const menu = make('details', { class: 'menu' }, make('summary', { text: 'View', class: 'button' }), list);
    const reset = make_button('Reset view', 'Reset view (r)', () => view.reset_view());
    return make('div', { class: 'replay-tools' }, reset, menu);
  }

  private make_trail_list(view: ReplayView): HTMLElement {
    const list = make('div', { class: 'menu-nested' });
    view.actors[0].replay.points.slice(0, kMostTrails).forEach((point, i) => {
      list.append(
        this.make_check(
          point.name,
          () => view.has_trail(i),
          (on) => view.set_trail(i, on),
        ),
      );
    });
    return list;
  }

  private make_check(text: string, get: () => boolean, set: (on: boolean) => void): HTMLElement {
    const box = make('input', { attributes: { type: 'checkbox' } });
    box.checked = get();
    box.addEventListener('change', () => set(box.checked));
    this.refreshers_.push(() => (box.checked = get()));
    return make('label', { class: 'menu-row' }, box, make('span', { text }));
  }

  private make_follow(view: ReplayView): HTMLSelectElement {
    const bodies = view.actors[0].replay.bodies;
    const select = make_select('Follow a body (f)', [['-1', 'nothing']], '-1', (value) => view.follow(Number(value)));
    const add = (body: number): void =>
      select.append(make('option', { text: bodies[body].name, attributes: { value: String(body) } }));
    // Thousands of names are made when someone wants to choose one.
    const fill = (): void => {
      if (select.options.length <= bodies.length) {
        while (select.options.length > 1) select.remove(1);
        bodies.forEach((_, body) => add(body));
        select.value = String(view.followed);
      }
    };
    select.addEventListener('pointerdown', fill);
    select.addEventListener('focus', fill);
    this.refreshers_.push(() => {
      if (view.followed >= 0 && ![...select.options].some((option) => option.value === String(view.followed)))
        add(view.followed);
      select.value = String(view.followed);
    });
    return select;
  }

  private make_legend(view: ReplayView): HTMLElement {
    const legend = make('div', { class: 'replay-legend' });
    const arrows = view.actors[0].arrows;
    if (arrows) {
      legend.append(
        make('span', { class: 'swatch swatch-normal' }),
        'normal force ',
        make('span', { class: 'swatch swatch-friction' }),
        'friction force ',
        `(1 m of arrow: ${format_short(arrows.newtons_per_meter, 2)} N)`,
      );
    }
    return legend;
  }
}
