import { epochMillisecondsOf, instantAt, instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { changeMails, heldCauses } from '@rondo/projections/messages/queries.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import { familiesOf } from '../../recipients.ts';
import { changesDue } from '../due.ts';
import { mailTo, reachOf, type Mailable } from '../reach.ts';
import type { ReminderServices } from '../reminders.ts';
import type { Untold, UntoldStudent } from '../../../../schedule/lookup/untold.ts';
import type { ChangeRooms } from './untold.ts';

type Family = Awaited<ReturnType<typeof familiesOf>>[number];

/** A family that does not know of changes, and the mail that would tell it. */
export type FamilyToTell = Mailable & {
  readonly family: Family;
  readonly students: readonly UntoldStudent[];
  /** When the last change was made. */
  readonly last: Instant;
  /** In epoch milliseconds. */
  readonly dueAt: number;
  /** What makes it wait until someone looks, besides others. */
  readonly heldBy: readonly string[];
};

/** More families than this are mailed because of one batch only when someone has looked. */
const mostUnseen = 10;
/** Longer than any mail is tried. */
const longestTried = 2 * 24 * 60 * 60 * 1000;

const aboutOf = ({ studentId, since }: UntoldStudent): string => `${studentId} ${since}`;

/** Up to when the family knew everything when a message was queued, by student. */
export const sinceIn = (about: readonly string[]): ReadonlyMap<string, Instant> =>
  new Map(about.map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]));

/** A family's mail about changes: one message to each recipient of its schedule. */
export const mailOfChanges = (
  studioId: string,
  { family, students }: Pick<FamilyToTell, 'family' | 'students'>,
  {
    dueAt,
    clickedBy,
    whyUnreached,
  }: {
    readonly dueAt: number;
    /** The command of who clicked to send it; null: it goes by itself. */
    readonly clickedBy: string | null;
    readonly whyUnreached: (email: string | null) => string | null;
  },
): Mailable => {
  const studentIds = students.map(({ studentId }) => studentId);
  const about = students.map(aboutOf);
  const last = lastOf(students);
  return mailTo(
    family,
    { studentIds, about },
    {
      but: 'invoices',
      whyUnreached,
      messageTo: (recipientId, email) => ({
        messageId: derivedId(studioId, `change ${clickedBy ?? last} ${recipientId}`),
        kind: 'change',
        key: clickedBy ?? last,
        email,
        studentIds,
        about,
        since: students.map(({ since }) => since).toSorted()[0] ?? null,
        dueAt: instantAt(dueAt),
        latestAt: null,
        clicked: clickedBy !== null,
      }),
    },
  );
};

const lastOf = (students: readonly UntoldStudent[]): Instant =>
  students.reduce((latest, { last }) => (last > latest ? last : latest), '');

const causesOf = (students: readonly UntoldStudent[]): string[] => [
  ...new Set(students.flatMap(({ causes }) => causes.map(({ cause }) => cause))),
];

/**
 * What leaves many families something to be mailed, the newest first, without what concerns only families whose mail waits anyway.
 * @param known causes that were recorded, and of how many families mail waits; null: of none any more
 */
const holdsAmong = (
  families: readonly Pick<FamilyToTell, 'family' | 'students' | 'messages'>[],
  known: ReadonlyMap<string, number | null>,
): Hold[] => {
  const mailed = families.filter(({ messages }) => messages.length > 0);
  const times = new Map<string, Instant>();
  for (const { cause, at } of mailed.flatMap(({ students }) => students.flatMap(({ causes }) => causes)))
    if ((times.get(cause) ?? '') < at) times.set(cause, at);
  const concerns = Map.groupBy(
    mailed.flatMap(({ family, students }) => causesOf(students).map((cause) => ({ cause, familyId: family.id }))),
    ({ cause }) => cause,
  );
  const waiting = new Set(
    [...concerns].flatMap(([cause, own]) =>
      typeof known.get(cause) === 'number' ? own.map(({ familyId }) => familyId) : [],
    ),
  );
  const holds: Hold[] = [];
  for (const [cause] of [...times].toSorted(([, one], [, other]) => (one < other ? 1 : -1))) {
    const own = concerns.get(cause) ?? [];
    const before = known.get(cause);
    const isNew = before === undefined && own.length > mostUnseen && own.some(({ familyId }) => !waiting.has(familyId));
    const hasGrown = typeof before === 'number' && own.length > before;
    if (!isNew && !hasGrown) continue;
    holds.push({ cause, families: own.length });
    for (const { familyId } of own) waiting.add(familyId);
  }
  return holds;
};

/** Families whose mail about changes waits because of one cause. */
type Hold = { readonly cause: string; readonly families: number };

export type ToTell = Pick<Untold, 'until' | 'inWords'> & {
  readonly families: readonly FamilyToTell[];
  /** What has come to hold mail and is not recorded yet. */
  readonly newHolds: readonly Hold[];
  /** What held mail and holds none any more. */
  readonly ended: readonly string[];
};

/**
 * The families that do not know of changes, and their mail.
 * @param since when mail about changes was turned on: who did so has looked at what was changed before; null: it is off
 */
export const familiesToTell = async (
  services: ReminderServices,
  { untoldOf }: ChangeRooms,
  studioId: string,
  since: number | null,
): Promise<ToTell> => {
  const db = messagesModel.read(services.models);
  const [{ students, until, inWords }, all, { settings }, whyUnreached, rows] = await Promise.all([
    untoldOf(studioId),
    familiesOf(services, studioId),
    services.settingsOf(studioId),
    reachOf(services, studioId),
    heldCauses(db, studioId),
  ]);
  const byId = new Map(students.map((one) => [one.studentId, one]));
  const at = (instant: Instant): number => epochMillisecondsOf(instantOf(instant));
  const families = all.flatMap((family) => {
    const own = family.students.flatMap(({ id }) => byId.get(id) ?? []);
    if (own.length === 0) return [];
    const last = lastOf(own);
    const first = Math.min(...own.map((one) => at(one.first)));
    const dueAt = changesDue({ first, last: at(last) }, settings.timeZone);
    const mail = mailOfChanges(
      studioId,
      { family, students: own },
      { dueAt, clickedBy: null, whyUnreached: (email) => whyUnreached(email, null) },
    );
    return { family, students: own, last, dueAt, ...mail };
  });
  const known = new Map(rows.map((row) => [row.cause, row.is_over ? null : row.families]));
  const newHolds = holdsAmong(
    families.filter(({ last }) => since === null || at(last) > since),
    known,
  );
  const holding = new Set([
    ...newHolds.map(({ cause }) => cause),
    ...rows.flatMap((row) => (row.is_over ? [] : [row.cause])),
  ]);
  const withHolds = families.map((one) => ({
    ...one,
    heldBy: since !== null && at(one.last) <= since ? [] : causesOf(one.students).filter((cause) => holding.has(cause)),
  }));
  const stillHeld = new Set(withHolds.flatMap(({ heldBy, messages }) => (messages.length === 0 ? [] : heldBy)));
  return {
    until,
    inWords,
    families: withHolds,
    newHolds,
    ended: rows.flatMap(({ cause, is_over: isOver }) => (isOver || stillHeld.has(cause) ? [] : [cause])),
  };
};

/** Who is being mailed about changes, and up to when mail has told students’ families lately. */
export const changesUnderWay = async (
  services: Pick<ReminderServices, 'models'> & { machineNow: () => number },
  studioId: string,
) => {
  const rows = await changeMails(
    messagesModel.read(services.models),
    studioId,
    instantAt(services.machineNow() - longestTried),
  );
  const told = new Map<string, Instant>();
  for (const { student_ids: studentIds, told: moment } of rows) {
    if (moment === null) continue;
    const until = instantOf(moment);
    for (const studentId of studentIds) if ((told.get(studentId) ?? '') < until) told.set(studentId, until);
  }
  return {
    recipients: new Set(rows.flatMap((row) => (row.state === 'queued' ? [row.recipient_id] : []))),
    told,
    /** Moments that mail has set, and no person. */
    moments: new Set(rows.flatMap(({ told: until }) => (until === null ? [] : [instantOf(until)]))),
  };
};
