import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EmailConfirmation } from '@rondo/contracts/api/account/email-confirmation.ts';
import type { Page } from 'playwright';
import { z } from 'zod';
import { decide, generate, loadSample, reports, teacherNamed, type Named } from '../planner-studio.ts';

/** Who sees the screen: a signed-out visitor, a new account, a guest, or a studio with data. */
export type Role = 'nobody' | 'newcomer' | 'guest' | 'studio';

/** What a scene starts with. */
export type Stage = {
  readonly page: Page;
  /** The week with the accepted lessons. */
  readonly monday: IsoDate;
  /** The sample studio's first teacher; only for the role `studio`. */
  readonly dana: Named;
  readonly marcus: Named;
};

/** One screen or dialog in a certain state. */
export type Scene = {
  readonly name: string;
  readonly of: Role;
  /** Opens it and waits until it is visible. */
  readonly show: (stage: Stage) => Promise<unknown>;
  /** Captures only the viewport, for example for a dialog: the rest of the page is not part of it. */
  readonly inWindow?: true;
};

/** Fills a studio with the sample data and an accepted week of both teachers. */
export const furnish = async (page: Page, monday: IsoDate): Promise<void> => {
  await loadSample(page);
  for (const name of ['Dana Whitfield', 'Marcus Bell'])
    await decide(page, await generate(page, await teacherNamed(page, name), monday), 'accepted');
};

/** The report of the teacher's pending plan; generated if there is none. */
export const waitingPlan = async ({ page }: Stage, teacher: Named): Promise<string> => {
  const waiting = (await reports(page)).find(
    ({ teacherId, status }) => teacherId === teacher.id && status === 'pending',
  );
  return waiting?.id ?? generate(page, teacher);
};

/** Makes calls fail while the page is open. */
export const fail = async (page: Page, path: string): Promise<void> => {
  await page.route(path, (route) => route.fulfill({ status: 503, body: 'The database is not answering.' }));
};

/** Shows the account with an address of its own that is not confirmed, on a server that sends mail. */
export const unconfirmed = async (page: Page): Promise<void> => {
  const json = {
    email: 'maximiliana.featherstonehaugh@bartonspringsconservatory.example',
    isConfirmed: false,
    isNeeded: true,
    linkSent: false,
  } satisfies EmailConfirmation;
  await page.route('**/api/user/email-confirmation', (route) => route.fulfill({ json }));
};

/** Shows a studio as that of a guest. */
export const asGuest = async (page: Page): Promise<void> => {
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    const user = z.looseObject({}).parse(await response.json());
    await route.fulfill({ response, json: { ...user, isGuest: true } });
  });
};

/** Keeps calls pending while the page is open. */
export const stall = async (page: Page, path: string): Promise<void> => {
  await page.route(path, () => undefined);
};

/** Waits for the skeletons, which have no role: screen readers are told that something is loading. */
export const skeletons = (page: Page): Promise<void> =>
  page.locator('[aria-hidden=true].bg-line-soft').filter({ visible: true }).first().waitFor();

export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Has the page draw a student's row, which is only a name while it is out of sight. */
export const comeNear = async (page: Page, name: string): Promise<void> => {
  const row = page.getByText(name, { exact: true }).first();
  const expand = button(page, `Expand ${name}`);
  // Rows above may be drawn meanwhile, and be higher than they were thought to be.
  for (let tries = 0; tries < 20 && !(await expand.isVisible()); tries += 1) {
    await row.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await expand.waitFor({ timeout: 1500 }).catch(() => undefined);
  }
  await expand.waitFor();
  await page.evaluate('scrollTo(0, 0)');
};
