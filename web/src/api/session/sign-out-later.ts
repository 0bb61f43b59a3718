// Signing out works without a network: what this browser keeps goes at once, and the session ends at the next connection, before any other
// call (end-left-session.ts, which is loaded then). index.html asks nothing early while that is still to come.

/** What local storage has while a session has still to be ended. */
export const leftSession = 'rondo.sign-out';

/** Whether the session has still to be ended. */
export const isSessionLeft = (): boolean => {
  try {
    return leftSession in localStorage;
  } catch {
    return false;
  }
};

/** Notes that the session is to be ended. @returns false in a browser that cannot remember it */
export const signOutLater = (): boolean => {
  try {
    localStorage.setItem(leftSession, '1');
    return true;
  } catch {
    return false;
  }
};
