import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { afterDrawn } from '../../lib/page/drawn.ts';
import type { Subscriber } from '../../calendar/sharing/subscriber.ts';

const loadPalette = () => import('./SearchPalette.tsx');
const SearchPalette = lazy(loadPalette);
const ShareDialog = lazy(() => import('../../calendar/sharing/ShareDialog.tsx'));

/** What is open: the palette, or the calendar that it shares. */
export type SearchState = 'palette' | Subscriber | null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** True for `/` outside a field, and for Ctrl+K and ⌘K anywhere. */
const isSearchKey = (event: KeyboardEvent): boolean => {
  if (event.altKey || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  return event.key === '/' && !isTyping(event.target);
};

/** The search: its field in a wide header, its keys, and its palette. */
export const SearchButton = (props: {
  readonly userId: string;
  readonly state: SearchState;
  readonly onChange: (state: SearchState) => void;
}) => {
  const { userId, state, onChange } = props;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      // An open dialog may have what is not saved.
      if (document.querySelector('[role=dialog]') === null) onChange('palette');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onChange]);
  useEffect(() => {
    // Who has a keyboard types on after the key that opens it.
    if (window.matchMedia('(hover: hover)').matches) void afterDrawn(loadPalette).catch(() => undefined);
  }, []);
  const close = (): void => onChange(null);
  const near = (): void => void loadPalette();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onPointerEnter={near}
        onFocus={near}
        onClick={() => onChange('palette')}
        className="mr-2 hidden h-9 w-38 items-center gap-2 rounded-control border border-line bg-card px-2.5 text-ink-3 hover:border-control min-[1100px]:flex"
      >
        <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        Search
        <kbd aria-hidden className="ml-auto rounded-chip border border-line px-1.5 font-sans text-small">
          /
        </kbd>
      </button>
      {state === 'palette' && (
        <Suspense fallback={null}>
          <SearchPalette userId={userId} onShare={onChange} onClose={close} />
        </Suspense>
      )}
      {/* A boundary of its own: one that hides the palette until this has loaded would have the palette close what is open. */}
      {state !== null && state !== 'palette' && (
        <Suspense fallback={null}>
          <ShareDialog
            title={state.kind === 'student' ? 'Share Student Calendar' : 'Share Teacher Calendar'}
            subscriber={state}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
