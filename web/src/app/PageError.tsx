import { useRevalidator, useRouteError } from 'react-router-dom';
import { ErrorPanel } from '../ui/lists/panels.tsx';

/** Shows in place that a page crashed, and offers to retry. */
export const PageError = () => {
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
