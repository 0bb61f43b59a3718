import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import { queriedModel, type Handled, put, reading, type RowOf, type RowReader } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { onSchedule } from './lessons.ts';
import type { FeedsDb } from './queries.ts';
import { feedLessonsTable, feedPeopleTable, feedStudiosTable, feedsTable, runsTable, touchesTable } from './table.ts';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { nobody, personChange } from '../shared/person.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';

type Person = RowOf<typeof feedPeopleTable>;
type Studio = RowOf<typeof feedStudiosTable>;

const readStudio = eventReader(studioEvents);

const studioBefore = (rows: RowReader, studioId: string): Studio =>
  rows.get(feedStudiosTable, [studioId]) ?? {
    studio_id: studioId,
    time_zone: null,
    changes: 0,
    changed_at: '',
    version: '',
  };

/** What calendars show of a person: all but the phone. */
const shownFields = ({
  first_name,
  last_name,
  address,
  city,
  zip_code,
  latitude,
  longitude,
  precision,
}: Person): string => JSON.stringify([first_name, last_name, address, city, zip_code, latitude, longitude, precision]);

const onPerson = (recorded: SourceEvent): Handled | null => {
  const change = personChange(recorded);
  if (!change) return null;
  const { studioId } = recorded.metadata;
  const key = [studioId, change.id];
  return {
    reads: [
      { table: feedPeopleTable, key },
      { table: feedStudiosTable, key: [studioId] },
    ],
    changes: (rows) => {
      const known = rows.get(feedPeopleTable, key);
      const at = instantOf(recordedAtOf(recorded));
      const before: Person = known ?? {
        ...nobody,
        studio_id: studioId,
        person_id: change.id,
        removed: false,
        changes: 0,
        changed_at: at,
      };
      const after: Person = { ...before, ...change.fields, removed: change.removed ?? before.removed };
      if (known && shownFields(known) === shownFields(after)) return [put(feedPeopleTable, after)];
      return [
        put(feedPeopleTable, { ...after, changes: before.changes + (known ? 1 : 0), changed_at: at }),
        put(feedStudiosTable, { ...studioBefore(rows, studioId), version: recorded.position }),
      ];
    },
  };
};

const timeZoneIn = (recorded: SourceEvent): string | undefined => {
  const event = readStudio(recorded);
  if (event.type === 'StudioOpened') return event.data.timeZone;
  return event.type === 'StudioSettingsChanged' ? event.data.changes.timeZone : undefined;
};

/** A new time zone moves every lesson to another instant. */
const onStudio = (recorded: SourceEvent): Handled | null => {
  const timeZone = timeZoneIn(recorded);
  if (timeZone === undefined) return null;
  const { studioId } = recorded.metadata;
  return reading(feedStudiosTable, [[studioId]], (rows) => {
    const before = studioBefore(rows, studioId);
    if (before.time_zone === timeZone) return [];
    return [
      put(feedStudiosTable, {
        ...before,
        time_zone: timeZone,
        changes: before.changes + (before.time_zone === null ? 0 : 1),
        changed_at: instantOf(recordedAtOf(recorded)),
        version: recorded.position,
      }),
    ];
  });
};

const on = (recorded: SourceEvent): Handled | null => {
  switch (parseStreamName(recorded.stream).category) {
    case 'schedule':
      return onSchedule(recorded);
    case 'studio':
      return onStudio(recorded);
    default:
      return onPerson(recorded);
  }
};

/** What families and teachers see in the calendars that they subscribe to, and what has touched each of its dates. */
export const feedsModel = queriedModel<FeedsDb, 'feeds'>({
  name: 'feeds',
  version: 7,
  categories: ['schedule', 'student', 'teacher', 'studio'],
  tables: [
    feedLessonsTable,
    touchesTable,
    feedsTable,
    feedPeopleTable,
    feedStudiosTable,
    runsTable,
    lineagesTable,
    plansTable,
  ],
  on,
});
