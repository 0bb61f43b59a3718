import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { backupsModel } from '@rondo/projections/backups/project.ts';
import { listAutomatic, listOwn, type AutomaticRow, type BackupRow } from '@rondo/projections/backups/queries.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { withCounts, type Counting, type Counts } from './counts.ts';

/** A listed backup: the name of a moment. */
export type Backup = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isAutomatic: boolean;
  /** When it was taken, or when the change happened that an automatic one comes before. */
  readonly createdAt: Instant;
  /** The moment: everything up to and including a position in the log, and as people read it. */
  readonly position: Position;
  readonly asOf: Instant;
};

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];

const automaticName = ({
  kind,
  students_imported: imported,
  families_imported: families,
  from_csv: fromCsv,
  students_removed: students,
  teachers_removed: teachers,
  first_removed: first,
}: AutomaticRow): string => {
  switch (kind) {
    case 'generate':
      return 'Before generate';
    case 'clear':
      return 'Before clear';
    case 'replace':
      return 'Before replacing imported lessons';
    case 'restore':
      return 'Before restore';
    case 'import':
      if (families > 0) return `Before importing ${families} ${families === 1 ? 'family' : 'families'}`;
      if (fromCsv) return `Before importing ${counted(imported, 'student').join('')} from a CSV file`;
      return `Before importing ${counted(imported, 'student').join('')} from a vCard file`;
    case 'removal':
      if (students + teachers === 1 && first !== null) return `Before deleting ${first}`;
      return `Before deleting ${[...counted(students, 'student'), ...counted(teachers, 'teacher')].join(' and ')}`;
  }
};

const ownBackup = (row: BackupRow): Backup => ({
  id: row.backup_id,
  name: row.name,
  description: row.description,
  isAutomatic: false,
  createdAt: instantOf(row.taken_at),
  position: row.position,
  asOf: instantOf(row.taken_at),
});

const automaticBackup = (row: AutomaticRow): Backup => ({
  id: row.batch_id,
  name: automaticName(row),
  description: null,
  isAutomatic: true,
  createdAt: instantOf(row.happened_at),
  position: row.position,
  asOf: instantOf(row.as_of),
});

const listedRows = async ({ models }: Pick<Services, 'models'>, studioId: string) => {
  const db = backupsModel.read(models);
  const [own, automatic] = await Promise.all([listOwn(db, studioId), listAutomatic(db, studioId)]);
  return { own, automatic };
};

/** Every listed backup with what the studio had then, newest first. */
export const allBackups = async (
  services: Pick<Services, 'models'> & Counting,
  studioId: string,
): Promise<(Backup & { readonly counts: Counts })[]> => {
  const { own, automatic } = await listedRows(services, studioId);
  const ownBackups = own.map((row) => ({ ...ownBackup(row), counts: row.counts }));
  const counted = await withCounts(services, studioId, automatic.map(automaticBackup));
  return [...ownBackups, ...counted].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
};

/** One listed backup, without counting. */
export const findBackup = async (
  services: Pick<Services, 'models'>,
  studioId: string,
  backupId: string,
): Promise<Backup | undefined> => {
  const { own, automatic } = await listedRows(services, studioId);
  return [...own.map(ownBackup), ...automatic.map(automaticBackup)].find(({ id }) => id === backupId);
};
