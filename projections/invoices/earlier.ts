import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { studioEvents, studioSettingsAfter } from '@rondo/contracts/events/studio.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, type Handled, type RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { nobody, personChange } from '../shared/person.ts';
import { earlierPeopleTable, earlierSettingsTable, type EarlierPerson } from './table.ts';

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
  const change = personChange(recorded);
  if (!change) return null;
  const { studioId } = recorded.metadata;
  return changing(earlierPeopleTable, [studioId, change.id], (row) => {
    const versions = row?.versions ?? [];
    const before = versions.at(-1) ?? nobody;
    const after = onlyBilled({ ...nobody, ...before, ...change.fields });
    if (versions.length > 0 && JSON.stringify(onlyBilled(before)) === JSON.stringify(after)) return undefined;
    const version = { since: instantOf(recordedAtOf(recorded)), ...after };
    return { studio_id: studioId, person_id: change.id, versions: [...versions, version] };
  });
};

const readStudio = eventReader(studioEvents);

export const onStudio = (recorded: SourceEvent): Handled | null => {
  const event = readStudio(recorded);
  if (event.type !== 'StudioOpened' && event.type !== 'StudioSettingsChanged') return null;
  const { studioId } = recorded.metadata;
  const since = instantOf(recordedAtOf(recorded));
  return changing(earlierSettingsTable, [studioId], (row) => {
    const versions = event.type === 'StudioOpened' ? [] : (row?.versions ?? []);
    const settings = studioSettingsAfter(versions.at(-1)?.settings, event);
    return settings && { studio_id: studioId, versions: [...versions, { since, settings }] };
  });
};
