// How many events there were: a page lists the first of them only.
import type { RunData } from '../data/run_data';

/** Of one kind, or of all. */
export function count_events(runs: RunData[], kind = ''): number {
  let count = 0;
  for (const { run } of runs) {
    if (!run.event_counts) count += run.events.filter((event) => !kind || event.kind === kind).length;
    for (const [other, number] of Object.entries(run.event_counts ?? {})) if (!kind || other === kind) count += number;
  }
  return count;
}

/** "12", or "first 1000 of 18437". */
export function describe_count(listed: number, all: number): string {
  return listed < all ? `first ${listed} of ${all}` : `${all}`;
}
