import { readEvent } from '@rondo/contracts/events/event.ts';
import { studioEvents, studioSettingsAfter } from '@rondo/contracts/events/studio.ts';
import { changing, put, reading, remove, type Handled, queriedModel } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { studiosTable, informedTable } from './table.ts';
import type { StudiosDb } from './queries.ts';

const on = (recorded: SourceEvent): Handled | null => {
  const { studioId, schemaVersion } = recorded.metadata;
  const event = readEvent(studioEvents, { ...recorded, schemaVersion });
  switch (event.type) {
    case 'StudioOpened':
    case 'StudioSettingsChanged':
      return changing(studiosTable, [studioId], (row) => {
        const settings = studioSettingsAfter(row?.settings, event);
        return settings && { studio_id: studioId, settings, revision: recorded.revision };
      });
    case 'FamiliesTold': {
      const { studentIds, until } = event.data;
      const keys = [...new Set(studentIds)].map((studentId) => [studioId, studentId] as const);
      return reading(informedTable, keys, (rows) =>
        keys.flatMap(([, studentId]) => {
          const known = rows.get(informedTable, [studioId, studentId]);
          // An earlier instant than the known one changes nothing.
          if (known && known.until >= until) return [];
          return [put(informedTable, { studio_id: studioId, student_id: studentId, until })];
        }),
      );
    }
    case 'ToldMarksRestored': {
      const changes = event.data.marks.map(({ studentId, until }) =>
        until === null
          ? remove(informedTable, [studioId, studentId])
          : put(informedTable, { studio_id: studioId, student_id: studentId, until }),
      );
      return reading(informedTable, [], () => changes);
    }
    case 'SampleStudioLoaded':
    case 'SampleStudioRemoved':
    case 'HouseholdSuggestionDismissed':
    case 'HouseholdSuggestionReturned':
      return null;
  }
};

/** Studio settings, as screens and commands need them. */
export const studiosModel = queriedModel<StudiosDb, 'studios'>({
  name: 'studios',
  version: 8,
  categories: ['studio'],
  tables: [studiosTable, informedTable],
  on,
});
