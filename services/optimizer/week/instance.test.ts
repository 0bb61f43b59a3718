import { expect, test } from 'vitest';
import { InvalidInstance, parseInstance } from './instance.ts';

const sound = () => ({
  teacher: { availability: [{ dayOfWeek: 1, startTime: 900, endTime: 1200 }] },
  students: [
    { id: 's01', lessonDuration: 30, availability: [{ dayOfWeek: 1, startTime: 900, endTime: 1000 }] },
    { id: 's02', lessonDuration: 45, availability: [{ dayOfWeek: 1, startTime: 900, endTime: 1000 }] },
  ],
  driveMinutes: [
    [0, 5, 6],
    [5, 0, 7],
    [6, 7, 0],
  ],
});

/** A valid instance with the value at a path replaced; without a value it is removed. */
const broken = (path: readonly (string | number)[], value?: unknown): unknown => {
  const change = (node: unknown, steps: readonly (string | number)[]): unknown => {
    const [step, ...rest] = steps;
    if (step === undefined) return value;
    if (Array.isArray(node)) return node.map((each: unknown, index) => (index === step ? change(each, rest) : each));
    const entries = Object.entries(node ?? {}).filter(([key]) => key !== step);
    const old = Object.entries(node ?? {}).find(([key]) => key === step)?.[1];
    return Object.fromEntries(
      rest.length === 0 && value === undefined ? entries : [...entries, [step, change(old, rest)]],
    );
  };
  return change(sound(), path);
};

test('absent optional fields get their defaults', () => {
  expect(parseInstance(sound())).toMatchObject({
    startGrid: 1,
    returnRule: 'home-by-end',
    fixedLessons: [],
    blocked: [],
    teacher: { availabilityInterpretation: 'leave_home' },
    students: [{ weight: 1, availability: [{ isPreferred: false }] }, { weight: 1 }],
  });
});

test('unknown fields are ignored, and days may be longer than 1440 minutes', () => {
  const input = {
    ...sound(),
    unit: '0.1 min',
    teacher: { availability: [{ dayOfWeek: 1, startTime: 0, endTime: 12_360 }] },
  };
  expect(parseInstance(input).teacher.availability[0]?.endTime).toBe(12_360);
});

const complaints: [unknown, string][] = [
  [null, 'The instance must be a JSON object.'],
  [[], 'The instance must be a JSON object.'],
  [broken(['teacher']), 'teacher is missing; it must be an object.'],
  [broken(['students']), 'students is missing; it must be a list.'],
  [broken(['students', 0, 'lessonDuration'], 0), 'students[0].lessonDuration must be at least 1.'],
  [broken(['students', 0, 'lessonDuration'], 'long'), 'students[0].lessonDuration must be a whole number of minutes.'],
  [broken(['students', 1, 'id'], 's01'), 'students[1].id "s01" is already the id of students[0].'],
  [
    broken(['students', 1, 'availability', 0, 'endTime'], 800),
    'students[1].availability[0] ends at 800, before it starts at 900.',
  ],
  [
    broken(['students', 1, 'availability', 0, 'startTime'], -5),
    'students[1].availability[0].startTime cannot be negative.',
  ],
  [
    broken(['teacher', 'availability', 0, 'dayOfWeek'], 7),
    'teacher.availability[0].dayOfWeek must be a weekday from 0 (Sunday) to 6 (Saturday).',
  ],
  [
    broken(['teacher', 'availability', 0, 'endTime'], 899),
    'teacher.availability[0] ends at 899, before it starts at 900.',
  ],
  [
    broken(
      ['teacher', 'availability'],
      [
        { dayOfWeek: 1, startTime: 900, endTime: 1000 },
        { dayOfWeek: 1, startTime: 990, endTime: 1100 },
      ],
    ),
    'teacher.availability[0] and teacher.availability[1] overlap on Mon; make them one window.',
  ],
  [broken(['blocked'], [{ dayOfWeek: 1, startTime: 9, endTime: 8 }]), 'blocked[0] ends at 8, before it starts at 9.'],
  [broken(['returnRule'], 'never'), 'returnRule must be "home-by-end" or "last-lesson-by-end".'],
  [broken(['driveMinutes']), 'driveMinutes is missing; it must be a list of rows.'],
  [broken(['driveMinutes'], [[0]]), 'driveMinutes has 1 rows, but home and 2 students need 3.'],
  [broken(['driveMinutes', 1], [0, 1]), 'driveMinutes[1] (from s01) has 2 entries, but home and 2 students need 3.'],
  [broken(['driveMinutes', 1, 2], -4), 'driveMinutes[1][2] (s01 to s02) is -4; a drive cannot be negative.'],
  [
    broken(['driveMinutes', 0, 2], 1.5),
    'driveMinutes[0][2] (home to s02) is 1.5; a drive must be a whole number of minutes up to 100000.',
  ],
  [
    broken(['fixedLessons'], [{ studentId: 'x', dayOfWeek: 1, startTime: 900 }]),
    'fixedLessons[0].studentId "x" is no student of this instance.',
  ],
  [
    broken(
      ['fixedLessons'],
      [
        { studentId: 's01', dayOfWeek: 1, startTime: 900 },
        { studentId: 's01', dayOfWeek: 1, startTime: 960 },
      ],
    ),
    'fixedLessons[1]: s01 already has a fixed lesson.',
  ],
];

test.each(complaints)('a malformed instance is refused with a sentence (%#)', (input, sentence) => {
  expect(() => parseInstance(input)).toThrow(new InvalidInstance(sentence));
});
