// Signing out works without a network: what this browser keeps goes at once, and the session ends at the next connection, before any other
// call. index.html asks nothing early while that is still to come.

const storedAs = 'rondo.sign-out';

/** Whether the session has still to be ended. */
export const isSessionLeft = (): boolean => {
  try {
    return localStorage.getItem(storedAs) !== null;
  } catch {
    return false;
  }
};

/** Notes that the session is to be ended. @returns false in a browser that cannot remember it */
export const signOutLater = (): boolean => {
  try {
    localStorage.setItem(storedAs, '1');
    return true;
  } catch {
    return false;
  }
};

let ending: Promise<void> | undefined;

const end = async (): Promise<void> => {
  const { ok, status } = await fetch('/api/logout', { method: 'POST', credentials: 'same-origin' });
  // Who has no session any more is signed out.
  if (!ok && status !== 401) throw new Error('The session has not ended.');
  localStorage.removeItem(storedAs);
};

/** Ends the session that was left without a network. @throws while that cannot be done, so that no other call is made before */
export const endLeftSession = (): Promise<void> => (ending ??= end().finally(() => (ending = undefined)));
