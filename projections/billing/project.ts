import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { lineageChanges } from '../shared/lineages.ts';
import { lineagesTable, plansTable } from '../shared/lineage-tables.ts';
import { queriedModel } from '../runner/read-model.ts';
import { onStudent } from './payers.ts';
import type { BillingDb } from './queries.ts';
import { payersTable } from './table.ts';

/** What billing needs besides lessons and invoices: how students pay, where lessons come from, and which plans are pending. */
export const billingModel = queriedModel<BillingDb, 'billing'>({
  name: 'billing',
  version: 2,
  categories: ['schedule', 'student'],
  tables: [payersTable, lineagesTable, plansTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === 'student' ? onStudent(recorded) : lineageChanges(recorded),
});
