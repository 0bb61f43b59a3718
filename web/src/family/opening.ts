import type { FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import type * as extras from './extras.ts';

/** What there is to show: the page, with the components of what only some pages have, or a sentence instead of it. */
export type Opened =
  | { readonly page: FamilyPage; readonly extras: Omit<typeof extras, 'openPreview'> | null }
  | { readonly sentence: string; readonly canRetry: boolean };

const noCookies = 'Please allow cookies for this site to open your page.';
const noAnswer = 'Your page did not load. Please check your connection and try again.';

/** The secret of the link, taken out of the address before anything is asked for. */
const takeSecret = (): string | null => {
  const secret = /^#k=(.*)$/.exec(window.location.hash)?.[1];
  if (secret === undefined) return null;
  window.history.replaceState(null, '', window.location.pathname);
  return secret;
};

const ask = (secret: string | null): Promise<Response> =>
  secret === null
    ? fetch('/api/family')
    : fetch('/api/family/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ k: secret }),
      });

const hasExtras = ({ asked: questions, notes, owed, mail }: FamilyPage): boolean =>
  questions.length + notes.length + owed.length > 0 || mail !== null;

/** Kept in memory alone, so that a failed try can be repeated. */
let pending: string | null = null;

/** Opens the page by the link in the address, or by the one that this browser has opened before. */
export const openPage = async (): Promise<Opened> => {
  // `#preview=`, for the teacher.
  if (window.location.hash.startsWith('#p')) return (await import('./extras.ts')).openPreview();
  pending = takeSecret() ?? pending;
  if (!navigator.cookieEnabled) return { sentence: noCookies, canRetry: true };
  try {
    const answer = await ask(pending);
    if (!answer.ok) {
      const isOver = answer.status === 401 || answer.status === 404;
      if (isOver) pending = null;
      return { sentence: await answer.text(), canRetry: !isOver };
    }
    pending = null;
    const page: FamilyPage = await answer.json();
    return { page, extras: hasExtras(page) ? await import('./extras.ts') : null };
  } catch {
    return { sentence: noAnswer, canRetry: true };
  }
};

/** Forgets the link on this device. */
export const closePage = async (): Promise<boolean> => {
  try {
    return (await fetch('/api/family/session', { method: 'DELETE' })).ok;
  } catch {
    return false;
  }
};
