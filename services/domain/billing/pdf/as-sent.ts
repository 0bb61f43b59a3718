import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { versionAt, type EarlierDb } from '@rondo/projections/invoices/earlier.ts';
import { postalLines } from './printed.ts';
import type { PrintSource } from './print-source.ts';
import { namesFrom } from '../names.ts';

/** The names, addresses and settings that a studio has had. */
export type Earlier = {
  readonly people: readonly EarlierDb['earlier_people'][];
  readonly settings: readonly EarlierDb['earlier_settings'][];
};

/** An invoice whose events do not say what was printed, as it was when it left the studio's hands. */
export const invoiceThen = (invoice: Invoice): Invoice => ({ ...invoice, ...invoice.keptWith });

/** What the log had at that instant; no settings if it has none of the studio. */
export const sourceThen = (
  { studentId, keptAt }: Invoice,
  { people, settings }: Earlier,
): Pick<PrintSource, 'names' | 'address'> & Partial<Pick<PrintSource, 'settings'>> => {
  const then = new Map(
    people.flatMap(({ person_id: id, versions }) => {
      const version = versionAt(versions, keptAt ?? '');
      return version ? [[id, version] as const] : [];
    }),
  );
  const student = then.get(studentId);
  const letterhead = versionAt(settings[0]?.versions ?? [], keptAt ?? '');
  return {
    names: namesFrom(then),
    address: postalLines(student?.address ?? null, student?.city ?? null, student?.zip_code ?? null),
    ...(letterhead ? { settings: letterhead.settings } : {}),
  };
};

/** The ids of the student and the teachers whom an invoice names. */
export const peopleIn = ({ studentId, items }: Invoice): string[] => [
  studentId,
  ...items.flatMap(({ teacherId }) => teacherId ?? []),
];
