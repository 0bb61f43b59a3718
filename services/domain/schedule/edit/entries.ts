import { dayOfWeekOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import { refuseIncomplete } from './change.ts';
import { refuseMidnight } from '../rows.ts';
import type { ScheduleState } from '../state.ts';

/** An entry created by hand: a lesson with a student or an appointment with a title, on one date or every week. */
export type ManualEntry = LessonDetails & {
  readonly lessonId: string;
  readonly entryType: 'lesson' | 'appointment';
  readonly studentId: string | null;
  readonly status: 'scheduled' | 'recommended';
  readonly start: number;
  readonly duration: number;
  readonly when:
    | { readonly kind: 'dated'; readonly date: IsoDate }
    | { readonly kind: 'weekly'; readonly dayOfWeek: DayOfWeek; readonly validFrom: IsoDate };
};

/** The row that an entry creates. */
export const lessonOf = ({ when, ...entry }: ManualEntry): Lesson => ({
  ...entry,
  ...plainRow,
  source: 'manual',
  dayOfWeek: when.kind === 'dated' ? dayOfWeekOf(when.date) : when.dayOfWeek,
  date: when.kind === 'dated' ? when.date : null,
  validFrom: when.kind === 'dated' ? null : when.validFrom,
});

/** Creates a lesson or an appointment by hand. @throws InvalidInput */
export const createEntry =
  (entry: ManualEntry) =>
  (_state: ScheduleState): ScheduleEvent[] => {
    refuseMidnight(entry);
    refuseIncomplete(entry);
    return [{ type: 'LessonCreated', data: { lesson: lessonOf(entry), occurrences: [] } }];
  };
