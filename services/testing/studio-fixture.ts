import type { Visitor } from './visitor.ts';

type Row = { day: number; from: string; to: string; preferred?: boolean };

const rows = (windows: readonly Row[]) =>
  windows.map(({ day, from, to, preferred = false }) => ({
    dayOfWeek: day,
    startTime: from,
    endTime: to,
    enabled: true,
    isPreferred: preferred,
  }));

/** Free every weekday afternoon. */
export const everyDay: readonly Row[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: '14:00', to: '20:00' }));

/** Adds a teacher through the API and returns the id. */
export const addTeacher = async (visitor: Visitor, name: string, windows: readonly Row[]): Promise<string> => {
  const { json, text } = await visitor.post('/api/teachers', {
    name,
    phone: '(512) 555-0100',
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
    availability: rows(windows),
  });
  if (json?.id === undefined) throw new Error(text);
  return json.id;
};

/** Adds a student through the API, with a teacher if one is given, and returns the id. */
export const addStudent = async (
  visitor: Visitor,
  name: string,
  windows: readonly Row[],
  options: { teacherId?: string; address?: string; minutes?: 30 | 45 | 60 | 90 } = {},
): Promise<string> => {
  const [firstName = '', lastName = 'Test'] = name.split(' ');
  const { json, text } = await visitor.post('/api/students', {
    firstName,
    lastName,
    address: options.address ?? '1905 S 5th St, Austin, TX 78704',
    lessonDuration: options.minutes ?? 45,
    availability: rows(windows),
  });
  if (json?.id === undefined) throw new Error(text);
  if (options.teacherId !== undefined)
    await visitor.post('/api/assignments', { studentId: json.id, teacherId: options.teacherId });
  return json.id;
};
