import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { correctionsTable, delaysTable, drivenTable, mileageYearsTable, stampsTable, toldTable } from './table.ts';

export type StampRow = RowOf<typeof stampsTable>;
export type DelayRow = RowOf<typeof delaysTable>;
type ToldRow = RowOf<typeof toldTable>;
type DrivenRow = RowOf<typeof drivenTable>;
type CorrectionRow = RowOf<typeof correctionsTable>;
export type MileageYearRow = RowOf<typeof mileageYearsTable>;
export type DayDb = {
  stamps: StampRow;
  delays: DelayRow;
  told: ToldRow;
  driven: DrivenRow;
  corrections: CorrectionRow;
  mileage_years: MileageYearRow;
};

/** What was noted on the road, whichever teacher noted it. */
export type NotedDay = {
  readonly stamps: readonly StampRow[];
  readonly delays: readonly DelayRow[];
  readonly told: readonly ToldRow[];
};

/** What was noted of a studio's days. */
export const notedOn = async (
  db: Kysely<DayDb>,
  studioId: string,
  dates: readonly [string, ...string[]],
): Promise<NotedDay> => {
  const [stamps, delays, told] = await Promise.all([
    db.selectFrom('stamps').selectAll().where('studio_id', '=', studioId).where('date', 'in', dates).execute(),
    db.selectFrom('delays').selectAll().where('studio_id', '=', studioId).where('date', 'in', dates).execute(),
    db.selectFrom('told').selectAll().where('studio_id', '=', studioId).where('date', 'in', dates).execute(),
  ]);
  return { stamps, delays, told };
};

/** The dates up to one on which a teacher left a stop and reached one, newest first. */
export const drivenDates = async (db: Kysely<DayDb>, studioId: string, until: string): Promise<string[]> => {
  const dated = await db
    .selectFrom('stamps')
    .select('date')
    .where('studio_id', '=', studioId)
    .where('date', '<=', until)
    .where('at', 'is not', null)
    .groupBy('date')
    .having(({ fn }) => fn.count('kind').distinct(), '=', 2)
    .orderBy('date', 'desc')
    .execute();
  return dated.map(({ date }) => date);
};

type Period = { readonly teacherId: string; readonly from: string; readonly to: string };

/** The drives of a date as they count. */
export type DrivesRow = DrivenRow & { readonly reason: string | null };

/** A teacher's drives in a period by date, each as it was corrected last. */
export const drivesBetween = async (
  db: Kysely<DayDb>,
  studioId: string,
  { teacherId, from, to }: Period,
): Promise<DrivesRow[]> => {
  const [driven, corrected] = await Promise.all(
    (['driven', 'corrections'] as const).map((table) =>
      db
        .selectFrom(table)
        .selectAll()
        .where('studio_id', '=', studioId)
        .where('teacher_id', '=', teacherId)
        .where('date', '>=', from)
        .where('date', '<=', to)
        .execute(),
    ),
  );
  const rows = new Map<string, DrivesRow>();
  for (const row of [...(driven ?? []), ...(corrected ?? [])])
    rows.set(row.date, { ...row, reason: 'reason' in row && typeof row.reason === 'string' ? row.reason : null });
  return [...rows.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
};

/** What a teacher says of tax years, the earliest first. */
export const mileageYears = (db: Kysely<DayDb>, studioId: string, teacherId: string): Promise<MileageYearRow[]> =>
  db
    .selectFrom('mileage_years')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('teacher_id', '=', teacherId)
    .orderBy('year')
    .execute();

/** The teachers of a studio whose drives are kept. */
export const driversIn = async (db: Kysely<DayDb>, studioId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('driven')
    .select('teacher_id')
    .distinct()
    .where('studio_id', '=', studioId)
    .orderBy('teacher_id')
    .execute();
  return rows.map(({ teacher_id: teacherId }) => teacherId);
};

/** Whether a teacher ever drove: one who was removed keeps the mileage. */
export const hasDriven = async (db: Kysely<DayDb>, studioId: string, teacherId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('driven')
    .select('date')
    .where('studio_id', '=', studioId)
    .where('teacher_id', '=', teacherId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
