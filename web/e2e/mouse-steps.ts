import type { Locator, Page } from 'playwright';

export type Point = { readonly x: number; readonly y: number };

/** The middle of what is on the screen. */
export const middleOf = async (part: Locator): Promise<Point> => {
  const box = await part.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Presses the middle of a part once it stands still and nothing covers it; returns where that is. */
export const pressOn = async (page: Page, part: Locator): Promise<Point> => {
  await part.hover();
  const from = await middleOf(part);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  return from;
};
