import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { usePhone } from '../../../ui/media.ts';
import { useStable } from '../../../lib/page/stable.ts';
import { placeBeside, type Place } from './place.ts';

type CardFrameProps = {
  /** The entry at whose block it is. */
  readonly id: string;
  readonly onClose: () => void;
  /** Handles a key that is pressed while the card is open; true if it has a meaning. */
  readonly onKey: (key: string, isOnCard: boolean) => boolean;
  /** Its name for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
};

const blockOf = (id: string): HTMLElement | null => document.querySelector(`[data-entry="${CSS.escape(id)}"]`);

/** Gives the focus back to the block of a card that closes. */
export const focusBlock = (id: string): void => blockOf(id)?.focus({ preventScroll: true });

/** Positions in the document, so that the card scrolls with its block. */
type At = Place & { readonly ring: (Place & { readonly width: number; readonly height: number }) | null };

const isSame = (a: At | null, b: At): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Measures where the card is: beside its block, or without one in the middle of the window. */
const placeOf = (id: string, card: HTMLElement): At => {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const block = blockOf(id)?.getBoundingClientRect();
  const isShown = block !== undefined && block.height > 0;
  const middle = { left: view.width / 2, top: view.height / 4, width: 0, height: 0 };
  const { left, top } = placeBeside(
    isShown ? block : { ...middle, left: middle.left - size.width / 2 - 8 },
    size,
    view,
  );
  const [x, y] = [window.scrollX, window.scrollY];
  return {
    left: left + x,
    top: top + y,
    ring: isShown ? { left: block.left + x, top: block.top + y, width: block.width, height: block.height } : null,
  };
};

const isElsewhere = (target: EventTarget | null, frame: HTMLElement | null): boolean =>
  target instanceof Element && !frame?.contains(target) && target.closest('[role=menu]') === null;

/** A press outside closes the card and does nothing else to the week; one on another entry opens or drags that. */
const usePressOutside = (frame: { readonly current: HTMLElement | null }, onClose: () => void): void => {
  const close = useStable(onClose);
  useEffect(() => {
    const onDown = (event: PointerEvent): void => {
      const { target } = event;
      if (!isElsewhere(target, frame.current) || !(target instanceof Element)) return;
      if (target.closest('[data-entry]')) return;
      close();
      if (!target.closest('[data-stave]')) return;
      event.stopPropagation();
      const swallow = (click: MouseEvent): void => click.stopPropagation();
      window.addEventListener('click', swallow, { capture: true, once: true });
      const forget = (): void =>
        void setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
      window.addEventListener('pointerup', forget, { capture: true, once: true });
    };
    window.addEventListener('pointerdown', onDown, { capture: true });
    return () => window.removeEventListener('pointerdown', onDown, { capture: true });
  }, [frame, close]);
};

const useKeys = (
  frame: { readonly current: HTMLElement | null },
  { onClose, onKey }: Pick<CardFrameProps, 'onClose' | 'onKey'>,
): void => {
  const handle = useStable((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // A menu or another dialog has its own keys.
    const other =
      target instanceof Element ? target.closest('[role=menu], [role=dialog], dialog, input, textarea') : null;
    if (other && other !== frame.current && !other.contains(frame.current)) return;
    if (event.key === 'Escape') onClose();
    else if (!onKey(event.key, target === frame.current)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Before the shortcuts of the week, which listen to the same keys.
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, [handle]);
};

const focusable = 'a[href], button:not([disabled])';

const Popover = ({ id, label, onClose, onKey, children }: CardFrameProps) => {
  const frame = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState<At | null>(null);
  const measure = useStable(() => {
    if (!frame.current) return;
    const next = placeOf(id, frame.current);
    setAt((before) => (isSame(before, next) ? before : next));
  });
  // After every render: what the card says may grow, and its block may move.
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    for (const one of [frame.current, document.documentElement]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, [measure]);
  useEffect(() => {
    blockOf(id)?.scrollIntoView({ block: 'nearest' });
    frame.current?.focus({ preventScroll: true });
  }, [id]);
  usePressOutside(frame, onClose);
  useKeys(frame, { onClose, onKey });
  /** Tab stays in the card. */
  const ring = (event: {
    readonly key: string;
    readonly shiftKey: boolean;
    readonly preventDefault: () => void;
  }): void => {
    if (event.key !== 'Tab') return;
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>(focusable) ?? [])];
    const [first, last] = [stops[0], stops.at(-1)];
    const { activeElement } = document;
    if (event.shiftKey ? activeElement !== first && activeElement !== frame.current : activeElement !== last) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  return createPortal(
    <>
      {at?.ring && (
        <i
          aria-hidden
          className="pointer-events-none absolute z-10 rounded-block outline-2 outline-offset-1 outline-accent print:hidden"
          style={at.ring}
        />
      )}
      {/* Not modal: the week behind it can be dragged and clicked. */}
      <dialog
        open
        ref={frame}
        aria-label={label}
        tabIndex={-1}
        onKeyDown={ring}
        className="absolute right-auto z-20 m-0 w-[340px] max-w-[calc(100vw-16px)] rounded-card border border-control bg-raised p-0 text-ink outline-none [--color-card:var(--color-raised)] focus-visible:outline-none print:hidden"
        style={at ?? { left: 0, top: 0 }}
      >
        {children}
      </dialog>
    </>,
    document.body,
  );
};

/** At the bottom of the window, over the page. */
const Sheet = ({ label, onClose, onKey, children }: CardFrameProps) => {
  const frame = useRef<HTMLDivElement>(null);
  useKeys(frame, { onClose, onKey });
  return (
    <Dialog open onClose={onClose} aria-label={label} className="fixed inset-0 z-30">
      <DialogBackdrop className="fixed inset-0 bg-[light-dark(oklch(0.25_0.012_60/.42),oklch(0.08_0.005_60/.66))]" />
      <DialogPanel
        ref={frame}
        tabIndex={-1}
        data-autofocus
        className="fixed inset-x-0 bottom-0 max-h-[calc(100dvh-48px)] overflow-auto rounded-t-dialog border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] outline-none [--color-card:var(--color-raised)]"
      >
        {children}
      </DialogPanel>
    </Dialog>
  );
};

/** A card at the block of an entry; on phones a sheet at the bottom of the window. */
export const CardFrame = (props: CardFrameProps) => (usePhone() ? <Sheet {...props} /> : <Popover {...props} />);
