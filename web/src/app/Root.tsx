import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { stateOfMailLink } from '../features/account/sign-in/mail-link.ts';
import { currentUserQuery } from '../api/session/session.ts';
import { ErrorPanel } from '../ui/lists/panels.tsx';
import { Shell } from './frame/Shell.tsx';

const SignedOut = lazy(() => import('../features/account/sign-in/SignedOut.tsx'));

const linkPages = new Set(['/forgot-password', '/reset-password', '/confirm-email', '/change-email']);

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
