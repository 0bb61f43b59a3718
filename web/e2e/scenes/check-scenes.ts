import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { axeFindings, overflows, smallTargets } from '../page-checks.ts';
import { teacher, visitor, type Person } from '../person.ts';
import { comingMonday, teacherNamed } from '../planner-studio.ts';
import { scenes } from './scenes.ts';
import { furnish, type Role } from './stage.ts';
import { send } from '../send.ts';

const guest = async (browser: Browser, options: Parameters<typeof visitor>[1]): Promise<Person> => {
  const person = await visitor(browser, options);
  await send(person.page, 'POST', '/api/guest-login', {});
  return person;
};

const people = { nobody: visitor, newcomer: teacher, guest, studio: teacher } as const;
const noTeacher = { id: '', name: '' };

type Size = NonNullable<BrowserContextOptions['viewport']>;

/** Removes what a scene left in its page: failing and pending calls, what the tab remembers, another window size. */
const clean = async (page: Page, size: Size | null): Promise<void> => {
  if (page.url() !== 'about:blank') await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (size) await page.setViewportSize(size);
};

/**
 * Tests that every scene is accessible, one test per scene.
 * @param finger whether controls must be large enough to tap
 */
export const checkScenes = (look: BrowserContextOptions, { finger }: { readonly finger: boolean }): void => {
  const options = { ...look, reducedMotion: 'reduce' } as const;
  let browser: Browser;
  let monday: IsoDate;
  const entered = new Map<Role, Person & { readonly size: Size | null }>();

  /** The page of a role, which is signed in once for all scenes; a page of its own for every scene would take longer to open than to check. */
  const enter = async (role: Role): Promise<Page> => {
    const known = entered.get(role);
    if (known) {
      await clean(known.page, known.size);
      return known.page;
    }
    const person = await people[role](browser, options);
    const { page } = person;
    entered.set(role, { ...person, size: page.viewportSize() });
    if (role === 'studio') {
      monday = await comingMonday(page);
      await furnish(page, monday);
    }
    return page;
  };

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    const broken = await Promise.all([...entered.values()].map(({ leave }) => leave()));
    await browser.close();
    expect(broken.flat()).toEqual([]);
  });

  test.for(scenes)('$name passes every check', async ({ of, show }) => {
    const page = await enter(of);
    const studio = of === 'studio';
    await show({
      page,
      monday,
      dana: studio ? await teacherNamed(page, 'Dana Whitfield') : noTeacher,
      marcus: studio ? await teacherNamed(page, 'Marcus Bell') : noTeacher,
    });
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflows(page)).toEqual([]);
    if (finger) expect(await smallTargets(page)).toEqual([]);
  });
};
