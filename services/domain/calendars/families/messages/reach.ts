import type { QueuedMessage } from '@rondo/contracts/events/schedule/messages.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { refusedAddresses, stoppedAddresses } from '@rondo/projections/messages/queries.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import type { familiesOf, Gets } from '../recipients.ts';
import { whyStopped } from './stops/stops.ts';

type Family = Awaited<ReturnType<typeof familiesOf>>[number];

type Unreached = {
  /** Null where a family has no one to write to. */
  readonly recipientId: string | null;
  readonly studentIds: readonly string[];
  readonly about: readonly string[];
  readonly name: string;
  readonly phone: string | null;
  readonly because: string;
};

/** Mail that would go by itself. */
export type Mailable = {
  readonly messages: readonly { readonly recipientId: string; readonly message: QueuedMessage }[];
  /** Who would get one and has no address for it. */
  readonly unreached: readonly Unreached[];
};

// Addresses that are reserved for examples, such as those of the sample studio.
const isReserved = (email: string): boolean => /\.(example|invalid|test|localhost)$/i.test(email);

/**
 * Why mail that no one has clicked for does not go to an address; null: it does. It is asked with what of mail is a family's to stop, null for
 * mail that is stopped only with all mail.
 */
export const reachOf = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
): Promise<(email: string | null, kind: 'reminders' | null) => string | null> => {
  const db = messagesModel.read(models);
  const [refused, stopped] = await Promise.all([refusedAddresses(db, studioId), stoppedAddresses(db, studioId)]);
  return (email, kind) => {
    if (email === null || email === '') return 'No email address.';
    if (isReserved(email)) return 'This address is an example.';
    const address = email.toLowerCase();
    return refused.get(address) ?? whyStopped(stopped.get(address), kind);
  };
};

/**
 * A family's mail: a message to each of its recipients whom it is for and whom it reaches.
 * @param but who gets only this gets none of it
 */
export const mailTo = (
  { name, recipients }: Pick<Family, 'name' | 'recipients'>,
  { studentIds, about = [] }: { readonly studentIds: readonly string[]; readonly about?: readonly string[] },
  {
    but,
    whyUnreached,
    messageTo,
  }: {
    readonly but: Gets;
    readonly whyUnreached: (email: string | null) => string | null;
    readonly messageTo: (recipientId: string, email: string) => QueuedMessage;
  },
): Mailable => {
  const own = recipients.filter(({ gets }) => gets !== but);
  if (own.length === 0)
    return {
      messages: [],
      unreached: [{ recipientId: null, studentIds, about, name, phone: null, because: 'Add a contact.' }],
    };
  const tried = own.map(({ id: recipientId, email, ...person }) => ({
    recipientId,
    email: email ?? '',
    because: whyUnreached(email),
    person,
  }));
  return {
    messages: tried.flatMap(({ recipientId, email, because }) =>
      because === null ? [{ recipientId, message: messageTo(recipientId, email) }] : [],
    ),
    unreached: tried.flatMap(({ recipientId, because, person }) =>
      because === null ? [] : [{ recipientId, studentIds, about, name: person.name, phone: person.phone, because }],
    ),
  };
};

/** All of several families' mail. */
export const together = (all: readonly Mailable[]): Mailable => ({
  messages: all.flatMap(({ messages }) => messages),
  unreached: all.flatMap(({ unreached }) => unreached),
});
