import { expect, test } from 'vitest';
import { MailDelayed, MailRefused, type Mail, type Mailer } from './mailer.ts';
import { waitingMails, type Undelivered } from './waiting-mails.ts';

const mail: Mail = {
  id: 'one',
  owner: 'studio',
  fromName: 'Rondo',
  replyTo: null,
  to: 'kim@example.com',
  subject: 'Set a new password',
  text: 'https://rondo.example/reset-password?token=secret\n',
  date: 0,
  attachments: [],
};
const minute = 60_000;

/** A queue whose mailer answers with these errors in turn, then takes the mail. Each attempt takes a minute. */
const site = (errors: readonly Error[], exists: () => boolean = () => true) => {
  let time = 0;
  const delivered: Mail[] = [];
  const forgotten: string[] = [];
  const reported: Undelivered[] = [];
  const left = [...errors];
  let attempts = 0;
  const mailer: Mailer = {
    sends: true,
    from: 'rondo@rondo.example',
    deliver: async (one) => {
      attempts += 1;
      time += minute;
      const error = left.shift();
      if (error) throw error;
      delivered.push(one);
      return { savedAs: null };
    },
    forget: async (owner) => void forgotten.push(owner),
  };
  const mails = waitingMails({
    mailer,
    isWanted: async () => exists(),
    report: (what) => reported.push(what),
    now: () => time,
    pauseAfter: () => 0,
    most: 3,
  });
  return { mails, delivered, forgotten, reported, attempts: () => attempts };
};
const away = (): Error => new MailDelayed('The mail server does not answer.');

test('a mail is tried until the mail server takes it, and written once', async () => {
  const { mails, delivered, reported } = site([away(), new Error('socket closed'), away()]);
  let written = 0;
  mails.send(async () => {
    written += 1;
    return mail;
  });
  await expect.poll(() => delivered).toEqual([mail]);
  expect([written, reported]).toEqual([1, []]);
});

test('after ten minutes it is given up, and what is reported names nobody', async () => {
  const { mails, delivered, reported, attempts } = site(Array.from({ length: 50 }, away));
  mails.send(async () => mail);
  await expect.poll(() => reported).toEqual(['given up after ten minutes']);
  expect([attempts(), delivered]).toEqual([11, []]);
});

test('a refused mail is not tried again', async () => {
  const { mails, reported, attempts } = site([new MailRefused('550 kim@example.com: no such user')]);
  mails.send(async () => mail);
  await expect.poll(() => reported).toEqual(['refused by the mail server']);
  expect(attempts()).toBe(1);
});

test('a mail whose owner was erased meanwhile is not delivered, and one that was just saved is removed', async () => {
  const gone = site([], () => false);
  gone.mails.send(async () => mail);
  await gone.mails.stop();
  expect([gone.attempts(), gone.delivered]).toEqual([0, []]);
  const answers = [true, false];
  const going = site([], () => answers.shift() ?? false);
  going.mails.send(async () => mail);
  await expect.poll(() => going.forgotten).toEqual(['studio']);
});

test('when too many are waiting, another is refused, even for somebody else', async () => {
  const { mails } = site([]);
  const { promise, resolve } = Promise.withResolvers<null>();
  for (let i = 0; i < 3; i += 1) mails.send(() => promise);
  expect(() => mails.send(async () => mail)).toThrow('Too many emails are waiting to be sent.');
  resolve(null);
  await expect.poll(() => attemptOf(() => mails.send(async () => null))).toBe('sent');
});

const attemptOf = (send: () => void): string => {
  try {
    send();
    return 'sent';
  } catch {
    return 'refused';
  }
};
