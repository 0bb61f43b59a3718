import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { maxImportCards } from '@rondo/contracts/api/people/vcard-file.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { fileForm, ok, type Visitor } from '@rondo/services/testing/visitor.ts';
import { firstMonday, newEvent, weekly } from '../long-log.ts';

type Headers = Readonly<Record<string, string>>;

/** vCard files of so many families in one town. */
export const filesOf = (count: number, name = 'Student'): FormData[] =>
  Array.from({ length: Math.ceil(count / maxImportCards) }, (_, file) => {
    const cards = Array.from({ length: Math.min(maxImportCards, count - file * maxImportCards) }, (__, i) => {
      const nth = file * maxImportCards + i;
      const address = `ADR:;;${100 + nth} Main St;Austin;TX;787${String(1 + (nth % 50)).padStart(2, '0')};`;
      return `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}${nth} Bench${nth}\r\n${address}\r\nEND:VCARD\r\n`;
    });
    return fileForm(cards.join(''));
  });

const hours = [1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '14:00', endTime: '21:00' }));

export type StudioSize = { readonly students: number; readonly teachers: number; readonly lessons: number };

type Studio = {
  readonly studioId: string;
  readonly studentIds: readonly string[];
  readonly teacherIds: readonly string[];
};

/** Fills a new studio through the API: students with addresses, and teachers with hours. */
export const withPeople = async (
  visitor: Visitor,
  { students, teachers }: Pick<StudioSize, 'students' | 'teachers'>,
  headers: Headers = {},
): Promise<Studio> => {
  for (const file of filesOf(students)) ok(await visitor.post('/api/students/import-vcards', file, headers));
  let studioId = '';
  const teacherIds: string[] = [];
  for (let i = 0; i < teachers; i += 1) {
    const address = `${100 + i} Oak St, Austin, TX 78704`;
    const teacher = { name: `Teacher ${i}`, phone: '1', email: `t${i}@example.com`, address, availability: hours };
    const added = ok(await visitor.post('/api/teachers', teacher, headers));
    studioId = added.userId;
    teacherIds.push(added.id);
  }
  const studentIds = ok(await visitor.get('/api/students', headers)).map(({ id }: { id: string }) => id);
  return { studioId, studentIds, teacherIds };
};

const perAppend = 100;

/**
 * Enters weekly lessons, each of another student, into studios that have none, straight into the log: by calls it would take an hour.
 * @returns the position of the last
 */
export const enterLessons = async (
  connectionString: string,
  { studioId, studentIds, teacherIds }: Studio,
  count: number,
): Promise<string> => {
  const store = await postgresEventStore({ connectionString });
  const pool = connectionPool({ connectionString, max: 1, name: 'rondo bench' });
  const ofTeacher = Math.ceil(count / teacherIds.length);
  let position = '';
  for (const [nth, teacherId] of teacherIds.entries()) {
    const stream = streamName(scheduleEvents, studioId, teacherId);
    await pool.query('insert into accounts.streams (studio_id, stream) values ($1, $2)', [studioId, stream]);
    const events = Array.from({ length: Math.min(ofTeacher, count - nth * ofTeacher) }, (_, i) => {
      const day = i % 5;
      const lesson = {
        ...weekly(i, studentIds[(nth * ofTeacher + i) % studentIds.length]),
        dayOfWeek: ([1, 2, 3, 4, 5] as const)[day] ?? 1,
        validFrom: addDays(firstMonday, day),
        start: 360 + Math.floor(i / 5) * 45,
      };
      return newEvent(studioId, 'LessonCreated', { lesson, occurrences: [] });
    });
    for (let at = 0; at < events.length; at += perAppend) {
      const part = events.slice(at, at + perAppend);
      ({ position } = await store.append(stream, at === 0 ? 'no_stream' : at - 1, part));
    }
  }
  await pool.end();
  await store.close();
  return position;
};

/** Resolves when the lists show a position of the log. */
export const caughtUp = async (visitor: Visitor, position: string, headers: Headers = {}): Promise<void> => {
  const isBehind = async () =>
    (await visitor.get('/api/user', { ...headers, 'Rondo-Position': position })).headers.has('rondo-position');
  while (await isBehind());
};
