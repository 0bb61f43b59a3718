import type { Page } from 'playwright';
import { teacher } from './person.ts';
import { loadSample, teacherNamed } from './planner-studio.ts';

/** A signed-in user with the sample studio, whose teacher Dana has most of the students. */
export const withSample = async (options: Parameters<typeof teacher>[0] = {}) => {
  const person = await teacher(options);
  await loadSample(person.page);
  return { ...person, dana: await teacherNamed(person.page, 'Dana Whitfield') };
};

/** Opens the generate dialog for Dana. */
export const openGenerate = async (page: Page) => {
  await page.goto('/planner');
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  await dialog.getByRole('checkbox', { name: /^Dana Whitfield/, checked: true }).waitFor();
  return dialog;
};
