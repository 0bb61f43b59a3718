import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { CalendarRow } from '@rondo/contracts/calendar/rows.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lineagesAmong } from '@rondo/projections/billing/queries.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { notedOn, type DelayRow, type NotedDay, type StampRow } from '@rondo/projections/day/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { LineageOf } from '../lesson-dates.ts';

// What a teacher notes of a day belongs to the date of a lesson, however the lesson is edited, split or given to another teacher afterwards.

type Row = Pick<CalendarRow, 'lessonId' | 'seriesId' | 'originalDate'>;

/** The date of a lesson, by the row that it is a date of and its date there. */
type NotedAs = { readonly lessonId: string; readonly originalDate: IsoDate };

/** What was noted of one stop. */
export type StopNotes = {
  readonly arrived: Instant | null;
  readonly done: Instant | null;
  readonly delay: DelayRow | null;
  /** Minutes that its family was told; null: nothing. */
  readonly told: number | null;
  /** As what something is noted of it: as what was noted before, where there is something. */
  readonly as: NotedAs;
};

type Dated = { readonly lesson_id: string; readonly original_date: string; readonly recorded_at: string };

const newest = <Noted extends Dated>(rows: readonly Noted[]): Noted | undefined =>
  rows.toSorted((a, b) => (a.recorded_at < b.recorded_at ? -1 : 1)).at(-1);

const asNoted = ({ lessonId, seriesId, originalDate }: Row, date: IsoDate, lineageOf: LineageOf): NotedAs =>
  seriesId !== null && originalDate !== null
    ? { lessonId: seriesId, originalDate }
    : { lessonId, originalDate: lineageOf(lessonId)?.original_date ?? date };

/** Where a date comes from: the first lesson of its lineage, and its week there. */
const originOf = ({ lessonId, originalDate }: NotedAs, lineageOf: LineageOf): string => {
  const { root = lessonId, original_date: original = null } = lineageOf(lessonId) ?? {};
  return `${root} ${mondayOf(original ?? originalDate)}`;
};

/** What was noted of each of some rows of a date, by the row’s id. */
const notesAmong = (
  { stamps, delays, told }: NotedDay,
  { date, rows, lineageOf }: { readonly date: IsoDate; readonly rows: readonly Row[]; readonly lineageOf: LineageOf },
): ReadonlyMap<string, StopNotes> => {
  const byOrigin = <Noted extends Dated>(found: readonly Noted[]) =>
    Map.groupBy(found, ({ lesson_id: lessonId, original_date: originalDate }) =>
      originOf({ lessonId, originalDate }, lineageOf),
    );
  const [stampsOf, delaysOf, toldOf] = [byOrigin(stamps), byOrigin(delays), byOrigin(told)];
  return new Map(
    rows.map((row): [string, StopNotes] => {
      const as = asNoted(row, date, lineageOf);
      const origin = originOf(as, lineageOf);
      const own = stampsOf.get(origin) ?? [];
      const stampOf = (kind: StampRow['kind']) => newest(own.filter((stamp) => stamp.kind === kind))?.at ?? null;
      const [earlier] = own;
      return [
        row.lessonId,
        {
          arrived: stampOf('arrived'),
          done: stampOf('done'),
          delay: newest(delaysOf.get(origin) ?? []) ?? null,
          told: newest(toldOf.get(origin) ?? [])?.minutes ?? null,
          as: earlier ? { lessonId: earlier.lesson_id, originalDate: earlier.original_date } : as,
        },
      ];
    }),
  );
};

/** The rows of a date. */
export type RowsOn = { readonly date: IsoDate; readonly rows: readonly Row[] };

/** What was noted of each of the rows of several days, by the row’s id, whichever teacher noted it; one answer a day. */
export const notesOnDays = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  days: readonly [RowsOn, ...RowsOn[]],
): Promise<ReadonlyMap<string, StopNotes>[]> => {
  const [first, ...more] = days;
  const noted = await notedOn(dayModel.read(models), studioId, [first.date, ...more.map(({ date }) => date)]);
  const named = [...noted.stamps, ...noted.delays, ...noted.told].map(({ lesson_id: lessonId }) => lessonId);
  const of = days.flatMap(({ rows }) => rows.flatMap(({ lessonId, seriesId }) => [lessonId, seriesId ?? lessonId]));
  const lineages = await lineagesAmong(billingModel.read(models), studioId, [...new Set([...named, ...of])]);
  const lineageOf: LineageOf = (lessonId) => lineages.get(lessonId);
  return days.map(({ date, rows }) => {
    const on = <Noted extends { readonly date: string }>(all: readonly Noted[]) =>
      days.length === 1 ? all : all.filter((one) => one.date === date);
    const ofDate = { stamps: on(noted.stamps), delays: on(noted.delays), told: on(noted.told) };
    return notesAmong(ofDate, { date, rows, lineageOf });
  });
};

/** The same of one day. */
export const notesOn = async (
  services: Pick<Services, 'models'>,
  studioId: string,
  date: IsoDate,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, StopNotes>> =>
  (await notesOnDays(services, studioId, [{ date, rows }]))[0] ?? new Map<string, StopNotes>();
