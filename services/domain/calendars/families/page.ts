import type { FamilyOutcome } from '@rondo/contracts/api/calendars/family-cancelling.ts';
import type { FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import type { OwedDate } from '@rondo/contracts/api/studio/owed.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import { versionFor, type Cancellation } from '@rondo/contracts/policy/policy.ts';
import { policyInWords } from '@rondo/contracts/policy/words.ts';
import { familyNotesModel } from '@rondo/projections/family-notes/project.ts';
import { sharedNotes } from '@rondo/projections/family-notes/queries.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { feedPeople } from '@rondo/projections/feeds/queries.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { listTerms } from '@rondo/projections/timeoff/queries.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { OnPage } from '../../schedule/edit/cancelled-by-family.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { notesOn } from '../../schedule/lookup/road-notes.ts';
import { standingRequests } from '../../schedule/requests/standing.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { policiesNow, standingPolicies } from '../../schedule/time-off/policy.ts';
import { studioNow, type StudioNow } from '../../studio/clock.ts';
import type { CalendarServices } from '../out/shared-calendar.ts';
import { closuresFrom, datesOfFamily, lessonsBefore, lessonsFrom, type Seen } from './dates.ts';
import { familyMail } from './messages/stops/stops.ts';
import { firstNames, type FamilyOfRecipient } from './recipients.ts';
import { questionsSeen, type QuestionRooms } from './questions.ts';
import { noRequests, requestAt, type RequestRooms } from './requests.ts';

/** An invoice as its payer may see it, with ids. */
export type PayersInvoice = Omit<FamilyPage['invoices'][number], 'ref' | 'students' | 'pdf'> & {
  readonly id: string;
  readonly studentIds: readonly string[];
};

/** What of the page other rooms know. */
export type FromOtherRooms = {
  readonly invoicesOf: (studioId: string, payerId: string) => Promise<readonly PayersInvoice[]>;
  readonly balanceOf: (studioId: string, payerId: string) => Promise<string>;
  readonly owedAmong: (family: {
    readonly rows: readonly TaughtRow[];
    readonly students: readonly { readonly id: string; readonly name: string }[];
    readonly closures: readonly EnteredClosure[];
    readonly clock: StudioNow;
  }) => readonly OwedDate[];
  readonly pdfOf: (studioId: string, invoiceId: string) => Promise<Buffer>;
  /** What cancelling a date comes to. @throws RuleBroken once it has begun */
  readonly outcomeOf: (studioId: string, onPage: OnPage, dated: OutcomeOf) => Promise<FamilyOutcome>;
  /** @throws RuleBroken where it comes to something else than the family was shown */
  readonly cancel: (context: CommandContext, onPage: OnPage, click: Click) => Promise<Done>;
  /** What a date that is cancelled comes to. */
  readonly cancelledFor: (
    studioId: string,
    onPage: OnPage,
    cancelled: Cancellation | null,
  ) => Promise<FamilyOutcome['outcome']>;
  readonly requests: RequestRooms;
  readonly questions: QuestionRooms;
};

type Row = TaughtRow['lesson'];

type OutcomeOf = { readonly row: Row; readonly date: IsoDate; readonly rows: readonly Row[] };
type Click = { readonly expected: string; readonly message: string | undefined };
type Done = Executed<typeof scheduleEvents>;

export type PageServices = CalendarServices & Pick<Services, 'settingsOf' | 'now' | 'streams'>;

/** Whose page it is, through which link. */
export type Viewer = {
  readonly studioId: string;
  readonly family: FamilyOfRecipient;
  readonly refOf: (kind: string, id: string) => string;
  readonly proof: string;
  readonly recipientId: string;
  /** The address of a student's shared calendar. */
  readonly calendarOf: (studentId: string) => string | null;
};

const weeksBack = 12;

/** Since when past lessons are listed: the last term that has begun, without terms 12 weeks. */
const pastSince = async ({ models }: PageServices, studioId: string, today: IsoDate): Promise<IsoDate> => {
  const terms = await listTerms(timeoffModel.read(models), studioId);
  const begun = terms.map(({ from }) => from).filter((from) => from <= today);
  const since = begun.toSorted().at(-1) ?? addDays(today, -weeksBack * 7);
  // Lessons are read no further back.
  return since < addDays(today, -366) ? addDays(today, -366) : since;
};

/** The dates of the family's lessons as its page names and shows them. */
export const datesSeen = async (
  services: PageServices,
  { studioId, family, refOf, proof, recipientId }: Viewer,
  { clock, closures }: { readonly clock: StudioNow; readonly closures: readonly EnteredClosure[] },
): Promise<Seen> => {
  const { today, timeZone } = clock;
  const studentIds = family.students.map(({ id }) => id);
  const [{ settings }, dates] = await Promise.all([
    services.settingsOf(studioId),
    datesOfFamily(services, { studioId, studentIds, today, closures }),
  ]);
  const isOn = settings.familyCancel && proof !== '';
  const requests = settings.familyRequest
    ? { isOn: proof !== '', all: await standingRequests(services, studioId), recipientId }
    : noRequests;
  const ofToday = dates.dates.filter(({ date }) => date.date === today).map(({ row }) => row.lesson);
  const notes = ofToday.length === 0 ? [] : await notesOn(services, studioId, today, ofToday);
  const told = new Map(
    [...notes].flatMap(([rowId, { told: minutes }]) => (minutes === null ? [] : [[rowId, minutes]])),
  );
  const cancelling = { isOn, now: services.now(), timeZone };
  return { ...dates, names: firstNames(family), refOf, today, told, cancelling, requests };
};

const mostNotes = 100;

/** The newest notes that are shared with the family. */
const notesOf = async ({ models }: PageServices, { studioId, family }: Viewer): Promise<FamilyPage['notes']> => {
  const studentIds = family.students.map(({ id }) => id);
  if (studentIds.length === 0) return [];
  const names = firstNames(family);
  const rows = await sharedNotes(familyNotesModel.read(models), studioId, { studentIds, limit: mostNotes });
  return rows.map(({ student_id: studentId, date, text, edited_on: editedOn }) => ({
    student: names.get(studentId) ?? '',
    date,
    text,
    editedOn,
  }));
};

/** What is owed to the family, as its page shows it. */
export const owedSeen = (
  { owedAmong }: FromOtherRooms,
  { family, refOf }: Viewer,
  seen: Seen,
  { clock, closures }: { readonly clock: StudioNow; readonly closures: readonly EnteredClosure[] },
) => {
  const { names, rows, requests } = seen;
  const students = family.students.map(({ id }) => ({ id, name: names.get(id) ?? '' }));
  return owedAmong({ rows, students, closures, clock })
    .filter(({ state }) => state === 'owed')
    .map((of) => {
      const { lessonId, lessonDate, date, duration, until, studentId } = of;
      const rowId = closedDateOf(lessonId)?.seriesId ?? lessonId;
      const request = requestAt(seen, { rowId, date: lessonDate, studentId });
      return {
        of,
        ref: refOf('owed', `${lessonId} ${date}`),
        student: names.get(studentId) ?? '',
        date,
        duration,
        until,
        can: { request: requests.isOn && request?.state !== 'open' },
        request,
      };
    });
};

const scheduleOf = async (services: PageServices, rooms: FromOtherRooms, viewer: Viewer, clock: StudioNow) => {
  const { studioId } = viewer;
  const { today } = clock;
  const [closures, pastFrom, policies] = await Promise.all([
    closuresNow(services, studioId),
    pastSince(services, studioId, today),
    policiesNow(services, studioId),
  ]);
  const dates = await datesSeen(services, viewer, { clock, closures });
  const terms = versionFor(standingPolicies(policies), today)?.terms ?? null;
  return {
    notes: await notesOf(services, viewer),
    lessons: lessonsFrom(dates, today),
    closures: closuresFrom(dates, today, closures),
    past: lessonsBefore(dates, { from: pastFrom, today }),
    pastFrom,
    owed: owedSeen(rooms, viewer, dates, { clock, closures }).map(({ of: _, ...owed }) => owed),
    policy: terms === null ? [] : policyInWords(terms),
  };
};

const invoicesOf = async (services: PageServices, rooms: FromOtherRooms, { studioId, family, refOf }: Viewer) => {
  const invoices = await rooms.invoicesOf(studioId, family.id);
  const names = firstNames(family);
  const others = [...new Set(invoices.flatMap(({ studentIds }) => studentIds))].filter((id) => !names.has(id));
  const people = await feedPeople(feedsModel.read(services.models), studioId, others);
  const nameOf = (id: string): string => names.get(id) ?? people.get(id)?.first_name ?? '';
  return invoices.map(({ id, studentIds, ...invoice }) => {
    const ref = refOf('invoice', id);
    return { ...invoice, ref, students: studentIds.map(nameOf), pdf: `/api/family/invoices/${ref}/pdf` };
  });
};

/** What a family's page shows to one of its recipients. Who gets the schedule sees no money, who gets invoices nothing else. */
export const familyPageFor = async (
  services: PageServices,
  rooms: FromOtherRooms,
  viewer: Viewer,
): Promise<FamilyPage> => {
  const { studioId, family, proof, recipientId, calendarOf } = viewer;
  const { gets } = family.recipient;
  const [{ settings }, clock] = await Promise.all([services.settingsOf(studioId), studioNow(services, studioId)]);
  const names = firstNames(family);
  const [schedule, questions, money, mail] = await Promise.all([
    gets === 'invoices' ? null : scheduleOf(services, rooms, viewer, clock),
    questionsSeen(rooms.questions, viewer),
    gets === 'schedule'
      ? null
      : Promise.all([invoicesOf(services, rooms, viewer), rooms.balanceOf(studioId, family.id)] as const),
    familyMail(services, { studioId, recipientId, gets }),
  ]);
  return {
    studio: { name: settings.studioName, phone: settings.studioPhone, email: settings.studioEmail },
    recipient: family.recipient,
    timeZone: clock.timeZone,
    today: clock.today,
    students: family.students.map(({ id }) => ({
      name: names.get(id) ?? '',
      calendarUrl: gets === 'invoices' ? null : calendarOf(id),
    })),
    ...(schedule ?? { notes: [], lessons: [], closures: [], past: [], pastFrom: clock.today, owed: [], policy: [] }),
    asked: questions,
    invoices: money?.[0] ?? [],
    balance: money?.[1] ?? null,
    mail,
    can: {
      cancel: settings.familyCancel && proof !== '' && gets !== 'invoices',
      request: settings.familyRequest && proof !== '' && gets !== 'invoices',
    },
    proof,
  };
};

/** The invoice with this ref on the page of this link. @throws NotFound */
export const invoiceNamed = async (
  rooms: FromOtherRooms,
  { studioId, family, refOf }: Viewer,
  ref: string,
): Promise<PayersInvoice> => {
  const invoices = family.recipient.gets === 'schedule' ? [] : await rooms.invoicesOf(studioId, family.id);
  const found = invoices.find(({ id }) => refOf('invoice', id) === ref);
  if (!found) throw new NotFound('This is no longer on your page.');
  return found;
};
