import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import type { previewRestore, RestoredRows } from '@rondo/contracts/api/history/backups.ts';
import { longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isDeepStrictEqual } from 'node:util';
import type { RestorePlan } from './restore-plan.ts';
import type { StreamGoal } from './stream-goals.ts';

type Rows = { added: RestoredRows['added']; removed: RestoredRows['removed']; changed: RestoredRows['changed'] };

const people = (goals: readonly StreamGoal[]): Rows => {
  const rowsOf = (kind: StreamGoal['kind'], text: string) =>
    goals.flatMap((goal) => (goal.kind === kind ? [{ id: goal.entityId, name: goal.name, text }] : []));
  const sameTime = { before: null, after: null };
  return {
    added: rowsOf('returns', 'Comes back'),
    removed: rowsOf('goes', 'Is removed'),
    changed: rowsOf('changes', 'Is as it was then').map((row) => ({ ...row, ...sameTime })),
  };
};

/** A row and the teacher who has it. */
type Placed = { readonly row: Lesson; readonly teacher: string };

const timeOf = ({ row }: Placed, by = ''): string => {
  const time = `${formatTime(row.start)}${by}`;
  if (row.date !== null) return `${longDate(row.date)} at ${time}${row.status === 'cancelled' ? ' (cancelled)' : ''}`;
  const last = row.validTo === null ? '' : ` until ${longDate(row.validTo)}`;
  return `${longDayName(row.dayOfWeek)}s at ${time}${last}`;
};

const when = (one: Placed): string => timeOf(one, ` with ${one.teacher}`);

/** When a lesson is and when it was: with the teachers only if they differ. */
const move = (is: Placed, was: Placed): Pick<RestoredRows['changed'][number], 'before' | 'after' | 'text'> => {
  const [old, next] = [when(is), when(was)];
  if (old === next) return { before: null, after: null, text: `${next}: is as it was then` };
  const text = `${old} becomes ${next}`;
  return is.teacher === was.teacher
    ? { before: timeOf(is), after: timeOf(was), text }
    : { before: old, after: next, text };
};

/** What is still to come of a row, for comparison; null when nothing is. */
const coming = (one: Placed | undefined, today: IsoDate): unknown => {
  if (!one) return null;
  const { row, teacher } = one;
  if (nextDateOf(row, today) === null) return null;
  const { lessonId: _, continues: _c, reportId: _r, validFrom: _v, skips, seriesId: _s, ...content } = row;
  return { ...content, teacher, next: nextDateOf(row, today), skips: skips.filter((date) => date >= today) };
};

type Names = {
  readonly today: IsoDate;
  readonly titleOf: (lesson: Lesson) => string;
  readonly teacherOf: (teacherId: string) => string;
};

const lessons = ({ schedules }: RestorePlan, { today, titleOf, teacherOf }: Names): Rows => {
  const now = new Map<string, Placed>();
  const then = new Map<string, Placed>();
  for (const [teacherId, { now: state, goal }] of schedules) {
    const teacher = teacherOf(teacherId);
    for (const [id, row] of state.lessons) now.set(id, { row, teacher });
    for (const [id, row] of goal.rows) then.set(id, { row, teacher });
  }
  // What continues under a new id is the same lesson.
  for (const [id, one] of then) {
    const { continues } = one.row;
    if (now.has(id) || continues === null || !now.has(continues) || coming(then.get(continues), today) !== null)
      continue;
    then.set(continues, one);
    then.delete(id);
  }
  const rows: Rows = { added: [], removed: [], changed: [] };
  for (const id of new Set([...now.keys(), ...then.keys()])) {
    const [is, was] = [now.get(id), then.get(id)];
    const [before, after] = [coming(is, today), coming(was, today)];
    if (isDeepStrictEqual(before, after)) continue;
    const named = was ?? is;
    if (!named) continue;
    const one = { id, name: titleOf(named.row) };
    if (is && was && before !== null && after !== null) rows.changed.push({ ...one, ...move(is, was) });
    else if (was && after !== null) rows.added.push({ ...one, text: when(was) });
    else if (is) rows.removed.push({ ...one, text: when(is) });
  }
  return rows;
};

/** What a restore would change, in words. */
export const previewOf = (plan: RestorePlan, asOf: string, names: Names): ResponseOf<typeof previewRestore> => {
  const all = { students: people(plan.students), teachers: people(plan.teachers), lessons: lessons(plan, names) };
  const count = (kind: keyof Rows): number => Object.values(all).reduce((sum, rows) => sum + rows[kind].length, 0);
  return {
    asOf,
    counts: { added: count('added'), removed: count('removed'), changed: count('changed') },
    ...all,
    staysAway: plan.staysAway
      .filter((row) => isWeekly(row) || !isOccurrence(row))
      .map((row) => ({
        id: row.lessonId,
        name: names.titleOf(row),
        text: `${row.date === null ? `${longDayName(row.dayOfWeek)}s` : longDate(row.date)} at ${formatTime(row.start)}`,
      })),
  };
};
