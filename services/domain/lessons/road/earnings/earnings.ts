import type { Earnings } from '@rondo/contracts/api/road/earnings.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { rateNotice, rateOn, ratesOf, taxYearOf } from '@rondo/contracts/mileage/rates.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { csvOf, typed, type Cell, type Column } from '../../../../platform/http/bodies/csv.ts';
import { InvalidInput } from '../../../../platform/kit/errors.ts';
import type { LessonListServices } from '../../../schedule/lookup/lessons.ts';
import { nameOf } from '../../../schedule/lookup/views.ts';
import { refuseUnknownTeacher } from '../mileage/year.ts';
import { dayPieces, type DriveRates, type TeacherPeriod } from './days.ts';
import { sumsBy, sumsOf, type Piece, type Sums } from './parts.ts';

/** The money of a date, as billing knows it: `cents` divided by `of`. */
type Income = {
  readonly studentId: string;
  readonly teacherId: string | null;
  readonly date: IsoDate;
  readonly cents: number;
  readonly of: number;
  readonly currency: string;
  readonly isUnrated: boolean;
};
/** What a studio's students bring in on the dates of a period. @throws Unavailable */
export type IncomeIn = (
  studioId: string,
  period: { readonly from: IsoDate; readonly to: IsoDate },
) => Promise<readonly Income[]>;

const longestPeriod = 366;

/** @throws InvalidInput */
const refusePeriod = ({ from, to }: TeacherPeriod): void => {
  if (to < from) throw new InvalidInput('The period must not end before it starts.');
  if (daysBetween(from, to) >= longestPeriod)
    throw new InvalidInput(`The period must be at most ${longestPeriod} days long.`);
};

type Part = Earnings['figures'];

const numbersOf = ({ income, cost, ...rest }: Sums): Omit<Part, 'perHour'> => ({
  income: Number(income.over) / Number(income.under) / 100,
  drivingCost: cost / 10_000,
  ...rest,
});

/** @param leastUnrated with so many lessons whose price is not known an hour has no figure */
const partOf = (sums: Sums, leastUnrated: number): Part => {
  const numbers = numbersOf(sums);
  const { income, drivingCost, teaching, driving, waiting, unrated } = numbers;
  const minutes = teaching + driving + waiting;
  const isKnown = minutes > 0 && (unrated === 0 || unrated < leastUnrated);
  return { ...numbers, perHour: isKnown ? ((income - drivingCost) * 60) / minutes : null };
};
/** What an hour from door to door brings in, of any lessons. @param week its sums; `unrated`: lessons whose price is not known */
export const hourOf = (week: {
  readonly incomeCents: number;
  readonly drivingCost: number;
  readonly minutes: number;
  readonly lessons: number;
  readonly unrated: number;
}): number | null => {
  const { incomeCents, drivingCost, minutes, lessons, unrated } = week;
  const income = { over: BigInt(incomeCents), under: 1n };
  const sums = { income, cost: drivingCost, teaching: minutes, driving: 0, waiting: 0, lessons, unrated };
  return partOf(sums, lessons).perHour;
};

/** The hour with a student whose price is not known would count as unpaid. */
const studentPart = (sums: Sums): Part => partOf(sums, 1);
const wholePart = (sums: Sums): Part => partOf(sums, sums.lessons);

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type Settings = Pick<StudioSettings, 'mileage' | 'currency'>;

/** What is said of the rates that drives of a period count at. */
const rateNotices = ({ mileage, currency }: Settings, { from, to }: TeacherPeriod): string[] => {
  if (!mileage) return ['Drives are not kept: without a rate they cost nothing.'];
  const rates = ratesOf(mileage, currency);
  const notice = rateNotice(mileage, currency, taxYearOf(mileage.country, to));
  const [first] = rates;
  return [
    ...(notice === null ? [] : [notice]),
    ...(first && first.from > from
      ? [`No rate is known before ${calendarDate(first.from)}: drives before it cost nothing.`]
      : []),
  ];
};

/** The rates that count in a period: that of its first date, and those that begin in it. */
const ratesIn = ({ unit, rates }: DriveRates, { from, to }: TeacherPeriod): Earnings['rates'] => {
  const first = rateOn(rates, from);
  return rates
    .filter((row) => row === first || (row.from > from && row.from <= to))
    .map((row) => ({ from: row.from, rate: row.rate, unit }));
};

/** Everything that a teacher's period is made of. @throws InvalidInput, NotFound, Unavailable */
const piecesIn = async (services: LessonListServices, studioId: string, period: TeacherPeriod, incomeIn: IncomeIn) => {
  refusePeriod(period);
  await refuseUnknownTeacher(services, studioId, period.teacherId);
  const income = await incomeIn(studioId, period);
  const [{ settings }, people] = await Promise.all([
    services.settingsOf(studioId),
    peopleById(lessonsModel.read(services.models), studioId),
  ]);
  const { mileage, currency } = settings;
  const drives: DriveRates = { unit: mileage?.unit ?? 'mi', rates: mileage ? ratesOf(mileage, currency) : [] };
  const days = await dayPieces(services, studioId, period, { people, ...drives });
  const own = income.filter(({ teacherId }) => teacherId === period.teacherId);
  const money = own
    .filter((one) => one.currency === currency && (one.cents !== 0 || one.isUnrated))
    .map(({ studentId, date, cents, of, isUnrated }): Piece => {
      const unrated = isUnrated ? 1 : 0;
      return { date, studentId, income: { cents, of }, unrated };
    });
  const foreign = [...new Set(own.filter((one) => one.currency !== currency).map((one) => one.currency))].toSorted();
  const unrated = money.reduce((sum, piece) => sum + (piece.unrated ?? 0), 0);
  const notices = [
    ...rateNotices(settings, period),
    ...(days.unknown > 0
      ? [
          `${counted(days.unknown, 'drive', 'drives')} of unknown distance ${days.unknown === 1 ? 'costs' : 'cost'} nothing.`,
        ]
      : []),
    ...(unrated > 0
      ? [`${counted(unrated, 'lesson has', 'lessons have')} no rate: no income is counted for them.`]
      : []),
    ...foreign.map((code) => `Amounts in ${code} are not counted.`),
  ];
  const studentName = (studentId: string): string => {
    const person = people.get(studentId);
    return person ? nameOf(person) : unknownStudent;
  };
  const teacher = people.get(period.teacherId);
  return {
    pieces: [...days.pieces, ...money],
    notices,
    studentName,
    teacherName: teacher ? nameOf(teacher) : '',
    currency,
    rates: ratesIn(drives, period),
  };
};

type OfStudent = Earnings['students'][number];

/** The hour that brings in least comes first; those without one come last, by name. */
const byHour = (a: OfStudent, b: OfStudent): number =>
  (a.perHour ?? Infinity) - (b.perHour ?? Infinity) ||
  a.name.localeCompare(b.name, 'en') ||
  (a.studentId < b.studentId ? -1 : 1);

/** What a teacher earns from door to door in a period. @throws InvalidInput, NotFound, Unavailable */
export const earningsIn = async (
  services: LessonListServices,
  studioId: string,
  period: TeacherPeriod,
  incomeIn: IncomeIn,
): Promise<Earnings> => {
  const { pieces, studentName, ...rest } = await piecesIn(services, studioId, period, incomeIn);
  const { figures, days, students, other } = sumsBy(pieces);
  return {
    ...period,
    ...rest,
    figures: wholePart(figures),
    days: days.map(({ date, sums }) => ({ date, ...wholePart(sums) })),
    students: students
      .map(({ studentId, sums }) => ({ studentId, name: studentName(studentId), ...studentPart(sums) }))
      .toSorted(byHour),
    other: wholePart(other),
  };
};

type Line = readonly [date: string | null, who: Cell, part: Part];

/** An amount with four decimals. */
const exact = (value: number): string => value.toFixed(4);

const columns: readonly Column<Line>[] = [
  ['Date', ([date]) => date],
  ['Student', ([, who]) => who],
  ['Lessons', ([, , { lessons }]) => lessons],
  ['Teaching (min)', ([, , { teaching }]) => teaching],
  ['Driving (min)', ([, , { driving }]) => driving],
  ['Waiting (min)', ([, , { waiting }]) => waiting],
  ['Income', ([, , { income }]) => exact(income)],
  ['Driving cost', ([, , { drivingCost }]) => exact(drivingCost)],
  ['An hour', ([, , { perHour }]) => (perHour === null ? null : exact(perHour))],
];

/** The same as a CSV file: a line per date and student, and the sum. @throws InvalidInput, NotFound, Unavailable */
export const earningsAsCsv = async (
  services: LessonListServices,
  studioId: string,
  period: TeacherPeriod,
  incomeIn: IncomeIn,
): Promise<string> => {
  const { pieces, studentName } = await piecesIn(services, studioId, period, incomeIn);
  const dates = [...Map.groupBy(pieces, ({ date }) => date)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = dates.flatMap(([date, onDate]) => {
    const { students, other } = sumsBy(onDate);
    const named = students
      .map(({ studentId, sums }) => ({ name: studentName(studentId), part: studentPart(sums) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({ name, part }): Line => [date, typed(name), part]);
    const hasOther = onDate.some(({ studentId }) => studentId === null);
    return hasOther ? [...named, [date, 'Other', wholePart(other)] satisfies Line] : named;
  });
  return csvOf(columns, [...lines, ['Sum', null, wholePart(sumsOf(pieces))]]);
};
