import type { ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, useRevalidator, useRouteError } from 'react-router-dom';
import { queryClient } from '../api/queries.ts';
import { currentUserQuery } from '../api/session/session.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Root } from './Root.tsx';
import { ErrorPanel } from '../ui/lists/panels.tsx';

/** Shows in place that a page crashed, and offers to retry. */
const PageError = () => {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const cause = error instanceof Error ? error.message : 'Something went wrong.';
  const retry = (): void => {
    // Code that failed to load is fetched again only by reloading the page.
    if (/import|module|chunk/i.test(cause)) window.location.reload();
    else void revalidate();
  };
  return <ErrorPanel message={`This page could not be shown. ${cause}`} onRetry={retry} />;
};

/** A page whose data takes longer than this opens with skeletons; the first one replaces an outline that has some already. In milliseconds. */
const patience = { first: 1500, later: 150 };
let isFirst = true;
const aMoment = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, isFirst ? patience.first : patience.later));

/** Prefetches a page's data while its code loads; does nothing when signed out. */
const forUser = (prefetch: (args: LoaderFunctionArgs) => Promise<unknown>) => async (args: LoaderFunctionArgs) => {
  // The root or the page shows the error in place; the route itself still opens.
  const user = await queryClient.ensureQueryData(currentUserQuery).catch(() => null);
  if (user) await Promise.race([prefetch(args).catch(() => undefined), aMoment()]);
  return null;
};

type Page = {
  readonly default: ComponentType;
  readonly prefetch?: (args: LoaderFunctionArgs) => Promise<unknown>;
};

/** A page whose file is loaded when its address is opened. */
const page = (load: () => Promise<Page>) => ({
  lazy: async () => {
    const { default: Component, prefetch } = await load();
    return { Component, ...(prefetch && { loader: forUser(prefetch) }) };
  },
});

const schedule = page(() => import('../features/schedule/SchedulePage.tsx'));
const families = page(() => import('../features/family-links/FamiliesPage.tsx'));

// Asked for while the first page's code loads.
void queryClient.prefetchQuery(currentUserQuery);

/** Begins with loading the page in the address. */
export const createRouter = () =>
  createBrowserRouter([
    {
      path: '/',
      element: <Root />,
      errorElement: <PageError />,
      hydrateFallbackElement: <p className="p-6 text-ink-3">Loading...</p>,
      children: [
        {
          errorElement: <PageError />,
          children: [
            { index: true, ...schedule },
            { path: 'schedule', ...schedule },
            { path: 'moment/*', ...page(() => import('./MomentPages.tsx')) },
            { path: 'planner', ...page(() => import('../features/planner/PlannerPage.tsx')) },
            { path: 'planner/inquiries', ...page(() => import('../features/planner/inquiries/InquiriesPage.tsx')) },
            { path: 'planner/branches/:id?', ...page(() => import('../features/planner/branches/BranchesPage.tsx')) },
            { path: 'students', ...page(() => import('../features/students/StudentsPage.tsx')) },
            { path: 'students/accounts/:payerId', ...page(() => import('../features/payments/AccountPage.tsx')) },
            { path: 'students/:id', ...page(() => import('../features/students/StudentPage.tsx')) },
            { path: 'teachers', ...page(() => import('../features/teachers/TeachersPage.tsx')) },
            { path: 'day', ...page(async () => (await import('../features/road/DayPage.tsx')).open()) },
            { path: 'mileage', ...page(() => import('../features/mileage/MileagePage.tsx')) },
            { path: 'routes', ...page(() => import('../features/routes/RoutesPage.tsx')) },
            { path: 'change-password', ...page(() => import('./ChangePassword.tsx')) },
            { path: 'api-monitor', ...page(() => import('../features/monitor/MonitorPage.tsx')) },
            { path: 'changes', ...page(() => import('../features/telling/ChangesPage.tsx')) },
            { path: 'families', ...families },
            { path: 'messages', ...families },
            { path: 'history', ...page(() => import('../features/history/HistoryPage.tsx')) },
            { path: 'settings', ...page(() => import('../features/settings/SettingsPage.tsx')) },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]);

/** Waits until the code of the first page has loaded, and its data if that does not take too long. */
export const firstPage = (router: ReturnType<typeof createRouter>): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (!router.state.initialized) return;
      unsubscribe();
      isFirst = false;
      resolve();
    };
    const unsubscribe = router.subscribe(check);
    check();
  });
