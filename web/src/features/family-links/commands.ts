import type { Family, SharedLink } from '@rondo/contracts/api/calendars/families.ts';
import { commandAnswered } from '../../api/client.ts';
import { useAction, useCommand } from '../../api/commands/command.ts';
import { read } from '../../api/queries.ts';

/** Asked again each time the page opens: families open their pages without a call of this browser. */
export const familiesQuery = { ...read('GET /api/families', {}), staleTime: 0 } as const;

export type Recipient = Family['recipients'][number];

/** Turns the pages of all families on. */
export const useTurnOn = () =>
  useCommand('PATCH /api/settings', { done: 'Family pages are on', failed: 'This was not saved' });

/** What families can do on their pages. */
export const useSwitch = () =>
  useCommand('PATCH /api/settings', { done: 'Settings saved', failed: 'This was not saved' });

/** The link of someone; the same until it is renewed. */
export const useShare = (onShared: (link: SharedLink) => void) =>
  useAction(
    async ({ id }: Recipient) => commandAnswered('POST /api/families/links', { body: { recipientIds: [id] } }),
    {
      done: null,
      failed: 'The link could not be shared',
      onSaved: (links) => {
        if (links[0]) onShared(links[0]);
      },
    },
  );

export const useRenew = (onShared: (link: SharedLink) => void) =>
  useAction(
    async ({ id }: Recipient) =>
      commandAnswered('POST /api/families/links/:recipientId/renew', { params: { recipientId: id }, body: {} }),
    { done: 'Link renewed', failed: 'The link was not renewed', onSaved: onShared },
  );

export const useRevoke = () =>
  useAction(
    async ({ id }: Recipient) =>
      commandAnswered('DELETE /api/families/links/:recipientId', { params: { recipientId: id }, body: {} }),
    { done: 'Link revoked', failed: 'The link was not revoked' },
  );
