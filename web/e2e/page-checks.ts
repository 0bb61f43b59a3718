import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { z } from 'zod';
import type { Become, Device } from './devices.ts';

/**
 * Renders the rows that are out of sight, too, and ends all transitions and animations, so that no check sees a page in between. It does not
 * wait for their ends: where the browser skips rows, transitions stand still.
 */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    if (document.adoptedStyleSheets.length === 0) {
      const all = new CSSStyleSheet();
      all.replaceSync('* { content-visibility: visible !important } [data-in-front] [inert] { content-visibility: hidden !important }');
      document.adoptedStyleSheets = [all];
    }
    document.body.getBoundingClientRect();
    const skipped = document.documentElement.matches('[data-in-front]') ? '[inert] *' : ':not(*)';
    const passing = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .filter(({ effect }) => !effect?.target?.matches(skipped));
    for (let list = passing(); list.length > 0; list = passing()) {
      for (const run of list) run.finish();
      await new Promise((next) => setTimeout(next, 20));
    }
  })()`);

/** From now on the page behind an open dialog is not laid out: on each width that would take longer than all checks of the dialog. */
export const hideBehind = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.dataset.inFront = ""');

/** Minified: every page has to parse it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What is in front of the page while it is open; the page behind it is inert, and checked when nothing is open. */
const inFront = ['dialog[open]', '[role=dialog]', '[role=listbox]', '[role=menu]', 'output'];

const violations = z.array(
  z.object({ id: z.string(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** The axe violations of what the user can reach, once its animations have finished. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await settled(page);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const isDialogOpen = (await page.getByRole('dialog').count()) > 0;
  const where = isDialogOpen ? JSON.stringify({ include: inFront.map((part) => [part]) }) : 'document';
  // Describing all that passed would take as long as finding what did not.
  const found = violations.parse(
    await page.evaluate(`axe.run(${where}, { resultTypes: ['violations'] }).then((results) => results.violations)`),
  );
  return found.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`);
};

const sentences = z.array(z.string());

/** Elements wider than the window, which make the page scroll sideways. */
export const overflows = async (page: Page): Promise<readonly string[]> =>
  sentences.parse(
    await page.evaluate(`(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const pages = scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' px wide'] : [];
      const bodies = [...document.querySelectorAll('[role=dialog] *')]
        .filter((part) => part.closest('[inert]') === null)
        .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollWidth > part.clientWidth + 1)
        .map((part) => {
          const right = (one) => one.getBoundingClientRect().right;
          const widest = [...part.querySelectorAll('*')].filter((one) => one.checkVisibility()).toSorted((a, b) => right(b) - right(a))[0];
          return 'a part of the dialog is ' + part.scrollWidth + ' px wide in ' + part.clientWidth + ', by "' + widest.textContent.slice(0, 60) + '"';
        });
      return [...pages, ...bodies];
    })()`),
  );

/**
 * Controls that are too small to tap: from its center, a control must respond over 44 px in height and width; its label and whatever overlaps
 * it count as part of it. Links within a sentence and marks on a map, which lie where their places are, are exempt, as in WCAG 2.5.8, and so are controls
 * covered by something else.
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
          // Toasts, whose live region is attached to the body, go away by themselves; what they cover is still there.
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
        // Nearly all controls reach far enough around their center, which four points show.
        const half = finger / 2;
        if ([[-half, 0], [half - 1, 0], [0, -half], [0, half - 1]].every(([dx, dy]) => answers(dx, dy))) return null;
        return { wide: reach(-1, 0) + reach(1, 0) + 1, high: reach(0, -1) + reach(0, 1) + 1 };
      };
      return [...front.querySelectorAll(kinds)]
        .filter((control) => shown(control) && !inSentence(control) && !control.matches('figure [data-place]'))
        .map((control) => ({ control, size: sizeOf(control) }))
        .filter(({ size }) => size !== null && Math.min(size.wide, size.high) < finger)
        .map(({ control, size }) => {
          const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
          return control.tagName.toLowerCase() + ' "' + name + '" answers over ' + size.wide + ' x ' + size.high;
        });
    })()`),
  );

/**
 * Texts that are cut without an ellipsis, texts on each other, cancelled entries that are narrower than their day although nothing is beside them,
 * and what makes the page scroll sideways.
 */
export const layoutFindings = async (page: Page): Promise<readonly string[]> => {
  await settled(page);
  const found = sentences.parse(
    await page.evaluate(`(() => {
      const shown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const front =
        [...document.querySelectorAll('[role=dialog], [role=listbox], [role=menu]')].filter(shown).at(-1) ?? document.body;
      // Maps place their own labels; a select's or a field's text scrolls.
      const apart = 'svg, figure, option, textarea, title, script, style, body > output, [data-print], #tooltip';
      const clips = (style) => /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
      const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
      const styles = new Map();
      const styleOf = (part) => {
        if (!styles.has(part)) styles.set(part, getComputedStyle(part));
        return styles.get(part);
      };
      const layerOf = (part) => {
        for (let one = part; one !== null; one = one.parentElement)
          if (/fixed|sticky/.test(styleOf(one).position)) return one;
        return null;
      };
      const cut = [];
      const seen = [];
      const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.data.trim();
        if (text === '' || parent.closest(apart) || !shown(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, top, bottom } of range.getClientRects()) {
          if (right - left < 2) continue;
          const box = { left, right, top, bottom };
          let isCut = false;
          for (let one = parent; one !== null && one !== document.documentElement; one = one.parentElement) {
            const style = styleOf(one);
            if (style.position === 'fixed') break;
            if (style.display === 'inline' || (!clips(style) && !scrolls(style))) continue;
            const around = one.getBoundingClientRect();
            const [low, high] = [Math.max(box.left, around.left), Math.min(box.right, around.right)];
            // What is scrolled away is not cut.
            const isShort = scrolls(style) || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
            if (!isShort && high - low > 2 && (box.left < low - 1.5 || box.right > high + 1.5)) isCut = true;
            const [up, down] = [Math.max(box.top, around.top), Math.min(box.bottom, around.bottom)];
            const part = (down - up) / (box.bottom - box.top);
            if (!isShort && high - low > 2 && part > 0.15 && part < 0.75) isCut = true;
            Object.assign(box, { left: low, right: high, top: up, bottom: down });
          }
          if (box.right - box.left < 3 || box.bottom - box.top < 3) continue;
          if (isCut) cut.push('the text "' + text.slice(0, 40) + '" is cut');
          seen.push({ text, node, box, layer: layerOf(parent) });
        }
      }
      seen.sort((a, b) => a.box.top - b.box.top);
      const over = [];
      seen.forEach((a, i) => {
        for (let j = i + 1; j < seen.length && seen[j].box.top < a.box.bottom - 3; j += 1) {
          const b = seen[j];
          const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (a.node !== b.node && a.layer === b.layer && wide > 1 && high > 4)
            over.push('the texts "' + a.text.slice(0, 40) + '" and "' + b.text.slice(0, 40) + '" are on each other');
        }
      });
      const narrow = [...front.querySelectorAll('ol > li')].filter((one) => {
        if (Number(one.style.getPropertyValue('--share') || 1) === 1 || one.querySelector('.line-through') === null) return false;
        const own = one.getBoundingClientRect();
        return ![...one.parentElement.children].some((other) => {
          const { top, bottom } = other.getBoundingClientRect();
          return other !== one && other.style.getPropertyValue('--share') !== '' && top < own.bottom - 1 && own.top < bottom - 1;
        });
      }).map((one) => 'the cancelled "' + one.textContent.slice(0, 40) + '" is narrower than its day');
      return [...new Set([...cut, ...over, ...narrow])];
    })()`),
  );
  return [...found, ...(await overflows(page))];
};

/** From the smallest phone to a large screen, with the widths of tablets at which columns begin. */
const layoutWidths = [320, 360, 390, 768, 1024, 1100, 1180, 1280, 1920] as const;

/** What is cut, on each other or beside the window, with its width. It begins at the end nearer to what the page is now. */
export const layoutOnAll = async (
  page: Page,
  become: Become,
  now: Pick<Device, 'finger' | 'colorScheme'>,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const width of now.finger ? layoutWidths : layoutWidths.toReversed()) {
    await become({ width, height: 800, finger: width < 1024, colorScheme: now.colorScheme });
    let wrong = await layoutFindings(page);
    if (wrong.length > 0) {
      // Maps are drawn again once they know their new size.
      await page.waitForTimeout(300);
      wrong = await layoutFindings(page);
    }
    for (const finding of wrong) found.push(`${width} px: ${finding}`);
  }
  return found;
};

/** Everything that is wrong with an open page on a device. */
export const findings = async (page: Page, { finger }: { readonly finger: boolean }): Promise<readonly string[]> => [
  ...(await axeFindings(page)),
  ...(await overflows(page)),
  ...(finger ? await smallTargets(page) : []),
];
