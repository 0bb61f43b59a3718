import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { goTo } from '../lib/page/navigation.ts';
import type { ToastAction } from '../ui/overlays/toast.tsx';
import type { Now } from './now.ts';

/**
 * Where the time of a cancelled lesson is put to use: on its teacher's day.
 * @param row as it is once it is cancelled; null comes back for what takes place, is closed, is no lesson or is over
 */
export const freeTimePath = (row: CalendarLesson, on: IsoDate, now: Pick<Now, 'today' | 'minute'>): string | null => {
  const isAhead = on > now.today || (on === now.today && row.start + row.duration > now.minute);
  if (row.status !== 'cancelled' || row.closedBy || row.entryType !== 'lesson' || !isAhead) return null;
  return `/day?${new URLSearchParams({ teacher: row.teacherId, date: on, use: row.lessonId })}`;
};

/** What a toast offers beside Undo after a lesson is cancelled. */
export const offerFreeTime = (...cancelled: Parameters<typeof freeTimePath>): readonly ToastAction[] => {
  const path = freeTimePath(...cancelled);
  return path === null ? [] : [{ label: 'Use the time…', run: () => goTo(path) }];
};
