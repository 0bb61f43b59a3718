import { z } from 'zod';

/** A whole number of something, such as `calls`. */
export const counted = (noun: string, standard: number, most = 10_000) =>
  z.coerce
    .number(`expected a number of ${noun}`)
    .int(`expected a whole number of ${noun}`)
    .min(1, `expected at least 1 ${noun.slice(0, -1)}`)
    .max(most, `expected at most ${most} ${noun}`)
    .default(standard);

const figure = (standard: number, most = 1_000_000, number = 'expected a number') =>
  z.coerce
    .number(number)
    .int('expected a whole number')
    .min(1, 'expected at least 1')
    .max(most, `expected at most ${most}`)
    .default(standard);

/** How many a studio may have. */
const size = (noun: string, standard: number) => figure(standard, 10_000_000, `expected a number of ${noun}`);

export const seconds = (standard: number, least = 0.1) =>
  z.coerce
    .number('expected a number of seconds')
    .min(least, `expected at least ${least} seconds`)
    .max(120, 'expected at most 120 seconds')
    .default(standard);

/** Settings of mail to others, and of signing in. */
export const accountSettings = {
  SMTP_TLS: z
    .enum(['required', 'off'], 'expected required or off')
    .default('required')
    .describe(
      'With required, mails go out over TLS only, except to a mail server on this machine (localhost). With off, also without it where the mail server offers none: anyone on the way can then read them, and the password of SMTP_URL.',
    ),
  MAILS_PER_15_MINUTES: figure(300).describe('The most emails that one studio sends to others within 15 minutes.'),
  MAILS_PER_DAY: figure(1000).describe('The most emails that one studio sends to others within 24 hours.'),
  MAILS_PER_DAY_OF_NEW_STUDIOS: figure(100).describe(
    'The most emails within 24 hours of a studio that is younger than NEW_STUDIO_DAYS.',
  ),
  NEW_STUDIO_DAYS: figure(7, 365).describe('How many days a studio is new.'),
  CONFIRMATION_LINKS_PER_DAY: figure(3).describe(
    'How many links to confirm its email address an account is sent within 24 hours, with at least 15 minutes between them.',
  ),
  MESSAGES_SECONDS: seconds(30, 0.05).describe('How often it is asked which mail to families is due, in seconds.'),
  SIGN_IN_FAILURES_PER_HOUR: figure(300).describe(
    'How many wrong passwords of one account are tried within an hour from all places together from which no one has signed in to it within 30 days. Not applied if SMTP_URL is not set: then no password link lets the owner in.',
  ),
  SESSION_DAYS: figure(90, 365).describe(
    'The longest time that a session lasts after its sign-in, in days. One that is not used ends after 30 days.',
  ),
};

/** How the planner is shared. */
export const plannerSettings = {
  PLANS_PER_STUDIO: counted('calls', 4).describe('The most planning calls of one studio at a time, in this process.'),
  PLANS_PER_PLACE: counted('calls', 8).describe(
    'The most planning calls at a time from one IPv4 address or IPv6 network, in this process.',
  ),
  PLANS_OF_GUESTS: counted('calls', 32).describe(
    'The most planning calls of all guests together at a time, in this process.',
  ),
  PLANS_IN_ALL: counted('calls', 64).describe('The most planning calls at a time in this process.'),
  GUEST_PLAN_SECONDS: seconds(10).describe(
    'The longest time to plan one teacher’s week for a guest, in seconds, whatever the guest’s settings allow.',
  ),
};

/** How large studios may become. */
export const sizeSettings = {
  MAX_STUDENTS: size('students', 10_000).describe('The most students of a studio. What is beyond already stays.'),
  MAX_TEACHERS: size('teachers', 300).describe('The most teachers of a studio.'),
  MAX_TEACHERS_OF_STUDENT: size('teachers', 20).describe('The most teachers of one student.'),
  MAX_LESSONS: size('lessons', 20_000).describe(
    'The most lessons of a studio that were entered or imported: series that have not ended, and single lessons from today on. Lessons that a plan placed do not count.',
  ),
  MAX_GUEST_STUDENTS: size('students', 500).describe('The same for a guest: students.'),
  MAX_GUEST_TEACHERS: size('teachers', 30).describe('The same for a guest: teachers.'),
  MAX_GUEST_LESSONS: size('lessons', 3000).describe('The same for a guest: lessons.'),
  MAX_GUEST_EVENTS: size('events', 50_000).describe(
    'The most events that a guest’s studio may have recorded, counted by each process. After that a guest can only sign out or register.',
  ),
};

/** The sizes, as the settings give them. */
export const sizeFigures = (config: { readonly [Name in keyof typeof sizeSettings]: number }) => ({
  account: { students: config.MAX_STUDENTS, teachers: config.MAX_TEACHERS, lessons: config.MAX_LESSONS },
  guest: {
    students: config.MAX_GUEST_STUDENTS,
    teachers: config.MAX_GUEST_TEACHERS,
    lessons: config.MAX_GUEST_LESSONS,
  },
  teachersOfStudent: config.MAX_TEACHERS_OF_STUDENT,
});

/** How calls that keep the server busy share the process. */
export const turnSettings = {
  EXPENSIVE_CALLS_PER_STUDIO: counted('calls', 2).describe(
    'The most calls of one studio that this process carries out at a time, of those that keep it busy: exports, imports, bulk calls, many invoices, undo, restores, lists of the past.',
  ),
  EXPENSIVE_CALLS_OF_GUESTS: counted('calls', 4).describe(
    'The most such calls of all guests together at a time, in this process.',
  ),
  EXPENSIVE_CALLS_IN_ALL: counted('calls', 8).describe('The most such calls at a time in this process.'),
  EXPENSIVE_CALLS_WAITING: counted('calls', 256).describe(
    'The most such calls that wait for others in this process. Beyond it, guests are refused before accounts, and then the studio that waits most.',
  ),
  EXPENSIVE_CALL_SECONDS: seconds(10, 0.01).describe(
    'How long such a call waits for others before it is refused, in seconds.',
  ),
};

/** How much a process takes on. */
export const callSettings = {
  CALLS_AT_ONCE: counted('calls', 200).describe(
    'The most short calls that this process carries out at a time: those that have no limits of their own as plans and expensive calls do. More wait, each studio in turn, commands before reads.',
  ),
  CALLS_WAITING: counted('calls', 400).describe(
    'The most short calls that wait. Beyond it one is refused at once with 503 and Retry-After: a read before a command, then a guest’s before an account’s, then the last of the studio that waits most. Pages repeat their reads by themselves.',
  ),
  CALL_SECONDS: seconds(5, 0.01).describe(
    'How long a short call waits before it is refused, and after how long one that is carried out counts no more, in seconds.',
  ),
};

/** The limits of short calls, as the settings give them. */
export const callFigures = (config: { readonly [Name in keyof typeof callSettings]: number }) => ({
  atOnce: config.CALLS_AT_ONCE,
  waiting: config.CALLS_WAITING,
  longest: config.CALL_SECONDS * 1000,
});

/** The limits of turns, as the settings give them. */
export const turnFigures = (config: { readonly [Name in keyof typeof turnSettings]: number }) => ({
  ofStudio: config.EXPENSIVE_CALLS_PER_STUDIO,
  ofGuests: config.EXPENSIVE_CALLS_OF_GUESTS,
  all: config.EXPENSIVE_CALLS_IN_ALL,
  waiting: config.EXPENSIVE_CALLS_WAITING,
  patience: config.EXPENSIVE_CALL_SECONDS * 1000,
});
