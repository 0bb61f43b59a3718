import { beforeEach } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok } from '../../../testing/visitor.ts';
import { lessonsOf } from './planner-studio.ts';

export const south = '1905 S 5th St, Austin, TX 78704';
export const north = '9500 N Lamar Blvd, Austin, TX 78753';

// Imported variables have the values of the current test.
export let a: string;
export let b: string;
export let ann: string;
export let bo: string;
export let cy: string;

export const assign = (studentId: string, teacherId: string) => dana.post('/api/assignments', { studentId, teacherId });

export const studentOf = async (name: string, address: string, ...teacherIds: string[]): Promise<string> => {
  const [teacherId] = teacherIds;
  const id = await addStudent(dana, name, everyDay, { address, ...(teacherId === undefined ? {} : { teacherId }) });
  for (const other of teacherIds.slice(1)) ok(await assign(id, other));
  return id;
};

export const placed = async (
  studentId: string,
  teacherId: string,
  dayOfWeek: number,
  startTime: string,
): Promise<void> => {
  const time = { teacherId, dayOfWeek, startTime };
  ok(await dana.post('/api/students/optimize', { studentId, optimizationType: 'add-only', time }));
};

/**
 * Gives each test of the file a studio: Dana in the south has Ann, Marcus in the north has Cy, Bo is new and lives in the north; Ann and Bo may be
 * with either.
 */
export const inJointStudio = (): void => {
  inOwnStudio();
  beforeEach(async () => {
    a = await addTeacher(dana, 'Dana Whitfield', everyDay);
    b = await addTeacher(dana, 'Marcus Bell', everyDay);
    ok(await dana.put(`/api/teachers/${b}`, { address: north, zipCode: '78753' }));
    ann = await studentOf('Ann Lee', south, a, b);
    bo = await studentOf('Bo Ito', north, a, b);
    cy = await studentOf('Cy Ode', north, b);
    await placed(ann, a, 1, '15:00');
    await placed(cy, b, 2, '15:00');
  });
};

export const run = (more: object = {}) =>
  dana.post('/api/schedule/generate', {
    teacherIds: [a, b],
    studentIds: [ann, bo, cy],
    together: true,
    startsOn: '2026-11-30',
    ...more,
  });

const nameOf = (teacherId: string): string => (teacherId === a ? 'Dana' : teacherId === b ? 'Marcus' : 'Another');

type Row = { studentId: string; teacherId: string; status: string; validTo: string | null };

/** A student's present lessons: "teacher status". */
export const rowsOf = async (studentId: string): Promise<string[]> =>
  (await dana.get('/api/lessons')).json.flatMap(({ teacherId, status, validTo, ...row }: Row) => {
    if (row.studentId !== studentId) return [];
    return `${nameOf(teacherId)} ${status}${validTo === null ? '' : ' ended'}`;
  });

export const contentOf = async (studentId: string) =>
  (await lessonsOf(studentId)).map((row) => ({ ...row, revision: null }));

type Report = {
  reportId: string;
  runId: string;
  startsOn: string;
  week: { studentId: string; day: string; startTime: string }[];
  curve?: object;
  unscheduledAnalysis: object[];
  joint: { lead: string; totals: object; changes: object[] };
};
export const reportsIn = (answer: { optimizationReports: Record<string, Report> }): [Report, Report] => {
  const [one, two] = [answer.optimizationReports[a], answer.optimizationReports[b]];
  if (!one || !two) throw new Error('A report is missing.');
  return [one, two];
};
export const statuses = async (): Promise<string[]> =>
  (await dana.get('/api/optimization-reports')).json.reports.map(
    ({ teacherId, status }: { teacherId: string; status: string }) => `${nameOf(teacherId)} ${status}`,
  );
