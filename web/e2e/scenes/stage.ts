import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { decide, generate, loadSample, reports, teacherNamed, type Named } from '../planner-studio.ts';

/** Whose screens they are: somebody signed out, a new account, a guest, or a studio in the middle of its work. */
export type Role = 'nobody' | 'newcomer' | 'guest' | 'studio';

/** What a scene finds when it begins. */
export type Stage = {
  readonly page: Page;
  /** The week in which the accepted lessons stand. */
  readonly monday: IsoDate;
  /** The sample studio's first teacher; only in the studio. */
  readonly dana: Named;
  readonly marcus: Named;
};

/** One screen or dialog as a person comes to see it. */
export type Scene = {
  readonly name: string;
  readonly of: Role;
  /** Brings it onto the page and waits until it stands. */
  readonly show: (stage: Stage) => Promise<unknown>;
  /** Taken as it stands in the window, such as a dialog: the rest of the page does not belong to it. */
  readonly inWindow?: true;
};

/** Fills a studio with the sample and an accepted week of both teachers. */
export const furnish = async (page: Page, monday: IsoDate): Promise<void> => {
  await loadSample(page);
  for (const name of ['Dana Whitfield', 'Marcus Bell'])
    await decide(page, await generate(page, await teacherNamed(page, name), monday), 'accepted');
};

/** The report of the teacher's plan that waits; one is made where none does. */
export const waitingPlan = async ({ page }: Stage, teacher: Named): Promise<string> => {
  const waiting = (await reports(page)).find(
    ({ teacherId, status }) => teacherId === teacher.id && status === 'pending',
  );
  return waiting?.id ?? generate(page, teacher);
};

/** Makes calls fail for as long as the page stays. */
export const fail = async (page: Page, path: string): Promise<void> => {
  await page.route(path, (route) => route.fulfill({ status: 503, body: 'The database is not answering.' }));
};

/** Keeps calls waiting for as long as the page stays. */
export const stall = async (page: Page, path: string): Promise<void> => {
  await page.route(path, () => undefined);
};

/** Waits for the skeletons, which have no role: screen readers hear that something loads. */
export const skeletons = (page: Page): Promise<void> =>
  page.locator('[aria-hidden=true].bg-line-soft').filter({ visible: true }).first().waitFor();

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
