import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import {
  feedLessonsTable,
  feedPeopleTable,
  feedStudiosTable,
  feedsTable,
  touchesTable,
} from '@rondo/projections/feeds/table.ts';
import { lineagesTable, plansTable } from '@rondo/projections/shared/lineage-tables.ts';
import { closuresTable } from '@rondo/projections/timeoff/table.ts';
import { closuresInOrder } from '@rondo/projections/timeoff/queries.ts';
import { calendarOf, daysShown, type SharedCalendar } from '../../domain/calendars/out/calendar-events.ts';
import type { Subscriber } from '../../domain/calendars/out/tokens.ts';
import { personStop } from '../../platform/maps/drives/places.ts';
import { withoutPlans } from '../../domain/schedule/plan/as-rejected.ts';
import { today } from '../../domain/schedule/testing/week.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

const textsAsc = (a: { readonly lesson_id: string }, b: { readonly lesson_id: string }): number =>
  a.lesson_id < b.lesson_id ? -1 : 1;

/** A shared calendar of a studio in memory, from the rows of its read model. Every drive takes 12 minutes. */
export const sharedCalendar = async (
  studio: Pick<StudioInMemory, 'rows' | 'schedules' | 'studioId'>,
  subscriber: Omit<Subscriber, 'studioId'>,
  { day = today, timeZone = 'UTC' }: { day?: IsoDate; timeZone?: string } = {},
): Promise<SharedCalendar> => {
  const { kind, personId } = subscriber;
  const { studioId, schedules } = studio;
  const { from } = daysShown(day);
  const all = studio.rows('feeds', feedLessonsTable);
  const isOwn = (row: (typeof all)[number]): boolean =>
    kind === 'teacher' ? row.teacher_id === personId : row.student_id === personId;
  const own = new Set(all.filter(isOwn).map((row) => row.lesson_id));
  const stored = all
    .filter((row) => row.last_day === null || row.last_day >= from)
    .filter((row) => isOwn(row) || (kind === 'student' && own.has(row.series_id ?? '')));
  const planning = studio
    .rows('feeds', plansTable)
    .filter((plan) =>
      kind === 'teacher'
        ? plan.teacher_id === personId
        : personId in plan.roots || stored.some((row) => row.teacher_id === plan.teacher_id),
    );
  const states = planning.map(
    async (plan) => [plan.teacher_id, (await schedules.load(studioId, plan.teacher_id)).state] as const,
  );
  const rows = withoutPlans(stored, new Map(await Promise.all(states)), day);
  const touches = new Map(studio.rows('feeds', touchesTable).map((row) => [row.lesson_id, row]));
  const lineages = studio.rows('feeds', lineagesTable);
  const known = new Set(lineages.map((row) => row.lesson_id));
  const first = [...touches.keys()]
    .filter((id) => !known.has(id))
    .map((id) => ({ lesson_id: id, root: id, series_id: null, original_date: null }));
  const members = [...lineages, ...first].toSorted(textsAsc).map((row) => ({
    ...row,
    people: touches.get(row.lesson_id)?.people ?? null,
    weeks: touches.get(row.lesson_id)?.weeks ?? null,
    count: touches.get(row.lesson_id)?.count ?? null,
    at: touches.get(row.lesson_id)?.at ?? null,
  }));
  const people = new Map(studio.rows('feeds', feedPeopleTable).map((row) => [row.person_id, row]));
  const [zone] = studio.rows('feeds', feedStudiosTable);
  const feed = studio.rows('feeds', feedsTable).find((row) => row.person_id === personId);
  return calendarOf({
    subscriber: { ...subscriber, studioId },
    rows,
    members,
    people,
    version: {
      lessons: feed?.version ?? null,
      people: zone?.version ?? '',
      timeZone,
      changedAt: feed?.changed_at ?? null,
      zoneChanges: zone?.changes ?? 0,
      zoneChangedAt: zone?.changed_at ?? '',
    },
    today: day,
    timeZone,
    placeOf: ({ customAddress, studentId }) =>
      customAddress === null ? personStop(people.get(studentId ?? '')) : { address: customAddress, precision: null },
    minutes: () => 12,
    home: personStop(people.get(personId)),
    closures: closuresInOrder(studio.rows('timeoff', closuresTable)),
  });
};
