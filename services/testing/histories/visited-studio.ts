import type { AccountRow } from '@rondo/contracts/api/payer-accounts.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { vcalendar, vevent } from '../../domain/calendars/in/testing/feeds.ts';
import { pick, type Random } from '../../optimizer/search/random.ts';
import { type Answer, batchOf, ok, type Visitor } from '../visitor.ts';

/** An event of the teacher's own calendar. */
export type FeedEvent = { uid: string; name: string; date: IsoDate; time: string; weeks: number; isCancelled: boolean };

/** The lists at a moment between two commands. */
export type Mark = { readonly asOf: string; readonly lists: Lists };
export type Lists = {
  readonly students: unknown;
  readonly teachers: unknown;
  readonly lessons: readonly ReturnType<typeof ofRow>[];
  readonly accounts: unknown;
  readonly families: unknown;
  readonly charges: unknown;
  readonly closures: unknown;
  readonly policy: unknown;
  /** Who was there. */
  readonly attendance: unknown;
  /** The closed dates of the time in which the histories play. */
  readonly closed: unknown;
};

export type Row = Pick<
  Lesson,
  | 'id'
  | 'studentId'
  | 'teacherId'
  | 'lessonDate'
  | 'dayOfWeek'
  | 'status'
  | 'source'
  | 'seriesId'
  | 'reportId'
  | 'validTo'
  | 'startTime'
  | 'pin'
>;
export type Invoice = { id: string; status: string; studentId: string };
export type Report = { id: string; status: string; teacherId: string };

/** What an account says whatever the day is: this studio's clock is not that of the log, by which moments are named. */
const ofAccount = ({ payer, balance, inWords, open, credit, oldestDue, lastPayment, others }: AccountRow) => ({
  payer,
  balance,
  inWords,
  open,
  credit,
  oldestDue,
  lastPayment,
  others,
});

/** What a row says of the calendar; drives depend on the present week, and a past lesson's status on the present moment. */
const ofRow = (row: Lesson) => ({
  id: row.id,
  studentId: row.studentId,
  teacherId: row.teacherId,
  day: row.dayOfWeek,
  start: row.startTime,
  end: row.endTime,
  date: row.lessonDate,
  status: row.status === 'completed' ? 'scheduled' : row.status,
  source: row.source,
  validFrom: row.validFrom,
  validTo: row.validTo,
  skips: row.skips,
  seriesId: row.seriesId,
  originalDate: row.originalDate,
  cancellation: row.cancellation,
  makesUp: row.makesUp,
  pin: row.pin,
});
type Person = { id: string; name: string; availability: unknown };
const ofPerson = ({ id, name, availability }: Person) => ({ id, name, availability });
type ClosureRow = Pick<
  Closure,
  'id' | 'from' | 'to' | 'fromTime' | 'toTime' | 'teacherIds' | 'kind' | 'reason' | 'money'
>;
/** What a closure says, without what it closes by now. */
const ofClosure = ({ id, from, to, fromTime, toTime, teacherIds, kind, reason, money }: ClosureRow) => ({
  id,
  from,
  to,
  fromTime,
  toTime,
  teacherIds,
  kind,
  reason,
  money,
});
type Revised = { readonly id: string; readonly revision: string };
const unrevised = ({ revision: _, ...row }: Revised) => row;
const byId = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

type VisitedStudioOptions = Pick<
  VisitedStudio,
  'visitor' | 'newVisitor' | 'random' | 'today' | 'serve' | 'readCalendar'
>;

/** Who makes a call instead of the teacher. */
type Caller = { readonly visitor: Visitor; readonly headers?: Readonly<Record<string, string>> };

/** A studio that random commands change over HTTP, as several people and a calendar would. */
export class VisitedStudio {
  readonly random: Random;
  readonly visitor: Visitor;
  /** Somebody without an account. */
  readonly newVisitor: () => Visitor;
  readonly serve: (calendar: string) => void;
  /** Reads the teacher's calendar as Rondo does by itself, every few minutes. @returns the batches of what it changed */
  readonly readCalendar: () => Promise<readonly string[]>;
  /** Every answer so far, oldest first: what a history prints when it fails. */
  readonly told: string[] = [];
  readonly marks: Mark[] = [];
  /** The batches of all changes, oldest first, undone ones, undos and restores too. */
  readonly batches: string[] = [];
  /** The batches of restores, oldest first. */
  readonly restores: string[] = [];
  /** The events of the teacher's own calendar. */
  readonly events: FeedEvent[] = [];
  today: IsoDate;

  constructor({ visitor, newVisitor, random, today, serve, readCalendar }: VisitedStudioOptions) {
    this.visitor = visitor;
    this.newVisitor = newVisitor;
    this.random = random;
    this.today = today;
    this.serve = serve;
    this.readCalendar = readCalendar;
  }

  one<T>(all: readonly T[]): T | undefined {
    return all[pick(this.random, all.length)];
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A date from `from` to `to` days from today. */
  day(from: number, to: number): IsoDate {
    return addDays(this.today, from + pick(this.random, to - from + 1));
  }

  /** On the hour or half past, from 14:00 to 19:30. */
  time(): string {
    const half = 28 + pick(this.random, 12);
    return `${Math.floor(half / 2)}:${half % 2 === 0 ? '00' : '30'}`;
  }

  /**
   * Makes a call.
   * @throws Error when the server fails
   */
  async call(method: string, path: string, body?: unknown, by: Caller = this): Promise<Answer> {
    const answer = await by.visitor.call(method, path, body, by.headers);
    const line = `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)} -> ${answer.status}`;
    this.told.push(answer.status === 200 ? line : `${line} ${answer.text.slice(0, 200)}`);
    if (answer.status >= 500) throw new Error(`The server failed: ${this.told.at(-1)}`);
    const batch = batchOf(answer);
    // What is noted on the road, or tried in a branch, is no entry of the history.
    const isEntry = !/^\/api\/(day\/|branches\/[^/]+\/(changes|plan))/.test(path);
    if (isEntry && batch !== '' && answer.status < 300) this.batches.push(batch);
    return answer;
  }

  async list<T>(path: string): Promise<T[]> {
    const answer = await this.visitor.get(path);
    if (answer.status !== 200) this.told.push(`GET ${path} -> ${answer.status} ${answer.text}`);
    return ok(answer);
  }

  students(): Promise<{ id: string }[]> {
    return this.list('/api/students');
  }

  teachers(): Promise<{ id: string }[]> {
    return this.list('/api/teachers');
  }

  async reports(): Promise<Report[]> {
    return ok(await this.visitor.get('/api/optimization-reports')).reports;
  }

  rows(): Promise<Row[]> {
    return this.list('/api/lessons');
  }

  /** The students, teachers and lessons, now or at an instant. */
  async lists(asOf?: string): Promise<Lists> {
    const at = asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`;
    return {
      students: byId(await this.list<Person>(`/api/students${at}`)).map(ofPerson),
      teachers: byId(await this.list<Person>(`/api/teachers${at}`)).map(ofPerson),
      lessons: byId(await this.list<Lesson>(`/api/lessons${at}`))
        .filter(({ closedBy }) => closedBy === null)
        .map(ofRow),
      accounts: (await this.list<AccountRow>(`/api/accounts${at}`)).map(ofAccount),
      families: (await this.list<Revised>(`/api/households${at}`)).map(unrevised),
      charges: byId(await this.list<Revised>(`/api/charges${at}`)).map(unrevised),
      closures: (await this.list<ClosureRow>(`/api/closures${at}`)).map(ofClosure),
      policy: ok(await this.visitor.get(`/api/policy${at}`)).versions,
      attendance: await this.list(`/api/attendance?from=2026-10-01&to=2027-06-01${at.replace('?', '&')}`),
      closed: byId(await this.list<Lesson>(`/api/lessons?from=2026-11-23&to=2027-03-01${at.replace('?', '&')}`))
        .filter(({ closedBy }) => closedBy !== null)
        .map((row) => ({ ...ofRow(row), closedBy: row.closedBy })),
    };
  }

  /** Serves the calendar as its events are now. */
  publish(): void {
    this.serve(
      vcalendar(
        ...this.events.map(({ uid, name, date, time, weeks, isCancelled }) =>
          vevent({
            UID: uid,
            SUMMARY: name,
            DTSTART: `${date.replaceAll('-', '')}T${time.replace(':', '')}00`,
            RRULE: weeks > 1 ? `FREQ=WEEKLY;COUNT=${weeks}` : '',
            STATUS: isCancelled ? 'CANCELLED' : '',
          }),
        ),
      ),
    );
  }
}

/** What somebody does. It may be refused; it must not fail. */
export type Command = (studio: VisitedStudio) => Promise<unknown>;
