import type { Location } from 'react-router-dom';

/** The pages that links in mails open with a token. */
const pages: ReadonlySet<string> = new Set(['/reset-password', '/confirm-email', '/change-email']);

/**
 * What a link from a mail says, as the state of the page instead of its address: an address is seen by anyone who looks at the screen, and stays in
 * the browser's list of visited pages. The state outlives a reload. Null for any other address.
 */
export const stateOfMailLink = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): { readonly token: string } | null => {
  const token = new URLSearchParams(search).get('token');
  return !pages.has(pathname) || token === null ? null : { token: token.trim() };
};

/** The token of the link that was opened; null if the page was opened without one. */
export const tokenIn = ({ state }: { readonly state: unknown }): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string'
    ? state.token
    : null;
