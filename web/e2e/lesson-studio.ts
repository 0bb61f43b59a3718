import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { z } from 'zod';
import { comingMonday, type Named } from './planner-studio.ts';
import { send } from './send.ts';

const created = z.object({ id: z.string() });
const row = z.object({ id: z.string(), revision: z.string() });

const post = async (page: Page, path: string, data: unknown): Promise<string> => {
  const { ok, text, body } = await send(page, 'POST', path, data);
  if (!ok) throw new Error(`${path}: ${text}`);
  return created.parse(body).id;
};

const everyDay = (startTime: string, endTime: string) =>
  [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime, endTime, enabled: true }));

export type LessonStudio = {
  readonly dana: Named;
  readonly ann: Named;
  readonly ben: Named;
  /** Monday and Tuesday of the coming week. */
  readonly monday: IsoDate;
  readonly tuesday: IsoDate;
  /** The URL of that week in Dana's calendar. */
  readonly week: string;
};

/** Dana, who teaches on weekdays from 2 to 8 PM, and her students Ann Lee and Ben Ito, who live on the same street. */
export const lessonStudio = async (page: Page): Promise<LessonStudio> => {
  const dana = await post(page, '/api/teachers', {
    name: 'Dana Whitfield',
    phone: '512-555-0100',
    email: 'dana@example.com',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
    availability: everyDay('14:00', '20:00'),
  });
  const student = (firstName: string, lastName: string, address: string): Promise<string> =>
    post(page, '/api/students', { firstName, lastName, address, availability: everyDay('14:00', '20:00') });
  const ann = await student('Ann', 'Lee', '1905 S 5th St, Austin, TX 78704');
  const ben = await student('Ben', 'Ito', '1911 S 5th St, Austin, TX 78704');
  const monday = await comingMonday(page);
  return {
    dana: { id: dana, name: 'Dana Whitfield' },
    ann: { id: ann, name: 'Ann Lee' },
    ben: { id: ben, name: 'Ben Ito' },
    monday,
    tuesday: addDays(monday, 1),
    week: `/schedule?week=${monday}&teacher=${dana}`,
  };
};

/** Adds a lesson through the API. Without a date it is weekly, on Tuesdays. */
export const enter = (
  page: Page,
  { dana }: LessonStudio,
  student: Named,
  when: { readonly startTime: string; readonly date?: IsoDate },
): Promise<string> =>
  post(page, '/api/lessons', {
    teacherId: dana.id,
    studentId: student.id,
    startTime: when.startTime,
    duration: 45,
    ...(when.date === undefined ? { dayOfWeek: 2 } : { lessonDate: when.date }),
  });

/** Changes a lesson through the API, as another window would. */
export const changeElsewhere = async (page: Page, lessonId: string, changes: object): Promise<void> => {
  const { ok, text, body } = await send(page, 'PUT', `/api/lessons/${lessonId}`, changes);
  if (!ok) throw new Error(text);
  row.parse(body);
};
