import { createHmac } from 'node:crypto';
import type { StopKind } from '@rondo/contracts/events/schedule/messages.ts';
import type { FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { stoppedAddresses } from '@rondo/projections/messages/queries.ts';
import type { CommandContext } from '../../../../../platform/commands/aggregate.ts';
import type { Services } from '../../../../../platform/kit/services.ts';
import { hashOf } from '../../../out/tokens.ts';
import { emailOf, type Gets } from '../../recipients.ts';
import { changeStop, messagesStream } from '../state.ts';

// Families stop mail by themselves: at the address in a mail's header, without a cookie, or on their page. A stop holds for the address in this
// studio, for anyone who has it. Addresses of stops are plain rows, as links to pages are; only the hash of the secret part is stored.

/** What one address of a stop ends. */
export type Stop = {
  readonly studioId: string;
  readonly recipientId: string;
  readonly email: string;
  readonly kind: Exclude<StopKind, 'all'>;
};

/** The address at which a recipient ends a kind of mail, the same in every mail; null where this server has no https address. */
export const stopAddress = async (
  { db, feedKey, settings }: Pick<Services, 'db' | 'feedKey' | 'settings'>,
  { studioId, recipientId, email, kind }: Stop,
): Promise<string | null> => {
  const { PUBLIC_URL: publicUrl } = settings;
  if (publicUrl?.startsWith('https:') !== true) return null;
  const secret = createHmac('sha256', await feedKey())
    .update(JSON.stringify(['mail stop', studioId, email.toLowerCase(), kind]))
    .digest('base64url');
  await db
    .insertInto('accounts.mail_stops')
    .values({ token_hash: hashOf(secret), studio_id: studioId, recipient_id: recipientId, email, kind })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ recipient_id: recipientId }))
    .execute();
  return `${publicUrl.replace(/\/+$/, '')}/mail/${secret}`;
};

/** What the secret part of an address ends; undefined for an unknown one. */
export const findStop = async ({ db }: Pick<Services, 'db'>, secret: string): Promise<Stop | undefined> => {
  const row = await db
    .selectFrom('accounts.mail_stops')
    .selectAll()
    .where('token_hash', '=', hashOf(secret))
    .executeTakeFirst();
  return row && { studioId: row.studio_id, recipientId: row.recipient_id, email: row.email, kind: row.kind };
};

/** What is stopped at an address. */
export const stoppedAt = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  email: string,
): Promise<ReadonlySet<StopKind>> =>
  (await stoppedAddresses(messagesModel.read(models), studioId)).get(email.toLowerCase()) ?? new Set();

/** What is mailed to a recipient, as the family's page says; null without an address. */
export const familyMail = async (
  services: Pick<Services, 'models' | 'settingsOf'>,
  { studioId, recipientId, gets }: { readonly studioId: string; readonly recipientId: string; readonly gets: Gets },
): Promise<FamilyPage['mail']> => {
  const [email, { settings }] = await Promise.all([
    emailOf(services, studioId, recipientId),
    services.settingsOf(studioId),
  ]);
  if (email === null) return null;
  const stopped = await stoppedAt(services, studioId, email);
  const isReminded = settings.sendReminders && gets !== 'invoices';
  return {
    email,
    reminders: isReminded ? !stopped.has('reminders') : null,
    notes: gets === 'invoices' ? null : !stopped.has('notes'),
    all: !stopped.has('all'),
  };
};

/** What teachers read of who wants no mail at all. */
export const wantsNoMail = (name: string): string => `${name} wants no mail. Please call.`;

/** Why a kind of mail does not go to an address; null: it does. */
export const whyStopped = (
  stopped: ReadonlySet<StopKind> | undefined,
  kind: Exclude<StopKind, 'all'> | null,
): string | null => {
  if (stopped?.has('all') === true) return 'Wants no mail.';
  return kind !== null && stopped?.has(kind) === true ? `Wants no ${kind}.` : null;
};

/** Stops a kind of mail to an address, or lets it come again. */
export const setStop = async (
  services: Pick<Services, 'handlers' | 'models' | 'store'>,
  context: CommandContext,
  {
    recipientId,
    ...change
  }: { readonly recipientId: string; readonly email: string; readonly kind: StopKind; readonly stop: boolean },
) => {
  const head = await services.store.head();
  if (head !== null) await services.models.reached(head, [messagesModel]);
  const isStopped = (await stoppedAt(services, context.studioId, change.email)).has(change.kind);
  return services.handlers.messages.execute(messagesStream(context.studioId, recipientId), context, {
    input: change,
    decide: changeStop(change, isStopped),
  });
};
