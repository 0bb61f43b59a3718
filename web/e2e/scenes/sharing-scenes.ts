import { z } from 'zod';
import { opened } from '../roster-steps.ts';
import { button, comeNear, dialog, type Scene, type Stage } from './stage.ts';

const longest = 'Maximiliana Featherstonehaugh-Oyelaran';
const sharedCalendar = z.looseObject({ subscribableUrl: z.string() });

/** The student's calendar on a server on the internet, which Google has read before the last change. */
const shareStudent = async ({ page, monday }: Stage) => {
  await page.route('**/api/students/*/generate-calendar-url', async (route) => {
    const response = await route.fetch();
    const { subscribableUrl, ...rest } = sharedCalendar.parse(await response.json());
    const json = {
      ...rest,
      subscribableUrl: `https://rondo.example${new URL(subscribableUrl).pathname}`,
      lastFetchedAt: `${monday}T22:40:00.000Z`,
      lastFetchedBy: 'Google',
      changedSince: true,
    };
    await route.fulfill({ response, json });
  });
  await page.goto('/students');
  await comeNear(page, longest);
  await button(page, `Expand ${longest}`).click();
  await opened(page, longest).getByRole('button', { name: 'Share Student Calendar' }).click();
  const shown = dialog(page, 'Share Student Calendar');
  await shown.getByRole('img', { name: 'QR code of the calendar address' }).waitFor();
  return shown;
};

/** Sharing a calendar. */
export const sharingScenes: readonly Scene[] = [
  { name: 'share-student', of: 'studio', inWindow: true, show: shareStudent },
  {
    name: 'share-revoke',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      const shown = await shareStudent(stage);
      await shown.getByRole('button', { name: 'Revoke address' }).click();
      await dialog(stage.page, 'Revoke this address?').waitFor();
    },
  },
  {
    name: 'share-teacher',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/teachers');
      await button(page, 'Expand Dana Whitfield').click();
      await opened(page, 'Dana Whitfield').getByRole('button', { name: 'Share Calendar' }).click();
      await dialog(page, 'Share Calendar').getByRole('img', { name: 'QR code of the calendar address' }).waitFor();
    },
  },
];
