import { expect, test } from 'vitest';
import { password, visitor } from './person.ts';

test('a new user registers and sees an empty week', async () => {
  const { page, email, leave } = await visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  await expect.poll(() => page.getByText('No lessons').count()).toBe(7);
  await page.reload();
  const welcome = page.getByText(`Welcome, ${email}`);
  await welcome.waitFor();

  // However narrow the window, the header's parts are beside each other.
  const header = page.getByRole('banner');
  const parts = [
    header.getByRole('link', { name: 'Rondo' }),
    header.getByRole('link', { name: 'Teachers' }),
    welcome,
    header.getByRole('button', { name: 'Notifications' }),
    header.getByRole('button', { name: 'Account Settings' }),
  ];
  for (const width of [641, 700, 801, 1024]) {
    await page.setViewportSize({ width, height: 720 });
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const edges = boxes.flatMap((box) => (box ? [Math.round(box.x), Math.round(box.x + box.width)] : []));
    expect(edges.length, `all parts at ${width} px`).toBe(parts.length * 2);
    expect(edges, `parts in order at ${width} px`).toEqual(edges.toSorted((a, b) => a - b));
    expect(edges.at(-1)).toBeLessThanOrEqual(width);
  }
  expect(await leave()).toEqual([]);
});
