import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { NotSignedIn, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';

export type User = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly profileImageUrl: string | null;
  readonly isGuest: boolean;
};

/** What a history calls the user who caused an event; without a user, the product itself. */
export const actorNameOf = (user: User | undefined): string => (user ? (user.firstName ?? user.email) : 'Rondo');

/** An account whose password was proven. */
export type Proven = {
  readonly user: User;
  /** As it is stored. */
  readonly passwordHash: string;
};

type Registration = {
  readonly email: string;
  readonly password: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
};

const columns = [
  'id',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'profile_image_url as profileImageUrl',
  'is_guest as isGuest',
] as const;

const ended = 'This guest session has ended. Please start again.';
/** What is said of a password that does not prove who is asking. */
export const wrongPassword = 'This is not the password of your account.';
export const hasAccount = 'An account with this email address already exists.';

type Database = Pick<Services, 'db'>;

export const findUser = ({ db }: Database, id: string): Promise<User | undefined> =>
  db.selectFrom('accounts.users').select(columns).where('id', '=', id).executeTakeFirst();

/** Who caused an event of a studio: its account, undefined for anything else. An imported event may name anybody. */
export const authorIn = async (services: Database, studioId: string, actor: string): Promise<User | undefined> =>
  actor === studioId ? findUser(services, studioId) : undefined;

/** @throws NotSignedIn once the account has ended */
export const signedInUser = async (services: Database, id: string): Promise<User> => {
  const user = await findUser(services, id);
  if (!user) throw new NotSignedIn('Please sign in.');
  return user;
};

declare module '../../platform/kit/services.ts' {
  interface Services {
    /** Whether somebody can sign in to a studio. One that is being brought in, or that an operator imported, has nobody yet. */
    readonly hasAccount: (studioId: string) => Promise<boolean>;
  }
}

export const isGuestStudio = async (services: Database, id: string): Promise<boolean> =>
  (await findUser(services, id))?.isGuest === true;

/** Changes the parts of a user's name that are there. @throws NotSignedIn once the account has ended */
export const renameUser = async (
  services: Database,
  id: string,
  {
    firstName,
    lastName,
  }: { readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined },
): Promise<User> => {
  await services.db
    .updateTable('accounts.users')
    .set({
      updated_at: sql<string>`now()`,
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
    })
    .where('id', '=', id)
    .execute();
  return signedInUser(services, id);
};

/** @throws RuleBroken when the address has an account */
export const registerUser = async (
  { db }: Database,
  { email, password, firstName, lastName }: Registration,
): Promise<User> => {
  const values = { first_name: firstName, last_name: lastName, password_hash: await hashPassword(password) };
  const user = await db
    .insertInto('accounts.users')
    .values({ ...values, id: randomUUID(), email: email.toLowerCase(), is_guest: false, profile_image_url: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (!user) throw new RuleBroken(hasAccount);
  return user;
};

/**
 * Turns a guest into an account with the same id and studio.
 * @throws RuleBroken when the address has an account or the guest is being erased
 */
export const promoteGuest = async (
  { db }: Database,
  id: string,
  { email, password, firstName, lastName }: Registration,
): Promise<User> => {
  const values = { first_name: firstName, last_name: lastName, password_hash: await hashPassword(password) };
  const user = await db
    .updateTable('accounts.users')
    .set({ ...values, email: email.toLowerCase(), is_guest: false, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('is_guest', '=', true)
    .where('is_ending', '=', false)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('accounts.users as other').select('other.id').where('other.email', '=', email.toLowerCase()),
        ),
      ),
    )
    .returning(columns)
    .executeTakeFirst();
  if (user) return user;
  const guest = await db.selectFrom('accounts.users').select('is_ending').where('id', '=', id).executeTakeFirst();
  throw new RuleBroken(guest && !guest.is_ending ? hasAccount : ended);
};

export const openGuest = ({ db }: Database): Promise<User> => {
  const id = randomUUID();
  return db
    .insertInto('accounts.users')
    .values({
      id,
      email: `guest-${id}@guest.invalid`,
      password_hash: null,
      first_name: 'Guest',
      last_name: null,
      is_guest: true,
      profile_image_url: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
};

export const findUserByEmail = ({ db }: Database, email: string): Promise<User | undefined> =>
  db.selectFrom('accounts.users').select(columns).where('email', '=', email.toLowerCase()).executeTakeFirst();

/** The account with this address and password; `undefined` when they do not match. Takes as long for an unknown address. */
export const authenticate = async ({ db }: Database, email: string, password: string): Promise<Proven | undefined> => {
  const found = await db
    .selectFrom('accounts.users')
    .select([...columns, 'password_hash as passwordHash'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  const fits = await verifyPassword(password, found?.passwordHash ?? decoy);
  if (!found || found.passwordHash === null || !fits) return undefined;
  const { passwordHash, ...user } = found;
  return { user, passwordHash };
};

/** Whether the account still has this password. Waits for a change of it that is under way. */
export const stillHasPassword = async ({ db }: Database, id: string, passwordHash: string): Promise<boolean> => {
  const found = await db
    .selectFrom('accounts.users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
};

// A real PHC string that matches no password: an unknown address costs the same work as a known one.
const decoy = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
