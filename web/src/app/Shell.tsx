import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, ScrollRestoration, useNavigation } from 'react-router-dom';
import { useSessionEnded } from '../lib/session-end.ts';
import { Brand } from '../ui/brand.tsx';
import { BottomTabs } from './BottomTabs.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';
import { TopTabs } from './TopTabs.tsx';
import { useUndoKeys } from '../undo/use-undo-keys.ts';

const HeaderButtons = lazy(() => import('./HeaderButtons.tsx'));
const RestoreLine = lazy(() => import('../calendar/moments/RestoreLine.tsx'));
const SessionEnded = lazy(() => import('../features/auth/SessionEnded.tsx'));

/** Offers to sign in again, over whatever is open. */
const SignInAgain = ({ user }: { readonly user: CurrentUser }) =>
  useSessionEnded() && (
    <Suspense>
      <SessionEnded user={user} />
    </Suspense>
  );

/** A progress line under the header, shown when a page's code and data take longer than a moment. */
const OnTheWay = () => {
  const { state } = useNavigation();
  if (state !== 'loading') return null;
  return (
    <output className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
      <span className="sr-only">Loading...</span>
      <span
        aria-hidden
        className="block h-full w-1/3 animate-[on-the-way_1.2s_linear_150ms_infinite_backwards] bg-accent motion-reduce:hidden"
      />
    </output>
  );
};

/** The frame of every signed-in page. */
export const Shell = ({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) => {
  useUndoKeys();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:border focus:border-line focus:bg-raised focus:px-4 focus:py-2 focus:font-control"
      >
        Skip to content
      </a>
      <header className="relative grid h-14 grid-cols-[1fr_auto_1fr] items-center gap-x-4 border-b border-line bg-card px-6 max-wide:grid-cols-[auto_auto_minmax(0,1fr)] max-desk:h-13 max-desk:gap-x-0 max-desk:grid-cols-[auto_minmax(0,1fr)] max-desk:pr-2 max-desk:pl-4 print:hidden">
        <Link to="/schedule" className="flex w-fit items-center gap-2.5 rounded-control max-desk:h-11">
          <Brand />
          <span className="border-l border-line pl-2.5 text-small whitespace-nowrap text-ink-3 max-wide:hidden">
            Lesson Scheduling &amp; Route Optimization
          </span>
        </Link>
        <TopTabs />
        <div className="flex min-w-0 items-center justify-end gap-2 text-ink-2 max-desk:pl-4">
          <span className="max-w-56 truncate">Welcome, {user.firstName || user.email}</span>
          <Suspense fallback={<span className="h-9 w-18 shrink-0 max-desk:h-11 max-desk:w-22" />}>
            <HeaderButtons user={user} />
          </Suspense>
        </div>
        <OnTheWay />
      </header>
      <Suspense>
        <RestoreLine />
      </Suspense>
      <main
        id="main"
        tabIndex={-1}
        className="px-6 pt-5 pb-8 focus:outline-none max-desk:px-4 max-desk:pt-3 max-desk:pb-[calc(84px+env(safe-area-inset-bottom))]"
      >
        {children}
      </main>
      <SignInAgain user={user} />
      <BottomTabs />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
};
