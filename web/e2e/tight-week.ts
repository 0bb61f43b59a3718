import { slots, tightWeek, type Window } from '@rondo/contracts/testing/tight-week.ts';
import type { Page } from 'playwright';
import { send } from './send.ts';

const home = '2210 Bluebonnet Ln, Austin, TX 78704';
const idOf = (made: unknown): string => String(Reflect.get(Object(made), 'id'));

const addTeacher = async (page: Page, name: string, windows: readonly Window[]): Promise<string> => {
  const { body } = await send(page, 'POST', '/api/teachers', {
    name,
    phone: '1',
    email: `${name.toLowerCase()}@example.com`,
    address: home,
    availability: slots(windows),
  });
  return idOf(body);
};

const addStudent = async (page: Page, teacherId: string, firstName: string, windows: readonly Window[]) => {
  const { body } = await send(page, 'POST', '/api/students', {
    firstName,
    lastName: 'Lee',
    address: home,
    availability: slots(windows),
  });
  await send(page, 'POST', '/api/assignments', { studentId: idOf(body), teacherId });
  return idOf(body);
};

/**
 * Tess's report of a run that is stopped before it searches: one student is left out, and would fit if another one moved. Teachers before her
 * keep the optimizer busy until the run is stopped.
 */
export const stoppedTightWeek = async (page: Page): Promise<string> => {
  const teacherIds: string[] = [];
  const studentIds: string[] = [];
  for (let i = 0; i < 24; i += 1) {
    const name = `Busy${i}`;
    teacherIds.push(await addTeacher(page, name, [[4, 900, 1020]]));
    studentIds.push(await addStudent(page, teacherIds.at(-1) ?? '', name, [[4, 900, 1020]]));
  }
  const afternoons: readonly Window[] = [
    [1, 900, 1020],
    [2, 900, 1020],
    [3, 900, 1020],
  ];
  const tess = await addTeacher(page, 'Tess', afternoons);
  const tight: string[] = [];
  for (const i of tightWeek.keys()) tight.push(await addStudent(page, tess, `Tight${i}`, []));
  // A run takes students in the order of their ids.
  tight.sort();
  for (const [i, student] of tightWeek.entries()) await send(page, 'PUT', `/api/students/${tight[i]}`, student);
  await page.goto('/planner');
  await page.evaluate(
    async (body) => {
      const json = { 'Content-Type': 'application/json' };
      const response = await fetch('/api/schedule/generate', {
        method: 'POST',
        headers: { ...json, Accept: 'text/event-stream' },
        body: JSON.stringify(body),
      });
      const reader = response.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      const [, runId] = /"runId":"([^"]+)"/.exec(new TextDecoder().decode(value)) ?? [];
      await fetch('/api/schedule/generate/stop', { method: 'POST', headers: json, body: JSON.stringify({ runId }) });
      while ((await reader?.read())?.done === false);
    },
    { teacherIds: [...teacherIds, tess], studentIds: [...studentIds, ...tight] },
  );
  const { body } = await send(page, 'GET', '/api/optimization-reports');
  const reports: unknown[] = Reflect.get(Object(body), 'reports');
  return idOf(reports.find((one) => Reflect.get(Object(one), 'teacherId') === tess));
};
