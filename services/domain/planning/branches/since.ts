import type { ChangedSince } from '@rondo/contracts/api/branches/branches.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { isDeepStrictEqual } from 'node:util';
import { studentName } from '../instance/instance.ts';
import type { StudioRows } from './rows.ts';

const hoursOf = (rows: readonly AvailabilityWindow[]) =>
  rows
    .filter(({ enabled }) => enabled)
    .map(({ dayOfWeek, start, end, isPreferred }) => ({ dayOfWeek, start, end, isPreferred }));

/** The weekly lessons of each student, and which of them are pinned. */
const lessonsBy = ({ taught }: StudioRows, today: IsoDate) => {
  const weekly = taught.flatMap(({ teacherId, lesson }) =>
    isWeekly(lesson) && lesson.studentId !== null && lastsTo(lesson, today) ? [{ teacherId, lesson }] : [],
  );
  const timeOf = ({ teacherId, lesson: { dayOfWeek, start, duration } }: (typeof weekly)[number]): string =>
    `${teacherId} ${dayOfWeek} ${start} ${duration}`;
  const by = Map.groupBy(weekly, ({ lesson }) => lesson.studentId ?? '');
  return {
    times: (studentId: string) => (by.get(studentId) ?? []).map(timeOf).toSorted(),
    pins: (studentId: string) =>
      (by.get(studentId) ?? []).map((row) => `${timeOf(row)} ${JSON.stringify(row.lesson.pin)}`).toSorted(),
  };
};

/** What of the studio that a branch has read is otherwise now. Names, notes and rates are not read. */
export const changedSince = (base: StudioRows, now: StudioRows, today: IsoDate): ChangedSince[] => {
  const [before, after] = [lessonsBy(base, today), lessonsBy(now, today)];
  const differ = (a: unknown, b: unknown): boolean => !isDeepStrictEqual(a, b);
  const students = [...base.students.values()].flatMap((was): ChangedSince[] => {
    const { student_id: id } = was;
    const is = now.students.get(id);
    const who = studentName(is ?? was);
    if (!is) return [{ kind: 'removed', id, text: `${who}, who was removed` }];
    const teachersOf = ({ assignments }: typeof was) =>
      assignments.toSorted((a, b) => a.preferenceRank - b.preferenceRank).map(({ teacherId }) => teacherId);
    const isMoved = differ(before.times(id), after.times(id));
    return [
      ...(differ(hoursOf(was.availability), hoursOf(is.availability))
        ? [{ kind: 'hours' as const, id, text: `${who}’s hours` }]
        : []),
      ...(was.details.lessonDuration === is.details.lessonDuration
        ? []
        : [{ kind: 'length' as const, id, text: `${who}’s lesson length` }]),
      ...(differ(was.details.location, is.details.location)
        ? [{ kind: 'home' as const, id, text: `${who}’s home` }]
        : []),
      ...(differ(teachersOf(was), teachersOf(is))
        ? [{ kind: 'teachers' as const, id, text: `${who}’s teachers` }]
        : []),
      ...(isMoved ? [{ kind: 'lessons' as const, id, text: `${who}’s lessons` }] : []),
      ...(!isMoved && differ(before.pins(id), after.pins(id))
        ? [{ kind: 'pins' as const, id, text: `${who}’s pin` }]
        : []),
    ];
  });
  const teachers = base.teachers.flatMap((was): ChangedSince[] => {
    const { teacher_id: id } = was;
    const is = now.teachers.find(({ teacher_id }) => teacher_id === id);
    const who = (is ?? was).details.name;
    if (!is) return [{ kind: 'removed', id, text: `${who}, who was removed` }];
    const hoursIn = ({ availability, details: { availabilityInterpretation } }: typeof was) => ({
      hours: hoursOf(availability),
      availabilityInterpretation,
    });
    return [
      ...(differ(hoursIn(was), hoursIn(is)) ? [{ kind: 'hours' as const, id, text: `${who}’s hours` }] : []),
      ...(differ(was.details.location, is.details.location)
        ? [{ kind: 'home' as const, id, text: `${who}’s home` }]
        : []),
      ...(was.details.minutesBetween === is.details.minutesBetween
        ? []
        : [{ kind: 'minutesBetween' as const, id, text: `${who}’s minutes between lessons` }]),
    ];
  });
  const own = students.toSorted((a, b) => a.text.localeCompare(b.text));
  return [
    ...own,
    ...teachers,
    ...(base.settings.startGrid === now.settings.startGrid
      ? []
      : [{ kind: 'startGrid' as const, id: null, text: 'the start grid' }]),
    ...(base.settings.minutesBetween === now.settings.minutesBetween
      ? []
      : [{ kind: 'minutesBetween' as const, id: null, text: 'the minutes between lessons' }]),
  ];
};
