import { z } from 'zod';
import { driveKinds, placeKinds } from '../../mileage/figures.ts';
import { distanceUnits } from '../../mileage/rates.ts';
import { endpoint } from '../endpoint.ts';
import { dateText, id, seenRevision, typedLine } from '../shapes.ts';

// What was driven, by tax year. A year is named by the calendar year in which it begins.

const place = z.object({ kind: z.enum(placeKinds), id: id.nullable(), name: z.string(), address: z.string() });

const leg = z.object({
  from: place,
  to: place,
  /** Null: the distance is not known. */
  tenths: z.number().nullable(),
  kind: z.enum(driveKinds),
  minutes: z.number().nullable(),
  lessonId: id.nullable(),
  exact: z.boolean(),
});

const day = z.object({
  date: z.string(),
  legs: z.array(leg),
  /** Null: as it was driven by the calendar. */
  corrected: z.object({ reason: z.string(), at: z.string() }).nullable(),
  /** How the calendar differs from it by now, a sentence each. */
  differs: z.array(z.string()),
  revision: z.string(),
});

const mileageYear = z.object({
  teacherId: id,
  year: z.number(),
  from: z.string(),
  to: z.string(),
  unit: z.enum(distanceUnits),
  currency: z.string(),
  homeDrivesCount: z.boolean(),
  odometer: z.object({ start: z.number().nullable(), end: z.number().nullable() }),
  figures: z.object({
    driven: z.number(),
    business: z.number(),
    commuting: z.number(),
    other: z.number(),
    /** What the odometer shows besides these drives; null without both its ends. */
    private: z.number().nullable(),
    unknown: z.number(),
    estimated: z.number(),
    amount: z.number(),
  }),
  rates: z.array(z.object({ from: z.string(), rate: z.number(), distance: z.number(), amount: z.number() })),
  /** What is to be known of the figures: a rate that is missing, an odometer that shows less. */
  notices: z.array(z.string()),
  days: z.array(day),
  /** Those who are no longer here, and whose drives are kept. */
  formerTeachers: z.array(z.object({ teacherId: id, name: z.string() })),
});
export type MileageYear = z.infer<typeof mileageYear>;
export type MileageDay = z.infer<typeof day>;

const yearError = 'The year must be a whole number from 2000 to 2100.';
const year = z.coerce.number(yearError).int(yearError).min(2000, yearError).max(2100, yearError);
const reads = ['day', 'studios', 'teachers', 'lessons', 'timeoff'] as const;

export const getMileage = endpoint({
  method: 'GET',
  path: '/api/mileage',
  summary: 'What a teacher drove in a tax year, with its figures. Not tax advice.',
  query: z.object({ teacherId: id, year }),
  response: mileageYear,
  reads: [...reads],
});

export const mileageCsv = endpoint({
  method: 'GET',
  path: '/api/mileage.csv',
  expensive: true,
  slow: true,
  summary: 'The same as a CSV file, a line per drive and rate.',
  query: z.object({ teacherId: id, year }),
  response: z.string(),
  reads: [...reads],
});

const mostLegs = 40;
const legsError = `A day has at most ${mostLegs} drives.`;
const tenthsError = 'A distance must be from 0.0 to 999.9, in whole tenths.';
const tenths = z.int(tenthsError).min(0, tenthsError).max(9999, tenthsError);
const placeChange = z.strictObject({
  kind: z.enum(placeKinds, 'A place is home, a student’s or another one.'),
  id: id.nullable(),
  name: typedLine(200),
  address: typedLine(300),
});

const reasonError = 'Please say why.';

export const correctDay = endpoint({
  method: 'PUT',
  path: '/api/mileage/days/:teacherId/:date',
  summary: 'Corrects the drives of a date that is over, with the reason; answers the date.',
  params: z.object({ teacherId: id, date: dateText }),
  body: z.strictObject({
    legs: z
      .array(
        z.strictObject({
          from: placeChange,
          to: placeChange,
          tenths,
          kind: z.enum(driveKinds, 'A drive is business, from or to home, or another one.'),
        }),
        legsError,
      )
      .max(mostLegs, legsError),
    reason: z
      .string(reasonError)
      .pipe(typedLine(200))
      .refine((text) => text.length >= 3, reasonError),
    revision: seenRevision.optional(),
  }),
  response: day,
  reads: [...reads],
  updates: ['day', 'history'],
});

const odometerError = 'The odometer must be a whole number from 0 to 9,999,999.';
const odometer = z.int(odometerError).min(0, odometerError).max(9_999_999, odometerError).nullable().optional();

export const stateYear = endpoint({
  method: 'PUT',
  path: '/api/mileage/years/:teacherId/:year',
  summary: 'Says whether drives from and to home count in a tax year, and what the odometer shows; answers the year.',
  params: z.object({ teacherId: id, year }),
  body: z.strictObject({
    homeDrivesCount: z.boolean().nullable().optional(),
    odometerStart: odometer,
    odometerEnd: odometer,
  }),
  response: mileageYear,
  reads: [...reads],
  updates: ['day', 'history'],
});
