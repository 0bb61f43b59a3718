import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { send } from './send.ts';

export type Named = { readonly id: string; readonly name: string };
type Report = { readonly id: string; readonly teacherId: string; readonly status: string };

/** Sends a GET request; `read` picks the result from its body. */
const get = async <Answer>(page: Page, path: string, read: (body: unknown) => Answer): Promise<Answer> => {
  const { ok, text, body } = await send(page, 'GET', path);
  if (!ok) throw new Error(`${path}: ${text}`);
  return read(body);
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const text = (value: unknown, name: string): string => String(field(value, name));
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const loadSample = async (page: Page): Promise<void> => {
  await send(page, 'POST', '/api/sample-studio');
};

export const teacherNamed = async (page: Page, name: string): Promise<Named> =>
  get(page, '/api/teachers', (body) => {
    const found = list(body).find((teacher) => text(teacher, 'name') === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return { id: text(found, 'id'), name };
  });

const studentsOf = async (page: Page, teacherId: string): Promise<string[]> =>
  get(page, '/api/assignments', (body) =>
    list(body)
      .filter((assignment) => text(assignment, 'teacherId') === teacherId)
      .map((assignment) => text(assignment, 'studentId')),
  );

/** Generates a plan for a teacher with all assigned students, or the first few; returns the report's id. */
export const generate = async (page: Page, teacher: Named, startsOn?: IsoDate, few?: number): Promise<string> => {
  const studentIds = (await studentsOf(page, teacher.id)).slice(0, few);
  const {
    ok,
    text: said,
    body,
  } = await send(page, 'POST', '/api/schedule/generate', {
    teacherIds: [teacher.id],
    studentIds,
    ...(startsOn === undefined ? {} : { startsOn }),
  });
  if (!ok) throw new Error(said);
  return text(field(field(body, 'optimizationReports'), teacher.id), 'reportId');
};

export const reports = async (page: Page): Promise<Report[]> =>
  get(page, '/api/optimization-reports', (body) =>
    list(field(body, 'reports')).map((report) => ({
      id: text(report, 'id'),
      teacherId: text(report, 'teacherId'),
      status: text(report, 'status'),
    })),
  );

export const decide = async (page: Page, reportId: string, status: 'accepted' | 'rejected'): Promise<void> => {
  const response = await page.request.patch(`/api/optimization-reports/${reportId}/status`, { data: { status } });
  if (!response.ok()) throw new Error(await response.text());
};

/** Today in the studio's time zone. */
const today = async (page: Page): Promise<IsoDate> => get(page, '/api/user', (body) => text(body, 'today'));

/** The Monday after the studio's today. */
export const comingMonday = async (page: Page): Promise<IsoDate> => addDays(mondayOf(await today(page)), 7);
