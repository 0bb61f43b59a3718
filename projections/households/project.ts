import { householdAfter, householdEvents, type Household } from '@rondo/contracts/events/household.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { studentEvents } from '@rondo/contracts/events/student.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, queriedModel, type Handled, type RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { searchText } from '../shared/search.ts';
import type { HouseholdsDb } from './queries.ts';
import { householdsTable, membersTable } from './table.ts';

type Row = RowOf<typeof householdsTable>;

const rowOf = (studioId: string, { householdId, importId, createdAt, ...household }: Household): Row => {
  const { name, contacts } = household.details;
  const people = contacts.map((contact) => `${contact.name} ${contact.email ?? ''}`);
  return {
    ...household,
    studio_id: studioId,
    household_id: householdId,
    import_id: importId,
    created_at: createdAt,
    search: searchText({
      ...household.details,
      name: [name, ...people].join(' '),
      phone: contacts.map(({ phone }) => phone ?? '').join(' '),
    }),
  };
};

const householdOf = ({ studio_id: _, household_id, import_id, created_at, search: __, ...row }: Row): Household => ({
  ...row,
  householdId: household_id,
  importId: import_id,
  createdAt: created_at,
});

const readHousehold = eventReader(householdEvents);
const readStudent = eventReader(studentEvents);

const onHousehold = (recorded: SourceEvent): Handled => {
  const event = readHousehold(recorded);
  const { studioId } = recorded.metadata;
  return changing(householdsTable, [studioId, event.data.householdId], (row) => {
    const { revision } = recorded;
    const household = householdAfter(row && householdOf(row), event, { revision, recordedAt: recordedAtOf(recorded) });
    return household && rowOf(studioId, household);
  });
};

const onStudent = (recorded: SourceEvent): Handled | null => {
  const event = readStudent(recorded);
  const { studentId } = event.data;
  const { studioId } = recorded.metadata;
  const changed = (change: Partial<RowOf<typeof membersTable>>): Handled =>
    changing(membersTable, [studioId, studentId], (row) => row && { ...row, ...change });
  switch (event.type) {
    case 'StudentRegistered':
    case 'StudentReinstated': {
      const { firstName, lastName } = event.data.details;
      const householdId = event.type === 'StudentReinstated' ? event.data.householdId : null;
      return changing(membersTable, [studioId, studentId], () => ({
        studio_id: studioId,
        student_id: studentId,
        household_id: householdId,
        first_name: firstName,
        last_name: lastName,
        removed: false,
      }));
    }
    case 'StudentDetailsChanged': {
      const { firstName, lastName } = event.data.changes;
      if (firstName === undefined && lastName === undefined) return null;
      return changed({
        ...(firstName === undefined ? {} : { first_name: firstName }),
        ...(lastName === undefined ? {} : { last_name: lastName }),
      });
    }
    case 'StudentHouseholdSet':
      return changed({ household_id: event.data.householdId });
    case 'StudentRemoved':
      return changed({ removed: true });
    case 'StudentLocated':
    case 'StudentAvailabilitySet':
    case 'StudentTeachersSet':
      return null;
  }
};

/** Families with their members, present and former. */
export const householdsModel = queriedModel<HouseholdsDb, 'households'>({
  name: 'households',
  version: 1,
  categories: [householdEvents.name, studentEvents.name],
  tables: [householdsTable, membersTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === householdEvents.name ? onHousehold(recorded) : onStudent(recorded),
});
