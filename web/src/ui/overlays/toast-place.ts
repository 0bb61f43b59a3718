import { useLayoutEffect, type RefObject } from 'react';

// The footers of the open dialogs, the topmost last.
let footers: readonly HTMLElement[] = [];

const space = 12;
/** The distance of toasts from the bottom of the window while a dialog with a footer is open. */
const property = '--toast-bottom';

/** The room below a dialog that a toast needs at its usual place. */
const roomForToast = 120;

const place = (): void => {
  const { style } = document.documentElement;
  const frame = footers.at(-1)?.getBoundingClientRect();
  if (!frame || window.innerHeight - frame.bottom >= roomForToast) style.removeProperty(property);
  else style.setProperty(property, `${window.innerHeight - frame.top + space}px`);
};

/** While the footer of a dialog is shown, toasts appear above it, or below the dialog, so that they never cover its buttons. */
export const useToastsAbove = (footer: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const own = footer.current;
    if (!own) return;
    footers = [...footers, own];
    place();
    // The footer moves when the dialog around it grows or shrinks.
    const observer = new ResizeObserver(place);
    for (const moving of [own, own.parentElement, document.documentElement]) if (moving) observer.observe(moving);
    return () => {
      observer.disconnect();
      footers = footers.filter((other) => other !== own);
      place();
    };
  }, [footer]);
};
