// The tooltips of everything that has a title: shown by us, because the browser shows a title to the mouse alone and nobody chooses when.

/** How long the pointer rests on something before its tooltip opens, in milliseconds. */
const openDelay = 700;
/** How soon after a tooltip has closed the next one opens at once. */
const skipDelay = 300;

type Titled = HTMLElement | SVGElement;

type Current = {
  readonly on: Titled;
  readonly text: string;
  /** The pointer is on it: its title is taken away, or the browser would show it too. The focus leaves it, for screen readers. */
  readonly hovered: boolean;
};

const box = document.createElement('div');
box.id = 'tooltip';
box.role = 'tooltip';
// The padding keeps the text away from what it is about and from the edges of the window, and lets the pointer cross from one to the other.
box.className = 'fixed top-0 left-0 z-60 p-1.5 print:hidden';
const label = document.createElement('div');
label.className = 'max-w-80 rounded-control bg-ink px-2.5 py-1.5 text-small break-words text-paper';
box.append(label);

let current: Current | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Something was pressed, or Escape: nothing opens until the pointer or the focus is elsewhere. */
let isDismissed = false;
let closedAt = -Infinity;
/** The last key if nothing was clicked since: only who moves by keyboard sees the tooltip of what has the focus. */
let lastKey = '';
/** Where the pointer has pressed. What appears there, such as an open menu’s button in place of a closed one’s, opens no tooltip either. */
let pressed: { readonly x: number; readonly y: number } | null = null;

const titledAround = (target: EventTarget | null): Titled | null => {
  const on = target instanceof Element ? target.closest('[title]:not([title=""])') : null;
  return on instanceof HTMLElement || on instanceof SVGElement ? on : null;
};

const hide = (): void => {
  clearTimeout(timer);
  if (!box.isConnected) return;
  closedAt = performance.now();
  removals.disconnect();
  box.remove();
  if (current?.on.getAttribute('aria-describedby') === box.id) current.on.removeAttribute('aria-describedby');
};

const dismiss = (): void => {
  isDismissed = true;
  hide();
};

const leave = (): void => {
  hide();
  isDismissed = false;
  // What it is about may have another title by now.
  if (current?.hovered === true && !current.on.hasAttribute('title')) current.on.setAttribute('title', current.text);
  current = null;
};

/** What a tooltip is about can be removed while it is shown, for example with its dialog. */
const removals = new MutationObserver(() => {
  if (current?.on.isConnected !== true) leave();
});

/** Above what it is about, or below if there is no room, and inside the window. */
const place = (on: Titled): void => {
  const around = on.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const centered = around.left + (around.width - width) / 2;
  const left = Math.max(0, Math.min(centered, innerWidth - width));
  const above = Math.floor(around.top - height);
  const below = Math.min(Math.ceil(around.bottom), innerHeight - height);
  const top = above >= 0 ? above : below;
  box.style.translate = `${Math.round(left)}px ${top}px`;
  // Where there is no room beside it, it lies over what it is about, which can still be pressed.
  box.style.pointerEvents = top < around.bottom && around.top < top + height ? 'none' : '';
};

const open = (): void => {
  if (current?.on.isConnected !== true) return;
  const { on, text, hovered } = current;
  label.textContent = text;
  document.body.append(box);
  place(on);
  const isNamedSo = on.getAttribute('aria-label') === text;
  if (hovered && !isNamedSo && !on.hasAttribute('aria-describedby')) on.setAttribute('aria-describedby', box.id);
  removals.observe(document.body, { childList: true, subtree: true });
};

const enter = (
  on: Titled,
  { hovered, dismissed }: { readonly hovered: boolean; readonly dismissed: boolean },
): void => {
  const text = on.getAttribute('title') ?? '';
  current = { on, text, hovered };
  if (hovered) on.removeAttribute('title');
  isDismissed = dismissed;
  if (!dismissed) timer = setTimeout(open, performance.now() - closedAt < skipDelay ? 0 : openDelay);
};

const onOver = ({ target, pointerType, clientX, clientY, buttons }: PointerEvent): void => {
  // A finger has no place where it rests.
  if (pointerType === 'touch') return;
  // Something is dragged: what it passes over does not matter.
  if (buttons !== 0) return leave();
  // A user who magnifies the screen can move onto a tooltip to read it.
  if (target instanceof Node && box.contains(target)) return;
  const on = titledAround(target);
  const isInside = current?.hovered === true && target instanceof Node && current.on.contains(target);
  if (isInside && (on === null || current?.on.contains(on) !== true)) return;
  if (current?.hovered !== true && on === null) return;
  leave();
  if (pressed?.x !== clientX || pressed.y !== clientY) pressed = null;
  if (on) enter(on, { hovered: true, dismissed: pressed !== null });
};

const onFocus = ({ target }: FocusEvent): void => {
  const on = titledAround(target);
  if (on !== target || !(on instanceof Element) || !/^(Tab|Arrow)/.test(lastKey)) return;
  leave();
  enter(on, { hovered: false, dismissed: false });
};

/** Shows the title of what the pointer or the keyboard's focus rests on. What is pressed, and Escape, close it until then. */
export const showTooltips = (): void => {
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    run: (event: DocumentEventMap[Name]) => void,
  ): void => document.addEventListener(name, run, { capture: true, passive: true });
  // The page may be in use before this code has loaded: what appears under a pointer that rests where it has pressed opens nothing. A movement
  // tells that it does not rest.
  document.addEventListener(
    'pointermove',
    (event) => {
      onOver(event);
      listen('pointerover', onOver);
    },
    { capture: true, passive: true, once: true },
  );
  listen('focusin', onFocus);
  listen('focusout', () => {
    if (current?.hovered === false) leave();
  });
  listen('pointerdown', ({ clientX, clientY }) => {
    lastKey = '';
    pressed = { x: clientX, y: clientY };
    dismiss();
  });
  listen('keydown', ({ key, altKey }) => {
    lastKey = key;
    // With Alt, arrow keys move what has the focus.
    if (altKey || key === 'Escape' || key === 'Enter' || key === ' ') dismiss();
  });
  // What is scrolled under a resting pointer gets its tooltip once the scrolling stops.
  listen('scroll', () => {
    hide();
    if (current && !isDismissed) timer = setTimeout(open, openDelay);
  });
  document.documentElement.addEventListener('pointerleave', leave);
};
