import { parseInstance, type Instance, type InstanceInput } from '../week/instance.ts';

type Row = InstanceInput['students'][number]['availability'][number];

export const monday = 1;
export const tuesday = 2;
export const wednesday = 3;

/** `on(tuesday, '16:00', '17:30')`. */
export const on = (dayOfWeek: Row['dayOfWeek'], from: string, to: string): Row => ({
  dayOfWeek,
  startTime: minutes(from),
  endTime: minutes(to),
});

export const preferredOn = (dayOfWeek: Row['dayOfWeek'], from: string, to: string): Row => ({
  ...on(dayOfWeek, from, to),
  isPreferred: true,
});

/** `minutes('16:15')` is 975. */
export const minutes = (time: string): number => {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
};

type Week = Partial<Omit<InstanceInput, 'teacher' | 'students' | 'driveMinutes'>> & {
  readonly windows: readonly Row[];
  readonly interpretation?: 'leave_home' | 'start_lesson';
  /** By id: the lesson's length and the rows. */
  readonly students: Readonly<Record<string, readonly [number, ...Row[]]>>;
  /** Drives both ways, "ann ben": 12; all others take `elseDrive` (10). */
  readonly drives?: Readonly<Record<string, number>>;
  readonly elseDrive?: number;
};

/** A week small enough to check by hand. */
export const smallWeek = ({
  windows,
  interpretation,
  students,
  drives = {},
  elseDrive = 10,
  ...rest
}: Week): Instance => {
  const ids = Object.keys(students);
  const names = ['home', ...ids];
  const drive = (a: string, b: string): number =>
    a === b ? 0 : (drives[`${a} ${b}`] ?? drives[`${b} ${a}`] ?? elseDrive);
  return parseInstance({
    ...rest,
    teacher: {
      availability: windows.map(({ dayOfWeek, startTime, endTime }) => ({ dayOfWeek, startTime, endTime })),
      ...(interpretation ? { availabilityInterpretation: interpretation } : {}),
    },
    students: Object.entries(students).map(([id, [lessonDuration, ...availability]]) => ({
      id,
      lessonDuration,
      availability,
    })),
    driveMinutes: names.map((a) => names.map((b) => drive(a, b))),
  });
};
