import type { Location } from 'react-router-dom';

/**
 * What a reset link says, as the state of the page instead of its address: an address is seen by anyone who looks at the screen, and stays in the
 * browser's list of visited pages. The state outlives a reload. Null for any other address.
 */
export const stateOfResetLink = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): { readonly resetToken: string } | null => {
  const token = new URLSearchParams(search).get('token');
  return pathname !== '/reset-password' || token === null ? null : { resetToken: token.trim() };
};

/** The token of the reset link that was opened; null if the page was opened without one. */
export const resetTokenIn = ({ state }: { readonly state: unknown }): string | null =>
  typeof state === 'object' && state !== null && 'resetToken' in state && typeof state.resetToken === 'string'
    ? state.resetToken
    : null;
