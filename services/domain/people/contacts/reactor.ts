import { studentEvents } from '@rondo/contracts/events/student.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import { TransientError, type SourceEvent } from '@rondo/projections/runner/source.ts';
import { reactionTo } from '../../../platform/commands/aggregate.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { locate } from '../locate.ts';
import { studentStream } from '../roster.ts';
import { locateStudent } from '../student.ts';

const read = eventReader(studentEvents);

/** The address of a student who was imported and has not been located; null for any other event. */
const soughtBy = (recorded: SourceEvent) => {
  if (recorded.type !== 'StudentRegistered' && recorded.type !== 'StudentReinstated') return null;
  const event = read(recorded);
  if (event.type !== 'StudentRegistered' && event.type !== 'StudentReinstated') return null;
  const { studentId, origin, details } = event.data;
  const { address, city, zipCode, location } = details;
  return origin === null || address === '' || location !== null ? null : { studentId, address, city, zipCode };
};

type Needs = Pick<Services, 'handlers'> & { readonly maps: Pick<Services['maps'], 'mapsFor'> };

const react = async ({ handlers, maps }: Needs, event: SourceEvent): Promise<void> => {
  const sought = soughtBy(event);
  if (!sought) return;
  const { studentId, ...typed } = sought;
  const { studioId } = event.metadata;
  const { location, city, zipCode } = await locate(maps.mapsFor(studioId), typed).catch((cause: unknown) => {
    throw new TransientError('The maps service is not answering.', { cause });
  });
  if (location === null) return;
  const found = { address: sought.address, city, zipCode, location };
  await handlers.student.execute(studentStream(studioId, studentId), reactionTo(event, 'geocoding', 'locate'), {
    input: found,
    decide: locateStudent(found),
  });
};

/** Geocodes the addresses of imported students, as a part of the import's batch. An address that cannot be located stays as it is. */
export const geocodingReactor = (services: Needs): Reactor<'geocoding'> => ({
  name: 'geocoding',
  version: 1,
  categories: [studentEvents.name],
  tables: [],
  on: (event) => (soughtBy(event) ? { reads: [], changes: () => [] } : null),
  react: (event) => react(services, event),
  // One student's address has nothing to do with another's, and the log takes what arrives at once in one statement.
  reactTogether: async (events) => {
    await Promise.all(events.map((event) => react(services, event)));
  },
});
