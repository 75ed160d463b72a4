// What to say where something on the page cannot be shown.
export function describe_failure(error: unknown): string {
  return `This cannot be shown: ${error instanceof Error ? error.message : String(error)}.`;
}
