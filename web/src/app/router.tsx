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

const schedule = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/schedule/SchedulePage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const moment = {
  lazy: async () => {
    const { loadMoment } = await import('../features/schedule/SchedulePage.tsx');
    const { default: Component, prefetch } = await loadMoment();
    return { Component, loader: forUser(prefetch) };
  },
};

const planner = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/planner/PlannerPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const students = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/students/StudentsPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const teachers = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/teachers/TeachersPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const routes = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/routes/RoutesPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const history = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/history/HistoryPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const settings = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/settings/SettingsPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const monitor = {
  lazy: async () => {
    const { default: Component, prefetch } = await import('../features/monitor/MonitorPage.tsx');
    return { Component, loader: forUser(prefetch) };
  },
};

const account = {
  lazy: async () => {
    const { default: Component } = await import('./ChangePassword.tsx');
    return { Component };
  },
};

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
            { path: 'moment', ...moment },
            { path: 'planner', ...planner },
            { path: 'students', ...students },
            { path: 'teachers', ...teachers },
            { path: 'routes', ...routes },
            { path: 'change-password', ...account },
            { path: 'api-monitor', ...monitor },
            { path: 'history', ...history },
            { path: 'settings', ...settings },
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
