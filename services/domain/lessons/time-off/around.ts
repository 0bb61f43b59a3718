import type { Closure as ClosureView } from '@rondo/contracts/api/studio/closures.ts';
import { wallTime } from '@rondo/contracts/calendar/closures/closures.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { presentTerms, type ClosureTerms, type EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { taughtLessons } from '@rondo/projections/lessons/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { isOver } from '../../schedule/time-off/state.ts';
import { studioNow, type StudioNow } from '../../studio/clock.ts';
import { countsOf, effectsOf, type DateEffect } from './effects.ts';

// What closures have to do with: the lessons, their people, and the studio's clock.

export type TimeOffServices = Pick<
  Services,
  'handlers' | 'models' | 'moments' | 'settingsOf' | 'now' | 'machineNow' | 'store'
>;
type Person = { readonly id: string; readonly name: string; readonly payer: string };

/** A studio's closures with all that they concern. */
export type Around = {
  readonly rows: readonly TaughtRow[];
  readonly people: ReadonlyMap<string, Person>;
  readonly closures: readonly EnteredClosure[];
  readonly clock: StudioNow;
};

export const personOf = ({
  student_id: id,
  details,
  household_id: household,
}: Awaited<ReturnType<typeof listStudents>>[number]): [string, Person] => [
  id,
  { id, name: `${details.firstName} ${details.lastName}`.trim(), payer: household ?? id },
];

export const aroundNow = async (services: TimeOffServices, studioId: string): Promise<Around> => {
  const [rows, students, closures, clock] = await Promise.all([
    taughtLessons(lessonsModel.read(services.models), studioId),
    listStudents(studentsModel.read(services.models), studioId),
    closuresNow(services, studioId),
    studioNow(services, studioId),
  ]);
  return {
    rows: rows.map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson })),
    people: new Map(students.map(personOf)),
    closures,
    clock,
  };
};

const timeText = (minute: number | null): string | null => (minute === null ? null : toTimeText(minute));

/** A closure as lists show it. */
const viewOf = (
  { rows, people, closures, clock }: Around,
  entered: EnteredClosure,
  terms: ClosureTerms,
): ClosureView => {
  const { closureId: id, createdAt, revision } = entered;
  const { owedDays: _, ...rest } = terms;
  const counts = countsOf(rows, closures, { closureId: id, from: terms.from, to: terms.to });
  return {
    ...rest,
    id,
    fromTime: timeText(terms.fromTime),
    toTime: timeText(terms.toTime),
    lessons: counts.lessons,
    families: new Set(counts.studentIds.map((studentId) => people.get(studentId)?.payer ?? studentId)).size,
    kept: counts.standing,
    over: isOver(terms, clock),
    createdAt,
    revision: String(revision),
  };
};

const standing = (closures: readonly EnteredClosure[]) =>
  closures.flatMap((entered) => {
    const terms = presentTerms(entered);
    return terms === null ? [] : [{ entered, terms }];
  });

export const listOf = (
  around: Around,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): ClosureView[] =>
  standing(around.closures)
    .filter(({ terms }) => (from === undefined || terms.to >= from) && (to === undefined || terms.from <= to))
    .toSorted((a, b) => (a.terms.from < b.terms.from ? -1 : a.terms.from > b.terms.from ? 1 : 0))
    .map(({ entered, terms }) => viewOf(around, entered, terms));

/** Closures as they would be with other terms of some; null: removed. */
export const closuresWith = (
  { closures, clock }: Pick<Around, 'closures' | 'clock'>,
  changes: readonly { readonly closureId: string; readonly terms: ClosureTerms | null }[],
): EnteredClosure[] => {
  const at = wallTime(clock.today, clock.minute);
  const changed = new Map(closures.map((one) => [one.closureId, one]));
  for (const { closureId, terms } of changes) {
    const before = changed.get(closureId) ?? { closureId, states: [], createdAt: '', revision: 0 };
    changed.set(closureId, { ...before, states: [...before.states, { at, recordedAt: '', closure: terms }] });
  }
  return [...changed.values()];
};

/** What changes of closures do to dates. */
export const effectsWith = (
  around: Around,
  changes: readonly { readonly closureId: string; readonly terms: ClosureTerms | null }[],
): Promise<DateEffect[]> => {
  const ids = new Set(changes.map(({ closureId }) => closureId));
  const terms = [
    ...standing(around.closures).flatMap((one) => (ids.has(one.entered.closureId) ? one.terms : [])),
    ...changes.flatMap((one) => one.terms ?? []),
  ];
  const from = terms.map((one) => one.from).toSorted()[0] ?? around.clock.today;
  const to =
    terms
      .map((one) => one.to)
      .toSorted()
      .at(-1) ?? around.clock.today;
  return effectsOf(around.rows, {
    before: around.closures,
    after: closuresWith(around, changes),
    from,
    to,
    ids,
    now: around.clock,
  });
};
