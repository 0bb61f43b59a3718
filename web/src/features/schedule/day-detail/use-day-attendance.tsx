import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { AttendanceBar } from '../../../calendar/attendance/AttendanceBar.tsx';
import { AttendanceButtons } from '../../../calendar/attendance/AttendanceButtons.tsx';
import { useAttendedDay, type BegunLesson } from '../../../calendar/attendance/queries.ts';
import { useAttendanceMenu } from '../../../calendar/attendance/use-attendance-menu.tsx';
import { leastMinutes, type Beside } from '../../../calendar/day-view/DayNote.tsx';
import { phaseOf } from '../../../calendar/days/day.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import type { Now } from '../../../calendar/now.ts';
import { useStudents } from '../../../calendar/queries.ts';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { usePhone } from '../../../ui/media.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';

const AbsenceNotices = lazyPanel(
  async () => (await import('../../../calendar/attendance/AbsenceNotices.tsx')).AbsenceNotices,
);
const AttendanceSheet = lazyPanel(
  async () => (await import('../../../calendar/attendance/AttendanceSheet.tsx')).AttendanceSheet,
);

/** A student's lesson that takes place: who was there can be recorded once it has begun. */
const isAttended = (entry: DayEntry): boolean =>
  entry.studentId !== null &&
  entry.kind !== 'appointment' &&
  (entry.state === 'current' || entry.state === 'recommended');

const none: readonly DayEntry[] = [];

/** Whether an entry has the whole width, and is high enough for buttons. */
const hasRoom = (entry: DayEntry, entries: readonly DayEntry[]): boolean =>
  entry.end - entry.start >= leastMinutes &&
  entries.every((other) => other === entry || other.end <= entry.start || entry.end <= other.start);

export type DayAttendance = {
  /** Above the day. */
  readonly bar: ReactNode;
  /** What stands beside an entry. */
  readonly besideOf: (entry: DayEntry) => Beside | null;
  /** What its menu has of it. */
  readonly menuOf: (id: string) => readonly MenuEntry[];
  /** On a phone, what it carries while it is selected. */
  readonly buttonsOf: (entry: DayEntry) => ReactNode;
  /** Whether it has begun and a note of it can be written: of days since the student was added. */
  readonly canNote: (id: string) => boolean;
  /** Beside the day: at whose homes nobody was. */
  readonly notices: ReactNode;
  /** The dialogs that are open. */
  readonly over: ReactNode;
};

/** Who was at the lessons of a day. */
export const useDayAttendance = (props: {
  readonly teacherId: string;
  readonly date: IsoDate;
  readonly entries: readonly DayEntry[] | undefined;
  readonly now: Now;
}): DayAttendance => {
  const { teacherId, date, entries = none, now } = props;
  const phone = usePhone();
  const [isListed, setListed] = useState(false);
  const listed = useMemo(() => entries.filter(isAttended), [entries]);
  const begun = useMemo(
    () =>
      listed.flatMap((entry): BegunLesson[] =>
        entry.studentId === null || phaseOf(entry, date, now) === 'coming'
          ? []
          : [{ lessonId: entry.id, title: entry.title, studentId: entry.studentId }],
      ),
    [listed, date, now],
  );
  const students = useStudents();
  const canNote = (studentId: string): boolean => {
    const student = students.find(({ id }) => id === studentId);
    return date === now.today || (student !== undefined && student.createdAt.slice(0, 10) <= date);
  };
  const day = useAttendedDay(teacherId, date, begun);
  const { menuOf, dialog } = useAttendanceMenu(day);
  const roomy = new Set(phone ? [] : entries.filter((entry) => hasRoom(entry, entries)).map(({ id }) => id));
  const lessonOf = (entry: DayEntry) => day.lessons.find(({ lessonId }) => lessonId === entry.id);
  const buttons = (entry: DayEntry, className: string): ReactNode => {
    const lesson = lessonOf(entry);
    return lesson && <AttendanceButtons lesson={lesson} date={date} isLoading={!day.isLoaded} className={className} />;
  };
  return {
    bar: <AttendanceBar day={day} onOpen={phone ? () => setListed(true) : undefined} />,
    besideOf: (entry) => {
      const lesson = lessonOf(entry);
      if (!lesson) return null;
      const { attendance, text } = lesson;
      return {
        word: text === null ? null : { text, look: attendance ?? 'open' },
        controls: roomy.has(entry.id) && buttons(entry, 'items-center'),
      };
    },
    menuOf: (id) => menuOf(id, roomy.has(id)),
    buttonsOf: (entry) =>
      phone ? buttons(entry, 'basis-full px-0! [&>button]:grow max-[379px]:[&>button]:px-1.5') : null,
    canNote: (id) => begun.some((lesson) => lesson.lessonId === id && canNote(lesson.studentId)),
    notices: day.lessons.some(({ attendance }) => attendance === 'absent') && <AbsenceNotices day={day} />,
    over: (
      <>
        {isListed && phone && (
          <AttendanceSheet
            day={day}
            listed={listed}
            menuOf={(id) => menuOf(id, true)}
            onClose={() => setListed(false)}
          />
        )}
        {dialog}
      </>
    ),
  };
};
