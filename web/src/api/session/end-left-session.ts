import { leftSession } from './sign-out-later.ts';

let ending: Promise<void> | undefined;

const end = async (): Promise<void> => {
  const { ok, status } = await fetch('/api/logout', { method: 'POST', credentials: 'same-origin' });
  // Who has no session any more is signed out.
  if (!ok && status !== 401) throw new Error('The session has not ended.');
  localStorage.removeItem(leftSession);
};

/** Ends the session that was left without a network. @throws while that cannot be done, so that no other call is made before */
export const endLeftSession = (): Promise<void> => (ending ??= end().finally(() => (ending = undefined)));
