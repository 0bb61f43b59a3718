import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { counted } from '../../lib/texts.ts';

type Counts = { readonly closes: number; readonly keeps: number };

/** By closure: how many lessons of a teacher, among these rows, it closes, and how many take place in it all the same. */
export const closedCounts = (
  rows: readonly Pick<CalendarLesson, 'teacherId' | 'status' | 'closedBy' | 'keptIn'>[],
  teacherId: string,
): ReadonlyMap<string, Counts> => {
  const counts = new Map<string, Counts>();
  const add = (id: string, closes: number, keeps: number): void => {
    const before = counts.get(id) ?? { closes: 0, keeps: 0 };
    counts.set(id, { closes: before.closes + closes, keeps: before.keeps + keeps });
  };
  for (const row of rows) {
    if (row.teacherId !== teacherId) continue;
    if (row.closedBy) add(row.closedBy.closureId, 1, 0);
    else if (row.status !== 'cancelled') for (const id of row.keptIn) add(id, 0, 1);
  }
  return counts;
};

/** "9 lessons closed, 1 kept", "1 lesson kept", "No lessons closed". */
export const countsInWords = ({ closes, keeps }: Counts): string => {
  if (closes + keeps === 0) return 'No lessons closed';
  return [
    ...(closes === 0 ? [] : [`${counted(closes, 'lesson')} closed`]),
    ...(keeps === 0 ? [] : [closes === 0 ? `${counted(keeps, 'lesson')} kept` : `${keeps}\u00a0kept`]),
  ].join(', ');
};

type Untold = {
  readonly family: { readonly id: string };
  readonly changes: readonly { readonly closure: { readonly closureId: string } | null }[];
};

/** How many families do not know of a closure yet, or of its change. */
export const untoldFamilies = (rows: readonly Untold[], closureId: string): number => {
  const concerned = rows.filter(({ changes }) => changes.some(({ closure }) => closure?.closureId === closureId));
  return new Set(concerned.map(({ family }) => family.id)).size;
};
