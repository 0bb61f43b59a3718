import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { ScrollRestoration, useNavigation, type Location } from 'react-router-dom';
import { afterDrawn } from '../../lib/page/drawn.ts';
import { useSessionEnded } from '../../api/session/session-end.ts';
import { ButtonsPlace, Frame } from './Frame.tsx';
import './early-keys.ts';

const HeaderButtons = lazy(() => afterDrawn(() => import('./HeaderButtons.tsx')));
const Questions = lazy(() => afterDrawn(() => import('./Questions.tsx')));
const PageLines = lazy(() => afterDrawn(() => import('../../calendar/moments/PageLines.tsx')));
const SessionEnded = lazy(() => import('../../features/account/sign-in/SessionEnded.tsx'));

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

/** Every first page of a tab has the same key: there, a scroll position belongs to the address. */
const positionKey = ({ key, pathname, search }: Location): string => (key === 'default' ? `${pathname}${search}` : key);

/** What surrounds every signed-in page. */
export const Shell = ({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) => {
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
            <PageLines />
          </Suspense>
        }
      >
        {children}
      </Frame>
      <Suspense>
        <Questions />
      </Suspense>
      <SignInAgain user={user} />
      <ScrollRestoration getKey={positionKey} />
    </>
  );
};
