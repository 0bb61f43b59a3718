import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import type { listHistory } from '@rondo/contracts/api/history/history.ts';
import { instantOf, justBefore } from '@rondo/contracts/calendar/instants.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { chainsOf, findDeed, namesIn, type DeedRow } from '@rondo/projections/history/deed-queries.ts';
import { partInWords, sentenceOf, type NameOf } from '@rondo/projections/history/deed-sentences.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { actorNameOf, authorIn } from '../../accounts/users.ts';
import { familyAuthor } from '../../people/households/family-author.ts';
import { studioNow } from '../../studio/clock.ts';

export type Reading = Pick<Services, 'models' | 'db' | 'settingsOf' | 'now'>;
type Entry = ResponseOf<typeof listHistory>['entries'][number];

/** True if the newest batch that undoes it stands. */
const undoneBy = (row: DeedRow, rows: ReadonlyMap<string, DeedRow>): string | null => {
  const undo = row.undone_by === null ? undefined : rows.get(row.undone_by);
  return undo && undoneBy(undo, rows) === null ? undo.batch_id : null;
};

const idsIn = (row: DeedRow, what: string): string[] =>
  row.subjects.flatMap((subject) => (subject.startsWith(`${what}:`) ? [subject.slice(what.length + 1)] : []));

/** Who did it: the calendar that was read, a person, or Rondo. */
const authorsOf = async (services: Reading, rows: readonly DeedRow[], nameOf: NameOf) => {
  const users = new Map<string, Entry['by']>();
  for (const { actor, studio_id: studioId } of rows) {
    if (users.has(actor)) continue;
    const user = await authorIn(services, studioId, actor);
    const family = await familyAuthor(services, studioId, actor);
    if (user) users.set(actor, { kind: 'user', name: actorNameOf(user) });
    else if (family !== null) users.set(actor, { kind: 'family', name: family });
  }
  return ({ actor, calendar_of: teacherId }: DeedRow): Entry['by'] => {
    if (teacherId !== null) return { kind: 'calendar', name: nameOf('teacher', teacherId) };
    return users.get(actor) ?? { kind: 'system', name: 'Rondo' };
  };
};

/** "Thu, Nov 12, 2:05 PM" on the studio's clock; with the year where it is another one. */
const momentIn =
  (timeZone: string, today: string) =>
  (instant: string): string => {
    const { date, minute } = wallClock(Date.parse(instant), timeZone);
    return `${date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : calendarDate(date)}, ${formatTime(minute)}`;
  };

const unknownNames: Readonly<Record<string, string>> = {
  student: 'a student',
  teacher: 'a teacher',
  household: 'a family',
  invoice: 'an invoice',
  report: 'a plan',
};

/** The parts that pages of families list. */
const listedParts: Readonly<Record<string, Entry['listed']>> = {
  timeRequest: 'request',
  linkMail: 'message',
  noteMail: 'message',
  changeMail: 'message',
};

/** Batches as the history shows them. */
export const entriesOf = async (services: Reading, studioId: string, rows: readonly DeedRow[]): Promise<Entry[]> => {
  const db = historyModel.read(services.models);
  const chains = await chainsOf(db, studioId, rows);
  const [names, { timeZone, today }] = await Promise.all([
    namesIn(db, studioId, chains.values()),
    studioNow(services, studioId),
  ]);
  const momentOf = momentIn(timeZone, today);
  const nameOf: NameOf = (what, id) =>
    what === 'moment' ? momentOf(id) : names.get(`${what}:${id}`) || (unknownNames[what] ?? 'something');
  const authorOf = await authorsOf(services, rows, nameOf);
  return rows.map((row) => ({
    batchId: row.batch_id,
    at: instantOf(row.last_at),
    before: row.opens ? null : justBefore(instantOf(row.first_at)),
    by: authorOf(row),
    kind: row.kinds[0] ?? 'settings',
    listed: Object.keys(row.counts).flatMap((part) => listedParts[part] ?? [])[0] ?? null,
    sentence: sentenceOf(row, nameOf, (batchId) => chains.get(batchId)),
    parts: row.parts.map((part) => partInWords(part, nameOf)),
    partsCount: Object.values(row.counts).reduce((sum, count) => sum + count, 0),
    students: idsIn(row, 'student'),
    teachers: idsIn(row, 'teacher'),
    undone: undoneBy(row, chains),
    undoes: row.undoes,
    undoable: row.final ?? true,
  }));
};

/** One batch; undefined for one that the history does not know. */
export const entryOf = async (services: Reading, studioId: string, batchId: string): Promise<Entry | undefined> => {
  const row = await findDeed(historyModel.read(services.models), studioId, batchId);
  return row && (await entriesOf(services, studioId, [row]))[0];
};
