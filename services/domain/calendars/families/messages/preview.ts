import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { linkStates } from '../links.ts';
import { familiesOf, familyOfRecipient, firstNames, type FamilyOfRecipient } from '../recipients.ts';
import type { DeliveryServices } from './queueing.ts';
import { nextDayToRemindOf } from './due.ts';
import { changeLetter, hiddenLink, pastDueLetter, reminderLetter, type Frame, type Letter } from './letters.ts';
import { invoicesAbout, pastDueMail } from './past-due/past-due.ts';
import { lastMailDay } from './past-due/steps.ts';
import { familiesToTell, sinceIn } from './changes/changes.ts';
import { together, type Mailable } from './reach.ts';
import { lessonsToCome, onDay, remindersOf } from './reminders.ts';
import { switchesOf } from './switches.ts';

// What would be mailed next, as it would be sent now, also while its switch is off.

/** People who are there, by their ids: the students' names, and who is written to. */
export const namesIn = (families: Awaited<ReturnType<typeof familiesOf>>) => ({
  students: new Map(families.flatMap(({ students }) => students.map(({ id, name }) => [id, name] as const))),
  recipients: new Map(
    families.flatMap(({ id: familyId, recipients }) =>
      recipients.map(({ id, name, email }) => [id, { name, email, familyId }] as const),
    ),
  ),
});

/** What the next mail of a kind would be. */
type Next = Mailable & {
  readonly on: boolean;
  /** How many changes it is about. */
  readonly changes?: number;
  /** The moment up to which it tells everything. */
  readonly until?: Instant;
  /** The families whose mail waits until someone looks. */
  readonly waiting?: ReadonlySet<string>;
  /** What a recipient would read. */
  readonly letterOf: (frame: Frame, about: readonly string[]) => Promise<Letter>;
};

/** How far ahead the next mail is looked for. */
const daysAhead = { reminder: 14, pastDue: 40 } as const;

const noLetter: Letter = { subject: '', text: '' };

const nextReminders = async (
  services: DeliveryServices,
  studioId: string,
  { sendReminders, reminderTime, timeZone }: StudioSettings,
): Promise<Next> => {
  const first = nextDayToRemindOf(services.now(), reminderTime, timeZone);
  const days = Array.from({ length: daysAhead.reminder }, (_, i) => addDays(first, i));
  const { day, ...mail } = await remindersOf(services, studioId, days);
  return {
    ...mail,
    on: sendReminders,
    letterOf: async (frame) => {
      if (day === null) return noLetter;
      const names = firstNames(frame.family);
      const studentIds = frame.family.students.map(({ id }) => id);
      const lessons = onDay(await lessonsToCome(services, studioId, studentIds), day, (id) => names.get(id) ?? '');
      return reminderLetter(frame, { day, today: addDays(day, -1), lessons });
    },
  };
};

const nextPastDue = async (
  services: DeliveryServices,
  studioId: string,
  { sendPastDue, timeZone }: StudioSettings,
): Promise<Next> => {
  const first = addDays(lastMailDay(services.now(), timeZone), 1);
  const on = async (day: IsoDate): Promise<Mailable> =>
    pastDueMail(services, services.rooms, studioId, { after: addDays(day, -1), upTo: day, since: 0, day });
  let [day, mail] = [first, await on(first)];
  for (let i = 1; i < daysAhead.pastDue && mail.messages.length + mail.unreached.length === 0; i += 1) {
    day = addDays(first, i);
    mail = await on(day);
  }
  const open = await services.rooms.openInvoicesOf(studioId);
  return {
    ...mail,
    on: sendPastDue,
    letterOf: async (frame, about) => pastDueLetter(frame, { today: day, invoices: invoicesAbout(about, open) }),
  };
};

const nextChanges = async (
  services: DeliveryServices,
  studioId: string,
  { sendChanges }: StudioSettings,
): Promise<Next> => {
  const { rooms } = services;
  const { changes } = await switchesOf(services, studioId);
  const { until, inWords, families } = await familiesToTell(
    services,
    rooms,
    studioId,
    sendChanges ? (changes?.since ?? null) : null,
  );
  return {
    ...together(families),
    on: sendChanges,
    changes: families
      .filter(({ messages }) => messages.length > 0)
      .map(
        ({ students, family }) =>
          inWords(
            students.map(({ studentId }) => studentId),
            family.students.length,
          )?.sentences.length ?? 0,
      )
      .reduce((sum, count) => sum + count, 0),
    until,
    waiting: new Set(families.flatMap(({ heldBy, family }) => (heldBy.length > 0 ? [family.id] : []))),
    letterOf: async (frame, about) => {
      const changed = inWords([...sinceIn(about).keys()], frame.family.students.length);
      return changed ? changeLetter(frame, changed) : noLetter;
    },
  };
};

const nextOf = { reminder: nextReminders, change: nextChanges, pastDue: nextPastDue } as const;

/** What would be mailed next of a kind, and who would get nothing. */
export const nextMail = async (services: DeliveryServices, studioId: string, kind: keyof typeof nextOf) => {
  const { settings } = await services.settingsOf(studioId);
  const [{ on, messages, unreached, letterOf, changes = null, until = null, waiting }, families, states] =
    await Promise.all([
      nextOf[kind](services, studioId, settings),
      familiesOf(services, studioId),
      linkStates(services, studioId),
    ]);
  const { students, recipients } = namesIn(families);
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => students.get(id) ?? []);
  const letterTo = async (recipientId: string, about: readonly string[]): Promise<Letter> => {
    const family: FamilyOfRecipient | undefined = await familyOfRecipient(services, studioId, recipientId);
    if (!family) return noLetter;
    const isLive = settings.familyPage && states.get(recipientId)?.state === 'live';
    return letterOf({ family, recipientId, settings, link: isLive ? hiddenLink : null }, about);
  };
  return {
    on,
    messages: await Promise.all(
      messages.map(async ({ recipientId, message: { email, studentIds, dueAt, about } }) => ({
        recipient: recipients.get(recipientId)?.name ?? '',
        email,
        familyId: recipients.get(recipientId)?.familyId ?? '',
        students: namesOf(studentIds),
        dueAt,
        ...(await letterTo(recipientId, about)),
        held: waiting?.has(recipients.get(recipientId)?.familyId ?? '') ?? false,
      })),
    ),
    without: await Promise.all(
      unreached.map(async ({ recipientId, studentIds, about, name, phone, because }) => ({
        students: namesOf(studentIds),
        name,
        phone,
        text: recipientId === null ? '' : (await letterTo(recipientId, about)).text,
        because,
      })),
    ),
    changes,
    until,
  };
};
