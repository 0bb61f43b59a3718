import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { recordedAtOf, withoutFences } from '@rondo/projections/runner/events.ts';
import { personChange } from '@rondo/projections/shared/person.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { studentStream, teacherStream } from '../../../people/roster.ts';

type PersonFields = NonNullable<ReturnType<typeof personChange>>['fields'];
type Lived = { readonly at: number; readonly fields: PersonFields };

/** Where someone lived from when on, as the stream tells. */
const livedIn = async ({ store }: Pick<Services, 'store'>, stream: string): Promise<Lived[]> => {
  const lived: Lived[] = [];
  for (const recorded of withoutFences(await store.readStream(stream))) {
    const change = personChange(recorded);
    // A removed person keeps the address of before.
    if (!change || change.removed === true) continue;
    const before = lived.at(-1);
    const fields = { ...before?.fields, ...change.fields };
    // Where an address is belongs to the address, whenever it is found.
    if (recorded.type === 'StudentLocated' && before) lived[lived.length - 1] = { at: before.at, fields };
    else lived.push({ at: epochMillisecondsOf(recordedAtOf(recorded)), fields });
  }
  return lived.filter(({ fields }) => (fields.address ?? '') !== '');
};

/**
 * The studio's people with the addresses that they had at the end of a date; where none was known by then, with the first one.
 * Each stream is read once.
 */
export const peopleThen = (services: Pick<Services, 'store' | 'models'>, studioId: string, timeZone: string) => {
  const known = new Map<string, Promise<Lived[]>>();
  const livedOf = (stream: string): Promise<Lived[]> => {
    const lived = known.get(stream) ?? livedIn(services, stream);
    known.set(stream, lived);
    return lived;
  };
  const now = peopleById(lessonsModel.read(services.models), studioId);
  return async (
    date: IsoDate,
    teacherId: string,
    studentIds: readonly string[],
  ): Promise<ReadonlyMap<string, PersonRow>> => {
    const people = new Map(await now);
    const end = startOf(addDays(date, 1), 0, timeZone);
    const streams = [
      [teacherId, teacherStream(studioId, teacherId)] as const,
      ...studentIds.map((studentId) => [studentId, studentStream(studioId, studentId)] as const),
    ];
    for (const [personId, stream] of streams) {
      const lived = await livedOf(stream);
      const then = lived.findLast(({ at }) => at < end) ?? lived[0];
      const person = people.get(personId);
      if (person && then) people.set(personId, { ...person, ...then.fields });
    }
    return people;
  };
};
export type PeopleThen = ReturnType<typeof peopleThen>;
