import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { readEvent } from '@rondo/contracts/events/event.ts';
import { openingSettings, settingsAfter, studioEvents, studioSettings } from '@rondo/contracts/events/studio.ts';
import { z } from 'zod';
import { recordedAtOf } from '../runner/events.ts';
import { defineTable, put, reading, type Handled, type RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { nobody, personShape, shownBy } from '../shared/people-shown.ts';

const { phone: _phone, latitude: _latitude, longitude: _longitude, precision: _precision, ...billed } = personShape;
const person = z.object({ since: z.string(), ...billed });
type EarlierPerson = z.infer<typeof person>;

/** Every name and address that a student or teacher has had, oldest first. A removed person keeps only the name. */
export const earlierPeopleTable = defineTable({
  name: 'earlier_people',
  row: z.object({ studio_id: z.string(), person_id: z.string(), versions: z.array(person) }),
  columns: { studio_id: 'text', person_id: 'text', versions: 'jsonb' },
  key: ['studio_id', 'person_id'],
});

/** All settings that a studio has had, oldest first. */
export const earlierSettingsTable = defineTable({
  name: 'earlier_settings',
  row: z.object({
    studio_id: z.string(),
    versions: z.array(z.object({ since: z.string(), settings: studioSettings })),
  }),
  columns: { studio_id: 'text', versions: 'jsonb' },
  key: ['studio_id'],
});
export type EarlierDb = {
  earlier_people: RowOf<typeof earlierPeopleTable>;
  earlier_settings: RowOf<typeof earlierSettingsTable>;
};

/** What applied at an instant; the oldest version before the first one. */
export const versionAt = <Version extends { readonly since: string }>(
  versions: readonly Version[],
  instant: string,
): Version | undefined => versions.findLast(({ since }) => since <= instant) ?? versions[0];

const onlyBilled = ({ first_name, last_name, address, city, zip_code }: Omit<EarlierPerson, 'since'>) => ({
  first_name,
  last_name,
  address,
  city,
  zip_code,
});

export const onPerson = (recorded: SourceEvent): Handled | null => {
  const shown = shownBy(recorded);
  if (!shown) return null;
  const { studioId } = recorded.metadata;
  const key = [studioId, shown.id];
  return reading(earlierPeopleTable, [key], (rows) => {
    const versions = rows.get(earlierPeopleTable, key)?.versions ?? [];
    const before = versions.at(-1) ?? nobody;
    const after = onlyBilled({ ...nobody, ...before, ...shown.changes });
    if (versions.length > 0 && JSON.stringify(onlyBilled(before)) === JSON.stringify(after)) return [];
    const version = { since: instantOf(recordedAtOf(recorded)), ...after };
    return [put(earlierPeopleTable, { studio_id: studioId, person_id: shown.id, versions: [...versions, version] })];
  });
};

export const onStudio = (recorded: SourceEvent): Handled | null => {
  const { studioId, schemaVersion } = recorded.metadata;
  const event = readEvent(studioEvents, { ...recorded, schemaVersion });
  const key = [studioId];
  const since = instantOf(recordedAtOf(recorded));
  if (event.type === 'StudioOpened')
    return reading(earlierSettingsTable, [], () => [
      put(earlierSettingsTable, { studio_id: studioId, versions: [{ since, settings: openingSettings(event.data) }] }),
    ]);
  if (event.type !== 'StudioSettingsChanged') return null;
  return reading(earlierSettingsTable, [key], (rows) => {
    const versions = rows.get(earlierSettingsTable, key)?.versions ?? [];
    const before = versions.at(-1);
    if (!before) return [];
    const settings = settingsAfter(before.settings, event.data.changes);
    return [put(earlierSettingsTable, { studio_id: studioId, versions: [...versions, { since, settings }] })];
  });
};
