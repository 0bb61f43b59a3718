import type { Availability } from '@rondo/contracts/api/availability.ts';
import { shortDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';

/** The days on which a teacher works: "Mon – Sat", "Tue, Thu – Fri", "no hours yet". */
export const teacherDays = (availability: readonly Availability[]): string => {
  const taught = weekOrder.map((day) => availability.some(({ dayOfWeek, enabled }) => enabled && dayOfWeek === day));
  const runs: number[][] = [];
  for (const [i, open] of taught.entries()) {
    if (!open) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === i - 1) last.push(i);
    else runs.push([i]);
  }
  const name = (i: number | undefined): string => shortDayName(weekOrder[i ?? 0] ?? 1);
  const words = runs.map((run) => {
    if (run.length === 1) return name(run[0]);
    return run.length === 2 ? `${name(run[0])}, ${name(run[1])}` : `${name(run[0])} – ${name(run.at(-1))}`;
  });
  return words.join(', ') || 'no hours yet';
};
