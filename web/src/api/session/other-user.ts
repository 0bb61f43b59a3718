// All tabs of a browser share one session. When someone else signs in in another tab, this one shows a studio in which it can no longer save.

const storedAs = 'rondo.left-user';

let loading = false;

/** True once the page is being loaded again, which nothing should hold up. */
export const isLoadingAnew = (): boolean => loading;

/**
 * Loads the page again, so that nothing of the user that it shows is left in memory.
 * @param userId whom it shows, or null for nobody, if somebody else is signed in now
 */
export const loadAnew = (userId?: string | null): void => {
  if (loading) return;
  loading = true;
  try {
    if (userId !== undefined) sessionStorage.setItem(storedAs, userId ?? '');
  } catch {
    // Without storage the page only does not say why it was loaded again.
  }
  window.location.replace('/');
};

/** Whom the page showed before it was loaded again for this user, empty for nobody; null if it was not. Once. */
export const replacedBy = (userId: string): string | null => {
  try {
    const left = sessionStorage.getItem(storedAs);
    sessionStorage.removeItem(storedAs);
    return left === userId ? null : left;
  } catch {
    return null;
  }
};
