import { nobody, shownBy } from '../shared/people-shown.ts';
import { put, reading, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { peopleTable } from './table.ts';

export const onPerson = (recorded: SourceEvent): Handled | null => {
  const shown = shownBy(recorded);
  if (!shown) return null;
  const key = [recorded.metadata.studioId, shown.id];
  return reading(peopleTable, [key], (rows) => {
    const before = rows.get(peopleTable, key) ?? {
      ...nobody,
      studio_id: recorded.metadata.studioId,
      person_id: shown.id,
      removed: false,
    };
    return [put(peopleTable, { ...before, ...shown.changes, removed: shown.removed ?? before.removed })];
  });
};
