import { Check, CircleAlert, Info } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../cn.ts';
import { makeToastRoom } from './toast-place.ts';

type Tone = 'success' | 'neutral' | 'destructive';

export type ToastAction = { readonly label: string; readonly run: () => void };

export type Toast = {
  readonly title: string;
  readonly description?: string;
  readonly tone?: Tone;
  readonly action?: ToastAction;
  /** What can be done next, before the action that takes it back. */
  readonly also?: readonly ToastAction[];
  /** Milliseconds until it disappears. */
  readonly duration?: number;
};

type PresentToast = Toast & { readonly key: number; readonly leaving: boolean };

const shownFor = 3000;
/** Time to read what was done and decide about the action, in milliseconds. */
const shownWithAction = 10_000;
/** How long a dismissed toast stays in the document, faded, so that a screen reader can finish it, in milliseconds. */
const keptFor = 3000;

let current: PresentToast | null = null;
let keys = 0;
/** The turn of the last report that was shown. */
let latest = 0;
const listeners = new Set<() => void>();

const set = (next: PresentToast | null): void => {
  current = next;
  for (const listener of listeners) listener();
};

/** What is shown, or fades. */
export const presentToast = (): PresentToast | null => current;

/** The turn of a change that is saved and will be reported once the lists are read. Turns grow. */
export const takeTurn = (): number => (keys += 1);

/**
 * Shows a toast for three seconds, one with an action for ten. Only one at a time: a new one replaces the last, and the report of
 * a change is not shown after that of a later one.
 */
export const toast = (next: Toast, turn = latest): void => {
  if (turn < latest) return;
  latest = turn;
  set({ ...next, key: takeTurn(), leaving: false });
};

const dismiss = (key: number): void => {
  if (current?.key === key) set({ ...current, leaving: true });
};

/** Dismisses a toast that offers to take back an earlier change: a newer one is saved, and its own report may wait for slow lists. */
export const withdrawOffer = (): void => {
  if (current?.action) dismiss(current.key);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const icons = { success: Check, neutral: Info, destructive: CircleAlert } as const;

/** Its time is counted in steps of this many milliseconds. */
const step = 250;

/**
 * Dismisses a toast after its time; while it is hovered or focused, it stays. Only time that the page is alive for counts: one that hangs, or
 * a computer that sleeps, takes one step, so that the toast is still there to be read.
 */
const useLeaving = (present: PresentToast | null, isHeld: boolean): void => {
  const { key, leaving } = present ?? { key: 0, leaving: false };
  const shortest = present?.action || present?.also?.length ? shownWithAction : shownFor;
  const duration = Math.max(present?.duration ?? 0, shortest);
  useEffect(() => {
    if (key === 0 || (isHeld && !leaving)) return;
    let left = leaving ? keptFor : duration;
    const timer = setInterval(() => {
      left -= step;
      if (left > 0) return;
      clearInterval(timer);
      if (!leaving) dismiss(key);
      else if (current?.key === key) set(null);
    }, step);
    return () => clearInterval(timer);
  }, [key, leaving, duration, isHeld]);
};

/** The toast region; render it once. It is attached to the body, where an open dialog does not silence it. */
export const Toaster = () => {
  const present = useSyncExternalStore(subscribe, presentToast);
  // Keyed: a toast that is removed while hovered or focused gets no leave event, and must not keep the next one open.
  const [hovered, setHovered] = useState(0);
  const [focused, setFocused] = useState(0);
  useLeaving(present, present?.key === hovered || present?.key === focused);
  const card = useRef<HTMLDivElement>(null);
  const isThere = present?.leaving === false;
  // After each render: another text has another height.
  useLayoutEffect(() => makeToastRoom(isThere ? (card.current?.offsetHeight ?? 0) : 0));
  const tone = present?.tone ?? 'success';
  const Icon = icons[tone];
  return createPortal(
    <output
      aria-live={tone === 'destructive' ? 'assertive' : 'polite'}
      className="pointer-events-none fixed right-(--toast-right,24px) bottom-(--toast-bottom,24px) left-(--toast-left,24px) z-50 flex max-desk:right-(--toast-right,16px) max-desk:bottom-(--toast-bottom,80px) max-desk:left-(--toast-left,16px)"
    >
      {present && (
        <div
          ref={card}
          key={present.key}
          onPointerEnter={() => setHovered(present.key)}
          onPointerLeave={() => setHovered(0)}
          onFocus={() => setFocused(present.key)}
          onBlur={() => setFocused(0)}
          className={cn(
            'flex max-w-[min(560px,100%)] min-w-72 items-center gap-3 rounded-day py-2.5 pr-2.5 pl-4 transition duration-140 ease-rondo starting:translate-y-1 starting:opacity-0 motion-reduce:transition-none max-desk:w-full',
            tone === 'destructive' ? 'border border-bad bg-raised text-ink' : 'bg-ink text-paper',
            (present.also?.length ?? 0) > 0 && 'max-desk:flex-wrap max-desk:justify-end max-desk:[&>p]:basis-3/4',
            present.leaving ? 'opacity-0' : 'pointer-events-auto',
          )}
        >
          <Icon
            aria-hidden
            className={cn('size-4 shrink-0', tone === 'destructive' && 'text-bad')}
            strokeWidth={tone === 'success' ? 2 : 1.75}
          />
          <p className="min-w-0 grow py-1.5 pr-1.5 break-words">
            <span className="block font-control">{present.title}</span>
            {present.description !== undefined && <span className="block">{present.description}</span>}
          </p>
          {[...(present.also ?? []), present.action].map(
            (action) =>
              action && (
                <button
                  key={action.label}
                  type="button"
                  className="h-9 shrink-0 rounded-control border border-current/30 px-3.5 font-control hover:border-current max-desk:h-11"
                  onClick={() => {
                    action.run();
                    dismiss(present.key);
                  }}
                >
                  {action.label}
                </button>
              ),
          )}
        </div>
      )}
    </output>,
    document.body,
  );
};
