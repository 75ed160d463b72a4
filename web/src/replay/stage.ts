// Renderer, lights and camera. A picture is drawn when something asks for one, and never otherwise.
import {
  ACESFilmicToneMapping,
  AmbientLight,
  DirectionalLight,
  Group,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Signal } from '../time/signal';

const kShadowSize = 1024; // [px]

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  controls: OrbitControls;
  readonly rendering = new Signal();
  frames_drawn = 0;
  private readonly renderer_: WebGLRenderer;
  private readonly sun_ = new DirectionalLight('#ffffff', 2.4);
  private readonly content_ = new Group();
  private readonly sky_ = new HemisphereLight('#ffffff', '#b0a79c', 1.5);
  private readonly up_ = new Vector3(0, 0, 1);
  private pending_ = false;

  /** Throws where the browser has no WebGL. */
  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer_ = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'high-performance' });
    this.renderer_.toneMapping = ACESFilmicToneMapping;
    this.renderer_.toneMappingExposure = 1.15;
    this.renderer_.shadowMap.enabled = true;
    this.renderer_.shadowMap.type = PCFShadowMap;
    this.camera.up.copy(this.up_);
    this.controls = this.make_controls();
    this.add_lights();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement ?? canvas);
    canvas.addEventListener('webglcontextrestored', () => this.render_soon());
  }

  add(...objects: Object3D[]): void {
    this.content_.add(...objects);
  }

  clear(): void {
    this.content_.clear();
    this.render_soon();
  }

  /** The controls keep the direction that was up when they were made: another direction takes new ones. */
  set_up(up: Vector3): void {
    if (up.equals(this.up_)) return;
    this.up_.copy(up);
    this.camera.up.copy(up);
    this.sky_.position.copy(up);
    this.controls.dispose();
    this.controls = this.make_controls();
  }

  /** Light from above, and a box of shadows around all that moves. */
  light_up(center: Vector3, radius: number): void {
    const side = new Vector3(0.5, -0.6, 0.25);
    side.addScaledVector(this.up_, -side.dot(this.up_)).addScaledVector(this.up_, 1.3).normalize();
    this.sun_.position.copy(center).addScaledVector(side, 4 * radius);
    this.sun_.target.position.copy(center);
    const shadow = this.sun_.shadow;
    shadow.mapSize.set(kShadowSize, kShadowSize);
    const reach = 1.6 * radius;
    Object.assign(shadow.camera, {
      left: -reach,
      right: reach,
      bottom: -reach,
      top: reach,
      near: 0.5 * radius,
      far: 9 * radius,
    });
    shadow.camera.updateProjectionMatrix();
    shadow.normalBias = 0.01 * radius;
    shadow.radius = 3;
  }

  look(center: Vector3, direction: Vector3, radius: number): void {
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (1.12 * radius) / Math.sin(Math.atan(Math.tan(half) * narrow));
    this.camera.near = distance / 200;
    this.camera.far = distance * 40;
    this.camera.updateProjectionMatrix();
    this.camera.position.copy(center).addScaledVector(direction, distance);
    this.controls.target.copy(center);
    this.controls.update();
    this.render_soon();
  }

  render_soon(): void {
    if (this.pending_) return;
    this.pending_ = true;
    requestAnimationFrame(() => this.render());
  }

  private render(): void {
    this.pending_ = false;
    // Goes on after the pointer has left until the motion has died down: `change` asks for the next picture.
    this.controls.update();
    this.rendering.emit();
    this.renderer_.render(this.scene, this.camera);
    ++this.frames_drawn;
  }

  private add_lights(): void {
    this.sky_.position.copy(this.up_);
    this.sun_.castShadow = true;
    this.scene.add(this.content_, this.sky_, new AmbientLight('#ffffff', 0.35), this.sun_, this.sun_.target);
  }

  private make_controls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = true;
    controls.dampingFactor = 0.15;
    controls.addEventListener('change', () => this.render_soon());
    return controls;
  }

  private resize(): void {
    const parent = this.canvas.parentElement;
    if (!parent || parent.clientWidth < 2 || parent.clientHeight < 2) return;
    this.renderer_.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer_.setSize(parent.clientWidth, parent.clientHeight, false);
    this.camera.aspect = parent.clientWidth / parent.clientHeight;
    this.camera.updateProjectionMatrix();
    this.render_soon();
  }
}
