import { useLayoutEffect, type RefObject } from 'react';

type Place = {
  readonly element: HTMLElement;
  /** A dialog makes room for a toast above its footer; a bar has the toast above itself. */
  readonly isRoom: boolean;
};

// The dialogs and bars that are open, the topmost last.
let places: readonly Place[] = [];
/** Of the toast that is shown, in pixels; 0 without one. */
let toastHeight = 0;

const space = 12;
/** Beside a dialog as far from the left edge as this, a toast stands at the bottom left of the window, as without a dialog. */
const roomBeside = 336;

const properties = ['--toast-bottom', '--toast-left', '--toast-right', '--toast-room'] as const;

const setAll = (values: { readonly [Name in (typeof properties)[number]]?: number }): void => {
  const { style } = document.documentElement;
  for (const name of properties) {
    const value = values[name];
    if (value === undefined) style.removeProperty(name);
    else style.setProperty(name, `${value}px`);
  }
};

const place = (): void => {
  const top = places.at(-1);
  for (const { element, isRoom } of places) if (isRoom) element.style.height = '';
  const pageRoom = toastHeight === 0 ? {} : { '--toast-room': toastHeight + space };
  if (!top) return setAll(pageRoom);
  if (!top.isRoom) {
    const bottom = window.innerHeight - top.element.getBoundingClientRect().top + space;
    return setAll({ '--toast-bottom': bottom, ...pageRoom });
  }
  const { left, right } = top.element.getBoundingClientRect();
  if (left >= roomBeside) return setAll({ '--toast-bottom': 24 });
  if (toastHeight > 0) top.element.style.height = `${toastHeight + space}px`;
  const bottom = window.innerHeight - top.element.getBoundingClientRect().bottom + space / 2;
  return setAll({
    '--toast-bottom': bottom,
    '--toast-left': Math.max(16, left + space),
    '--toast-right': Math.max(16, window.innerWidth - right + space),
  });
};

/** Makes room for a toast of this height, so that it covers nothing; 0 takes the room back. */
export const makeToastRoom = (height: number): void => {
  if (height === toastHeight) return;
  toastHeight = height;
  place();
};

const usePlace = (frame: RefObject<HTMLElement | null>, isRoom: boolean): void => {
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const own = { element, isRoom };
    places = [...places, own];
    place();
    // A footer moves when the dialog around it grows or shrinks.
    const observer = new ResizeObserver(place);
    for (const moving of [...(isRoom ? [] : [element]), element.parentElement, document.documentElement])
      if (moving) observer.observe(moving);
    return () => {
      observer.disconnect();
      places = places.filter((other) => other !== own);
      place();
    };
  }, [frame, isRoom]);
};

/** While a bar is shown, toasts appear above it, so that they never cover its buttons. */
export const useToastsAbove = (bar: RefObject<HTMLElement | null>): void => usePlace(bar, false);

/** While a dialog is open, a toast stands in this part of it, which is as high as the toast and empty without one. */
export const useToastRoom = (room: RefObject<HTMLElement | null>): void => usePlace(room, true);
