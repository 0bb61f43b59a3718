import { randomUUID } from 'node:crypto';
import { accountMails } from '../domain/accounts/mails/account-mails.ts';
import { accountRoutes } from '../domain/accounts/api.ts';
import { confirmationRoutes } from '../domain/accounts/mails/confirmation-api.ts';
import { confirmationLinks } from '../domain/accounts/mails/confirmation-links.ts';
import { emailConfirmations } from '../domain/accounts/mails/email-confirmations.ts';
import { mailsToOthers } from '../domain/accounts/mails/mails-to-others.ts';
import { ownSessions } from '../domain/accounts/own-sessions.ts';
import { passwordChanges } from '../domain/accounts/passwords/password-changes.ts';
import { passwordRoutes } from '../domain/accounts/passwords/passwords-api.ts';
import { signInPlaces } from '../domain/accounts/places.ts';
import { passwordProof } from '../domain/accounts/proof.ts';
import { resetTokens } from '../domain/accounts/passwords/reset-tokens.ts';
import { sentMails } from '../domain/accounts/mails/sent-mails.ts';
import { sessionRoutes } from '../domain/accounts/sessions-api.ts';
import { signInAttempts } from '../domain/accounts/sign-in-attempts.ts';
import { users as allUsers } from '../domain/accounts/users.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { CommandContext } from '../platform/commands/aggregate.ts';
import type { Actor } from '../platform/http/callers/actor.ts';
import type { Route } from '../platform/http/route.ts';
import type { ReadModels } from '../platform/models/read-models.ts';
import type { StudioClock } from '../domain/studio/clock.ts';
import type { StudioCommands } from '../domain/studio/commands.ts';
import type { Config } from './config/config.ts';
import type { DomainServices } from './domain-services.ts';
import type { Infrastructure } from './infrastructure.ts';
import { allReadModels } from './read-models.ts';

/** Where people open this server: the public address, else the one that it listens on. Never what a request names. */
export const serverAddress = ({ PUBLIC_URL, HOST }: Pick<Config, 'PUBLIC_URL' | 'HOST'>, port: number): string => {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const everywhere = HOST === undefined || HOST === '0.0.0.0' || HOST === '::';
  const host = everywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${port}`;
};

/** The calls on accounts, passwords and sessions, and who may send mail to others. */
export const openAccounts = ({
  infrastructure: { db },
  services: { erasure, mailer, waitingMails: waiting },
  models,
  studios,
  clock,
  address,
  config,
}: {
  readonly infrastructure: Infrastructure;
  readonly services: DomainServices;
  readonly models: ReadModels;
  readonly studios: StudioCommands;
  readonly clock: StudioClock;
  readonly address: () => string;
  readonly config: Config;
}) => {
  const users = allUsers(db);
  const places = signInPlaces(db);
  const tokens = resetTokens(db);
  const attempts = signInAttempts({
    // Without a mail server no link lets the owner in.
    mostUnknown: mailer.sends ? config.SIGN_IN_FAILURES_PER_HOUR : Infinity,
  });
  const proof = passwordProof({ users, places, attempts });

  /** Erases a studio, and waits until nothing shows it any more. */
  const erase = async (
    { studioId, userId }: Actor,
    declare: (context: CommandContext) => Promise<Position | null>,
  ): Promise<void> => {
    const commandId = randomUUID();
    const position = await declare({
      studioId,
      actor: userId,
      commandId,
      correlationId: commandId,
      causationId: commandId,
    });
    if (position !== null) await models.reached(position, [{ name: 'erasure' }, ...allReadModels]);
  };

  const mails = accountMails({ waiting, users, tokens, address, now: config.now });
  const confirmations = emailConfirmations(db, { linksPerDay: config.CONFIRMATION_LINKS_PER_DAY });
  const links = confirmationLinks({ confirmations, mails });
  const { sends: sendsMail } = mailer;
  const sent = sentMails(db, {
    perQuarterHour: config.MAILS_PER_15_MINUTES,
    perDay: config.MAILS_PER_DAY,
    perDayWhenNew: config.MAILS_PER_DAY_OF_NEW_STUDIOS,
    newDays: config.NEW_STUDIO_DAYS,
  });

  const routes: Route[] = [
    ...accountRoutes({
      users,
      proof,
      places,
      studios,
      clock,
      guestEnded: (guest) => erase(guest, (context) => erasure.endGuest(context, guest.userId)),
      eraseAccount: (owner) => erase(owner, (context) => erasure.declare(context, owner.studioId)),
    }),
    ...passwordRoutes({
      users,
      proof,
      places,
      changes: passwordChanges(db, tokens),
      mails,
      sendsMail,
    }),
    ...confirmationRoutes({ users, confirmations, links, sendsMail }),
    ...sessionRoutes({ sessions: ownSessions(db) }),
  ];
  return { routes, mailsToOthers: mailsToOthers({ confirmations, links, sent, sendsMail }) };
};
