import { epochMillisecondsOf, instantAt, instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { sql } from 'kysely';
import type { FamilyDoor, FamilyLinks } from '../../../platform/http/callers/family.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { hashOf, shareToken } from '../out/tokens.ts';
import { familyOfRecipient } from './recipients.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly families: FamilyDoor;
  }
}

// Links to families' pages: tokens beside those of shared calendars, each of one recipient. Nothing of them is an event.

type LinkServices = Pick<Services, 'db' | 'models' | 'settingsOf' | 'feedKey' | 'now'>;

/** @throws RuleBroken while the studio has no pages for families */
export const refusePagesOff = async ({ settingsOf }: Pick<Services, 'settingsOf'>, studioId: string): Promise<void> => {
  if (!(await settingsOf(studioId)).settings.familyPage)
    throw new RuleBroken('Family pages are off. Turn them on in Settings first.');
};

/** A link that was neither shared nor opened for so long no longer opens anything. */
const unused = 400 * 24 * 60 * 60 * 1000;

export type LinkState = {
  readonly state: 'none' | 'live' | 'revoked';
  readonly sharedAt: Instant | null;
  readonly lastOpenedAt: Instant | null;
  readonly lastOpenedOn: string | null;
};
export const noLink: LinkState = { state: 'none', sharedAt: null, lastOpenedAt: null, lastOpenedOn: null };

const last = (times: readonly (string | null)[]): Instant | null =>
  times
    .flatMap((time) => (time === null ? [] : instantOf(time)))
    .reduce<Instant | null>((latest, at) => (latest !== null && latest > at ? latest : at), null);

const isUnused = (times: readonly (string | null)[], now: number): boolean => {
  const at = last(times);
  return at === null || epochMillisecondsOf(at) + unused <= now;
};

const ofFamilies = ({ db }: Pick<Services, 'db'>) => db.selectFrom('accounts.feed_tokens').where('kind', '=', 'family');

/** An unknown link is looked up for this id, which belongs to no one, so that it takes as long as a known one. */
const nobody = '00000000-0000-4000-8000-000000000000';

export const familyLinks = (services: LinkServices): FamilyLinks => ({
  ownerOf: async (linkHash) => {
    const row = await ofFamilies(services)
      .select(['studio_id', 'subscriber_id', 'shared_at', 'last_fetched_at'])
      .where('token_hash', '=', linkHash)
      .where('revoked', '=', false)
      .executeTakeFirst();
    const studioId = row?.studio_id ?? nobody;
    const recipientId = row?.subscriber_id ?? nobody;
    const [{ settings }, family] = await Promise.all([
      services.settingsOf(studioId),
      familyOfRecipient(services, studioId, recipientId),
    ]);
    const isRecent = row !== undefined && !isUnused([row.shared_at, row.last_fetched_at], services.now());
    return isRecent && settings.familyPage && family ? { studioId, recipientId } : undefined;
  },
  noteOpening: async (linkHash, device) => {
    await services.db
      .updateTable('accounts.feed_tokens')
      .set({ last_fetched_at: instantAt(services.now()), last_fetched_by: device, fetches: sql`fetches + 1` })
      .where('token_hash', '=', linkHash)
      .where('kind', '=', 'family')
      .execute();
  },
  key: services.feedKey,
});

/** The link of a recipient, the same until it is renewed or revoked. One that nobody has used for long counts as shared again. */
export const shareLink = async (
  services: Pick<Services, 'db' | 'feedKey' | 'now'>,
  studioId: string,
  recipientId: string,
): Promise<string> => {
  const at = instantAt(services.now());
  const token = await shareToken(services, { kind: 'family', studioId, personId: recipientId }, at);
  await services.db
    .updateTable('accounts.feed_tokens')
    .set({ shared_at: at })
    .where('token_hash', '=', hashOf(token))
    .where(sql<boolean>`greatest(shared_at, last_fetched_at, 'epoch') <= ${instantAt(services.now() - unused)}`)
    .execute();
  return token;
};

/** The links of a studio by recipient. */
export const linkStates = async (
  services: Pick<Services, 'db' | 'now'>,
  studioId: string,
): Promise<ReadonlyMap<string, LinkState>> => {
  const rows = await ofFamilies(services)
    .select(['subscriber_id', 'revoked', 'shared_at', 'last_fetched_at', 'last_fetched_by'])
    .where('studio_id', '=', studioId)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.subscriber_id)].map(([recipientId, all]): [string, LinkState] => {
      const live = all.filter(({ revoked }) => !revoked);
      if (live.length === 0) return [recipientId, { ...noLink, state: 'revoked' }];
      const lastOpenedAt = last(live.map((row) => row.last_fetched_at));
      const opened = live.find(
        (row) => row.last_fetched_at !== null && instantOf(row.last_fetched_at) === lastOpenedAt,
      );
      return [
        recipientId,
        {
          state: 'live',
          sharedAt: last(live.map((row) => row.shared_at)),
          lastOpenedAt,
          lastOpenedOn: opened?.last_fetched_by ?? null,
        },
      ];
    }),
  );
};

/** The address of a recipient's page as mail has it; null where its link opens nothing. */
export const pageLink = async (
  services: Pick<Services, 'db' | 'feedKey' | 'now' | 'settingsOf' | 'settings' | 'address'>,
  studioId: string,
  recipientId: string,
): Promise<string | null> => {
  const { PUBLIC_URL } = services.settings;
  const [{ settings }, states] = await Promise.all([services.settingsOf(studioId), linkStates(services, studioId)]);
  const { state, sharedAt, lastOpenedAt } = states.get(recipientId) ?? noLink;
  if (!settings.familyPage || state !== 'live' || isUnused([sharedAt, lastOpenedAt], services.now())) return null;
  const token = await shareToken(services, { kind: 'family', studioId, personId: recipientId });
  return `${(PUBLIC_URL ?? services.address()).replace(/\/+$/, '')}/family#k=${token}`;
};
