import { importVcards, previewVcards, type PreviewedCard } from '@rondo/contracts/api/vcard-import.ts';
import { previewedRows } from '@rondo/contracts/api/vcard-file.ts';
import type { WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { StudentImports } from './import-students.ts';
import { importMessage, type PlannedCard } from './plan-import.ts';

export type ContactRouteDependencies = {
  readonly imports: StudentImports;
  readonly head: () => Promise<Position | null>;
  /** True once the read models that a call declares show everything up to a position, and its reactors have handled it. */
  readonly settled: (position: Position | null, endpoint: WaitingEndpoint) => Promise<boolean>;
};

const order: Readonly<Record<PlannedCard['result'], number>> = { failed: 0, 'known-name': 1, skipped: 2, new: 3 };

const shown = ({ row, contact, result, detail }: PlannedCard): PreviewedCard => {
  const { firstName, lastName, ...rest } = contact;
  return { row, name: `${firstName} ${lastName}`.trim(), ...rest, result, detail };
};

const countsOf = (planned: readonly PlannedCard[]) => {
  const count = (...results: readonly PlannedCard['result'][]): number =>
    planned.filter(({ result }) => results.includes(result)).length;
  return { imported: count('new', 'known-name'), skipped: count('skipped'), failed: count('failed') };
};

/** Imports students from vCard files. */
export const contactRoutes = ({ imports, head, settled }: ContactRouteDependencies): Route[] => [
  route(previewVcards, async ({ file }, { actor }) => {
    const planned = await imports.preview(actor.studioId, file);
    const rows = planned.toSorted((a, b) => order[a.result] - order[b.result] || a.row - b.row);
    return { cards: planned.length, ...countsOf(planned), rows: rows.slice(0, previewedRows).map(shown) };
  }),
  route(importVcards, async ({ file }, { command, endpoint, response }) => {
    const planned = await imports.import(command, file);
    const counts = countsOf(planned);
    const { imported, skipped } = counts;
    if (imported > 0) {
      response.set('Rondo-Batch', command.commandId);
      const position = await head();
      // The next reads then wait for a long list.
      if (!(await settled(position, endpoint)) && position !== null) response.set('Rondo-Position', position);
    }
    return {
      success: true,
      imported,
      skipped,
      message: importMessage(counts),
      errors: planned.flatMap(({ row, result, detail }) => (result === 'failed' ? [{ row, error: detail }] : [])),
    };
  }),
];
