import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { changing, deskSize, phoneSize, type Become } from '../devices.ts';
import { findings, hideBehind, layoutOnAll } from '../page-checks.ts';
import { teacher, visitor, type Person } from '../person.ts';
import { comingMonday, teacherNamed } from '../planner-studio.ts';
import { send } from '../send.ts';
import { furnish, type Role, type Scene } from './stage.ts';

const guest = async (): Promise<Person> => {
  const person = await visitor({ fresh: true });
  await send(person.page, 'POST', '/api/guest-login', {});
  return person;
};

const people = {
  nobody: () => visitor({ fresh: true }),
  newcomer: () => teacher({ fresh: true }),
  guest,
  studio: () => teacher({ fresh: true }),
} as const;
const noTeacher = { id: '', name: '' };

// Together they cover both themes and both sizes; `npm run screenshots` covers the other two combinations.
const desk = { ...deskSize, colorScheme: 'dark' } as const;
const phone = { ...phoneSize, colorScheme: 'light' } as const;

type Entered = Person & { readonly become: Become };

/**
 * Removes what a scene left in its page: failing and pending calls, what the tab remembers. It waits on a page of the same server, because
 * Chromium then keeps the process with all compiled scripts; elsewhere it would start another one for every scene.
 */
const clean = async (page: Page): Promise<void> => {
  if (page.url() !== 'about:blank') await page.evaluate(() => sessionStorage.clear());
  await page.goto('/livez');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
};

/** Tests that every scene is accessible, one test per scene: opened on one device, checked, and checked again on the other. */
export const checkScenes = (scenes: readonly Scene[]): void => {
  let monday: IsoDate;
  const entered = new Map<Role, Entered>();

  /** The page of a role, which is signed in once for all scenes; a page of its own for every scene would take longer to open than to check. */
  const enter = async (role: Role): Promise<Entered> => {
    const known = entered.get(role);
    if (known) return known;
    const person = await people[role]();
    const { page } = person;
    const one = { ...person, become: await changing(page) };
    entered.set(role, one);
    if (role === 'studio') {
      monday = await comingMonday(page);
      await furnish(page, monday);
    }
    return one;
  };

  afterAll(async () => {
    const broken = await Promise.all([...entered.values()].map(({ leave }) => leave()));
    expect(broken.flat()).toEqual([]);
  });

  // Every other scene is opened on a phone.
  const both = scenes.map((scene, i) => ({
    ...scene,
    ...(i % 2 === 0 ? { first: desk, second: phone } : { first: phone, second: desk }),
  }));

  test.for(both)('$name passes every check on a desk and on a phone', async ({ of, show, first, second }) => {
    const { page, become } = await enter(of);
    const studio = of === 'studio';
    await clean(page);
    await become(first);
    await show({
      page,
      monday,
      dana: studio ? await teacherNamed(page, 'Dana Whitfield') : noTeacher,
      marcus: studio ? await teacherNamed(page, 'Marcus Bell') : noTeacher,
    });
    await hideBehind(page);
    expect(await findings(page, first)).toEqual([]);
    await become(second, await page.evaluate(() => innerHeight));
    expect(await findings(page, second)).toEqual([]);
    expect(await layoutOnAll(page, become, second)).toEqual([]);
  });
};
