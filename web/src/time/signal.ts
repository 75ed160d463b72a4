// Something that others listen to.
export class Signal {
  private readonly listeners_ = new Set<() => void>();

  listen(listener: () => void): void {
    this.listeners_.add(listener);
  }

  forget(listener: () => void): void {
    this.listeners_.delete(listener);
  }

  emit(): void {
    for (const listener of [...this.listeners_]) listener();
  }
}
