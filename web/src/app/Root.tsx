import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, ScrollRestoration, useNavigation } from 'react-router-dom';
import { stateOfMailLink } from '../features/account/sign-in/mail-link.ts';
import { currentUserQuery } from '../api/session/session.ts';
import { ErrorPanel } from '../ui/lists/panels.tsx';
import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { afterDrawn } from '../lib/page/drawn.ts';
import { useSessionEnded } from '../api/session/session-end.ts';
import { ButtonsPlace, Frame } from './frame/Frame.tsx';
import { useUndoKeys } from '../api/commands/undo.ts';

/** Long enough for the new page to have set its title. */
const settled = 300;

/** Announces the new page's title to screen readers; the focus stays where it was. */
const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState<{ readonly pathname: string; readonly title: string }>({
    pathname,
    title: '',
  });
  useEffect(() => {
    if (announced.pathname === pathname) return;
    const timer = setTimeout(() => setAnnounced({ pathname, title: document.title }), settled);
    return () => clearTimeout(timer);
  }, [pathname, announced]);
  return <output className="sr-only">{announced.title}</output>;
};

const HeaderButtons = lazy(() => afterDrawn(() => import('./frame/HeaderButtons.tsx')));
const Questions = lazy(() => afterDrawn(() => import('./frame/Questions.tsx')));
const RestoreLine = lazy(() => afterDrawn(() => import('../calendar/moments/RestoreLine.tsx')));
const SessionEnded = lazy(() => import('../features/account/sign-in/SessionEnded.tsx'));

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

/** What surrounds every signed-in page. */
const Shell = ({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) => {
  useUndoKeys();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:border focus:border-line focus:bg-raised focus:px-4 focus:py-2 focus:font-control"
      >
        Skip to content
      </a>
      <Frame
        header={
          <>
            <span className="max-w-56 truncate">Welcome, {user.firstName || user.email}</span>
            <Suspense fallback={<ButtonsPlace />}>
              <HeaderButtons user={user} />
            </Suspense>
            <OnTheWay />
          </>
        }
        above={
          <Suspense>
            <RestoreLine />
          </Suspense>
        }
      >
        {children}
      </Frame>
      <Suspense>
        <Questions />
      </Suspense>
      <SignInAgain user={user} />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
};

const SignedOut = lazy(() => import('../features/account/sign-in/SignedOut.tsx'));

const linkPages = new Set(['/forgot-password', '/reset-password', '/confirm-email']);

const Loading = ({ word }: { readonly word: string }) => <output className="block p-6 text-ink-3">{word}</output>;

/** Chooses between the signed-out screens and the signed-in shell. */
export const Root = () => {
  const location = useLocation();
  const { pathname } = location;
  const { data: user, isPending, error, refetch } = useQuery(currentUserQuery);
  const mailLink = stateOfMailLink(location);
  if (mailLink) return <Navigate to={pathname} replace state={mailLink} />;
  if (isPending) return <Loading word="Loading..." />;
  if (error && user === undefined)
    return (
      <main className="p-6">
        <title>Rondo</title>
        <h1 className="mb-4 text-title font-title">Rondo could not be opened</h1>
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      </main>
    );
  if (user === undefined) return <Loading word="Authenticating..." />;
  // A link from a mail also works where someone is signed in, who may be another user.
  if (user === null || linkPages.has(pathname))
    return (
      <Suspense fallback={<Loading word="Loading..." />}>
        <SignedOut />
      </Suspense>
    );
  if (pathname === '/auth') return <Navigate to="/" replace />;
  return (
    <Shell user={user}>
      <Outlet />
    </Shell>
  );
};
