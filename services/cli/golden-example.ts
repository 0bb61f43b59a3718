import { createHash } from 'node:crypto';
import { z } from 'zod';

// Makes up an event's data from its JSON Schema: plausible values by the names of the fields, one element a list, everything present.

const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  minLength: z.number().optional(),
  minimum: z.number().optional(),
});
type SchemaNode = z.infer<typeof schemaNode>;

/** The same name is always the same thing: every event tells of one student, one teacher, one lesson. */
const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const plausible: Readonly<Record<string, unknown>> = {
  firstName: 'Ann',
  lastName: 'Lee',
  studentName: 'Ann Lee',
  name: 'Dana Whitfield',
  teacherName: 'Dana Whitfield',
  phone: '(512) 555-0142',
  email: 'ann.lee@example.com',
  address: '1905 S 5th St',
  city: 'Austin',
  zipCode: '78704',
  latitude: 30.2472,
  longitude: -97.7561,
  calendarUrl: 'https://calendar.example.com/ann.ics',
  timeZone: 'America/Chicago',
  startGrid: 5,
  dayOfWeek: 3,
  day: 'Wed',
  dayName: 'Wed',
  start: 960,
  end: 1080,
  duration: 45,
  durationMinutes: 45,
  lessonDuration: 45,
  perLessonRateCents: 5500,
  monthlyRateCents: 20000,
  preferenceRank: 0,
  notes: 'Side gate, ring twice',
  title: 'Dana Whitfield, from Monday 30 November',
  timeSlot: '16:00-16:45',
  startTime: '16:00',
  endTime: '16:45',
  firstLessonTime: '16:00',
  lastLessonTime: '16:45',
  driveMinutes: 12,
  driveTime: 12,
  driveHome: 9,
  validFrom: '2026-09-09',
  originalDate: '2026-12-02',
  date: '2026-12-03',
  skips: ['2026-12-23'],
  on: '2026-11-23',
  from: '2026-11-23',
  createdOn: '2026-11-23',
  startsOn: '2026-11-30',
  seriesId: idOf('lessonId'),
  fellAway: [idOf('occurrence')],
  lessonsCount: 1,
  totalDriveMinutes: 21,
  marginalDrive: 21,
  flexibilityScore: 2,
  availabilityHours: 2,
  utilizationPercentage: 37.5,
  totalTeachingTime: 45,
  drivingMinutes: 21,
  seconds: 0.4,
  reason: 'Wed 16:00-18:00 is the only time that suits both.',
  conflictDetails: 'Wed 16:15 is taken by Ben Ito.',
  wouldFit: 'Ann were also free Sat 10:00 – 10:45 AM',
  detail: 'Winter recital, Thu 3 Dec 16:00-17:30',
  conflicts: ['Ben Ito and Cy Park overlap on Wed 16:00.'],
  unlocated: ['Ann Lee'],
};

/** Rows of a schedule are of three kinds, which one schema holds. */
const series = { date: null, seriesId: null, originalDate: null, eventTitle: null, customAddress: null, validTo: null };
const occurrence = {
  validFrom: null,
  validTo: null,
  skips: [],
  continues: null,
  eventTitle: null,
  customAddress: null,
};
const corrected: Readonly<Record<string, object>> = {
  lesson: series,
  occurrences: { ...occurrence, lessonId: idOf('occurrence'), dayOfWeek: 4 },
};

const numberOf = ({ minimum = 0 }: SchemaNode): number => Math.max(minimum, 7);

const textOf = (name: string, { format, minLength = 0 }: SchemaNode): string => {
  if (format === 'date') return '2026-11-30';
  return minLength > 0 || /id$/i.test(name) ? idOf(name) : `Some ${name}`;
};

const fits = (node: SchemaNode, value: unknown): boolean => !node.enum?.length || node.enum.includes(value);

/** A value that the schema allows, as far as the schema tells. `name` is that of the field, or of the list that holds it. */
export const exampleOf = (schema: unknown, name = ''): unknown => {
  const node = schemaNode.parse(schema);
  const known = plausible[name];
  if (known !== undefined && fits(node, known)) return known;
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  const choice = node.anyOf?.find((one) => schemaNode.parse(one).type !== 'null');
  if (choice !== undefined) return exampleOf(choice, name);
  const type = Array.isArray(node.type) ? node.type.find((one) => one !== 'null') : node.type;
  switch (type) {
    case 'object':
      return {
        ...Object.fromEntries(
          Object.entries(node.properties ?? {}).map(([key, inner]) => [key, exampleOf(inner, key)]),
        ),
        ...corrected[name],
      };
    case 'array':
      return [exampleOf(node.items, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return numberOf(node);
    case 'string':
      return textOf(name, node);
    case undefined:
    default:
      return null;
  }
};
