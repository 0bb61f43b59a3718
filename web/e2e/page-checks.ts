import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { z } from 'zod';

/** Waits until everything that fades or moves has arrived, so that no check sees a page on its way. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const passing = () =>
      document.getAnimations().filter((run) => run.playState === 'running' && run.effect?.getComputedTiming().endTime !== Infinity);
    while (passing().length > 0) await Promise.allSettled(passing().map((run) => run.finished));
  })()`);

/** What axe finds on the page once it is still. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`);
};

const sentences = z.array(z.string());

/** What is wider than the window, so that the page scrolls to the side. */
export const overflows = async (page: Page): Promise<readonly string[]> =>
  sentences.parse(
    await page.evaluate(`(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const pages = scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' px wide'] : [];
      const bodies = [...document.querySelectorAll('[role=dialog] *')]
        .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollWidth > part.clientWidth + 1)
        .map((part) => 'a part of the dialog is ' + part.scrollWidth + ' px wide in ' + part.clientWidth);
      return [...pages, ...bodies];
    })()`),
  );

/**
 * Controls that a finger misses: from its middle, a control must answer over 44 px in height and in width, with its label and whatever lies
 * over it as its own. A link within a sentence is left out, as WCAG 2.5.8 does; so is what something else covers.
 */
export const smallTargets = async (page: Page): Promise<readonly string[]> =>
  sentences.parse(
    await page.evaluate(`(() => {
      const finger = 44;
      const front =
        [...document.querySelectorAll('[role=dialog], [role=listbox], [role=menu]')].filter((part) => part.checkVisibility()).at(-1) ?? document;
      const kinds = 'a[href], button, input, select, textarea, [role=option], [role=menuitem], [role=radio], [role=checkbox]';
      const inSentence = (control) =>
        control.matches('a, button') && !control.matches('[class*="after:"]') && getComputedStyle(control).display === 'inline' &&
        control.parentElement.textContent.trim() !== control.textContent.trim();
      const shown = (control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 2 && height > 2 && !control.disabled && control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      };
      const sizeOf = (control) => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const targets = [control, ...(control.labels ?? []), control.closest('label'), control.closest('[role=presentation]')].filter(Boolean);
        const answers = (dx, dy) => {
          // A toast, whose live region hangs at the body itself, goes by itself; what lies under it is still there.
          const hit = document.elementsFromPoint(x + dx, y + dy).find((part) => {
            const region = part.closest('body > output');
            return region === null || region.contains(control);
          });
          return targets.some((target) => target.contains(hit));
        };
        const reach = (dx, dy) => {
          let far = 0;
          while (far < finger && answers(dx * (far + 1), dy * (far + 1))) far += 1;
          return far;
        };
        if (!answers(0, 0)) return null;
        return { wide: reach(-1, 0) + reach(1, 0) + 1, high: reach(0, -1) + reach(0, 1) + 1 };
      };
      return [...front.querySelectorAll(kinds)]
        .filter((control) => shown(control) && !inSentence(control))
        .map((control) => ({ control, size: sizeOf(control) }))
        .filter(({ size }) => size !== null && Math.min(size.wide, size.high) < finger)
        .map(({ control, size }) => {
          const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
          return control.tagName.toLowerCase() + ' "' + name + '" answers over ' + size.wide + ' x ' + size.high;
        });
    })()`),
  );
