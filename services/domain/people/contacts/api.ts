import { previewedRows } from '@rondo/contracts/api/people/vcard-file.ts';
import { importVcards, previewVcards, type PreviewedCard } from '@rondo/contracts/api/people/vcard-import.ts';
import { answeredAfter } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { importStudents, planStudents } from './import-students.ts';
import { importMessage, type PlannedCard } from './plan-import.ts';

const order: Readonly<Record<PlannedCard['result'], number>> = { failed: 0, 'known-name': 1, skipped: 2, new: 3 };

const previewed = ({ row, contact, result, detail, adds }: PlannedCard): PreviewedCard => {
  const { firstName, lastName, ...rest } = contact;
  return { row, name: `${firstName} ${lastName}`.trim(), ...rest, result, detail, ...(adds && { addsEmail: true }) };
};

const emailsIn = (planned: readonly PlannedCard[]): number => planned.filter(({ adds }) => adds !== undefined).length;

const countsOf = (planned: readonly PlannedCard[]) => {
  const count = (...results: readonly PlannedCard['result'][]): number =>
    planned.filter(({ result }) => results.includes(result)).length;
  return { imported: count('new', 'known-name'), skipped: count('skipped'), failed: count('failed') };
};

/** Imports students from vCard files. */
export const contactRoutes = (
  services: Pick<Services, 'handlers' | 'models' | 'store' | 'streams' | 'locks' | 'sizes'>,
): Route[] => [
  route(previewVcards, async ({ file }, { actor }) => {
    const planned = await planStudents(services, actor.studioId, file);
    const rows = planned.toSorted((a, b) => order[a.result] - order[b.result] || a.row - b.row);
    const emailsToAdd = emailsIn(planned);
    const counts = { ...countsOf(planned), ...(emailsToAdd > 0 && { emailsToAdd }) };
    return { cards: planned.length, ...counts, rows: rows.slice(0, previewedRows).map(previewed) };
  }),
  route(importVcards, async ({ file, query }, context) => {
    const { commandId } = context.command;
    const withEmails = query.addEmails === 'true';
    const planned = await importStudents(services, context.command, file, { ...query, withEmails });
    const emailsAdded = withEmails ? emailsIn(planned) : 0;
    const counts = { ...countsOf(planned), emailsAdded };
    const { imported, skipped } = counts;
    return answeredAfter(services, context, imported + emailsAdded > 0 ? commandId : null, () => ({
      success: true,
      imported,
      skipped,
      ...(withEmails && { emailsAdded }),
      message: importMessage(counts),
      errors: planned.flatMap(({ row, result, detail }) => (result === 'failed' ? [{ row, error: detail }] : [])),
    }));
  }),
];
