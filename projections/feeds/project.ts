import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import { queriedModel, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { onSchedule } from './lessons.ts';
import { onPerson, onStudio } from './people.ts';
import type { FeedsDb } from './queries.ts';
import { feedLessonsTable, feedPeopleTable, feedStudiosTable, feedsTable, runsTable, touchesTable } from './table.ts';

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
  version: 5,
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
