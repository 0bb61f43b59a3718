import type { MileageDay, MileageYear } from '@rondo/contracts/api/road/mileage.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { mileageFigures, ratedLegs, tenthsIn, type RatedLeg } from '@rondo/contracts/mileage/figures.ts';
import {
  homeCountsIn,
  rateNotice,
  ratesOf,
  taxYear,
  type DistanceUnit,
  type MileageSetting,
} from '@rondo/contracts/mileage/rates.ts';
import { kindText, placeText, purposeOf } from '@rondo/contracts/mileage/words.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { driversIn, drivesBetween, hasDriven, mileageYears, type DrivesRow } from '@rondo/projections/day/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { somePeople } from '@rondo/projections/lessons/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { findTeacher, listTeachers } from '@rondo/projections/teachers/queries.ts';
import { csvOf, typed, type Cell, type Column } from '../../../../platform/http/bodies/csv.ts';
import { NotFound, RuleBroken } from '../../../../platform/kit/errors.ts';
import type { LessonListServices } from '../../../schedule/lookup/lessons.ts';
import { nameOf } from '../../../schedule/lookup/views.ts';
import { studioNow } from '../../../studio/clock.ts';
import { differencesFrom } from './differences.ts';

type TeacherYear = { readonly teacherId: string; readonly year: number };

/** How the studio keeps drives. @throws RuleBroken */
export const mileageIn = ({ mileage }: StudioSettings): MileageSetting => {
  if (!mileage) throw new RuleBroken('Drives are not kept. Turn this on under Drives first.');
  return mileage;
};

/** @throws NotFound */
export const refuseUnknownTeacher = async (
  { models }: LessonListServices,
  studioId: string,
  teacherId: string,
): Promise<void> => {
  if (await findTeacher(teachersModel.read(models), studioId, teacherId)) return;
  if (!(await hasDriven(dayModel.read(models), studioId, teacherId))) throw new NotFound('There is no such teacher.');
};

const dayView = (row: DrivesRow, unit: DistanceUnit, differs: string[]): MileageDay => ({
  date: row.date,
  legs: row.drives.legs.map((leg) => ({
    ...leg,
    tenths: leg.tenths === null ? null : tenthsIn(leg.tenths, row.drives.unit, unit),
  })),
  corrected: row.reason === null ? null : { reason: row.reason, at: row.recorded_at },
  differs,
  revision: String(row.revision),
});

type YearLeg = MileageDay['legs'][number] & { readonly date: string };

/** Who is no longer here, with drives that are kept. */
const formerTeachers = async (
  { models }: LessonListServices,
  studioId: string,
): Promise<MileageYear['formerTeachers']> => {
  const [drivers, here] = await Promise.all([
    driversIn(dayModel.read(models), studioId),
    listTeachers(teachersModel.read(models), studioId),
  ]);
  const removed = drivers.filter((teacherId) => !here.some((row) => row.teacher_id === teacherId));
  if (removed.length === 0) return [];
  const people = await somePeople(lessonsModel.read(models), studioId, removed);
  return removed.map((teacherId) => {
    const person = people.get(teacherId);
    return { teacherId, name: person ? nameOf(person) : 'A former teacher' };
  });
};

/** A teacher's tax year with each of its legs as it counts. @throws NotFound, RuleBroken */
const ratedYear = async (
  services: LessonListServices,
  studioId: string,
  { teacherId, year }: TeacherYear,
): Promise<{ readonly view: MileageYear; readonly rated: readonly RatedLeg<YearLeg>[] }> => {
  await refuseUnknownTeacher(services, studioId, teacherId);
  const { settings } = await services.settingsOf(studioId);
  const mileage = mileageIn(settings);
  const { country, unit } = mileage;
  const { currency } = settings;
  const { from, to } = taxYear(country, year);
  const db = dayModel.read(services.models);
  const [rows, years, now, former] = await Promise.all([
    drivesBetween(db, studioId, { teacherId, from, to }),
    mileageYears(db, studioId, teacherId),
    studioNow(services, studioId),
    formerTeachers(services, studioId),
  ]);
  const differs = await differencesFrom(services, studioId, teacherId, rows, now);
  const days = rows.map((row) => dayView(row, unit, differs(row)));
  const stated = years.findLast((one) => one.year <= year && one.home_drives_count !== null);
  const homeDrivesCount = stated?.home_drives_count ?? homeCountsIn(country);
  const own = years.find((one) => one.year === year);
  const odometer = { start: own?.odometer_start ?? null, end: own?.odometer_end ?? null };
  const legs = days.flatMap(({ date, legs: driven }) => driven.map((leg) => ({ ...leg, date })));
  const rated = ratedLegs(legs, { rates: ratesOf(mileage, currency), homeDrivesCount });
  const { figures, rates } = mileageFigures(rated, currency);
  const rest =
    odometer.start === null || odometer.end === null
      ? null
      : Math.round((odometer.end - odometer.start - figures.driven) * 10) / 10;
  const notice = rateNotice(mileage, currency, year);
  const notices = [
    ...(notice === null ? [] : [notice]),
    ...(rest !== null && rest < 0 ? ['The odometer shows less than these drives.'] : []),
  ];
  const view = {
    teacherId,
    year,
    from,
    to,
    unit,
    currency,
    homeDrivesCount,
    odometer,
    figures: { ...figures, private: rest },
    rates,
    notices,
    days,
    formerTeachers: former,
  };
  return { view, rated };
};

/** What a teacher drove in a tax year. @throws NotFound, RuleBroken */
export const mileageYear = async (
  services: LessonListServices,
  studioId: string,
  which: TeacherYear,
): Promise<MileageYear> => (await ratedYear(services, studioId, which)).view;

/** A date's drives as they count by now. @throws NotFound */
export const mileageDay = async (
  services: LessonListServices,
  studioId: string,
  { teacherId, date }: { readonly teacherId: string; readonly date: string },
): Promise<MileageDay> => {
  const [{ settings }, rows, now] = await Promise.all([
    services.settingsOf(studioId),
    drivesBetween(dayModel.read(services.models), studioId, { teacherId, from: date, to: date }),
    studioNow(services, studioId),
  ]);
  const [row] = rows;
  if (!row) throw new NotFound('There are no drives on this date.');
  const differs = await differencesFrom(services, studioId, teacherId, rows, now);
  return dayView(row, settings.mileage?.unit ?? row.drives.unit, differs(row));
};

type Line = readonly [date: Cell, from: Cell, to: Cell, purpose: Cell, ...rest: (Cell | undefined)[]];

const titles = ['Date', 'From', 'To', 'Purpose', 'Distance', 'Rate', 'Amount', 'Kind', 'Note'];
const columns: readonly Column<Line>[] = titles.map((title, i) => [title, (line) => line[i] ?? null]);

const noteOf = ({ leg }: RatedLeg<YearLeg>, corrected: MileageDay['corrected']): string =>
  [
    ...(leg.tenths === null ? ['Distance unknown'] : leg.exact ? [] : ['about']),
    ...(corrected === null ? [] : [`Corrected: ${corrected.reason}`]),
  ].join('; ');

const linesOf = (one: RatedLeg<YearLeg>, corrected: MileageDay['corrected']): Line[] => {
  const { leg, counts, parts } = one;
  const where = [leg.date, typed(placeText(leg.from)), typed(placeText(leg.to)), typed(purposeOf(leg))] as const;
  const what = [kindText(leg.kind, counts), typed(noteOf(one, corrected))] as const;
  if (parts.length === 0)
    return [[...where, leg.tenths === null ? null : (leg.tenths / 10).toFixed(1), null, null, ...what]];
  return parts.map(({ tenths, rate, tenThousandths }) => [
    ...where,
    (tenths / 10).toFixed(1),
    rate,
    (tenThousandths / 10_000).toFixed(4),
    ...what,
  ]);
};

/** The same as a CSV file: a line per drive and rate, and the sum. @throws NotFound, RuleBroken */
export const mileageAsCsv = async (
  services: LessonListServices,
  studioId: string,
  which: TeacherYear,
): Promise<string> => {
  const { view, rated } = await ratedYear(services, studioId, which);
  const corrected = new Map(view.days.map((day) => [day.date, day.corrected]));
  const lines = rated.flatMap((one) => linesOf(one, corrected.get(one.leg.date) ?? null));
  const sum: Line = ['Sum', null, null, null, view.figures.business.toFixed(1), null, view.figures.amount];
  return csvOf(columns, [...lines, sum, ['Not tax advice.', null, null, null]]);
};
