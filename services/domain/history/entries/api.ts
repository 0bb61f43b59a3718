import type { RequestOf, ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { listHistory } from '@rondo/contracts/api/history/history.ts';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { listDeeds, type DeedRow } from '@rondo/projections/history/deed-queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import type { Actor } from '../../../platform/http/callers/actor.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { entriesOf, type Reading } from './entries.ts';

const cursorOf = ({ last_at: at, batch_id: batchId }: DeedRow): string => `${instantOf(at)}_${batchId}`;

const listed = async (
  services: Reading,
  { studioId, userId }: Actor,
  {
    before,
    until,
    limit,
    studentId,
    teacherId,
    lessonId,
    invoiceId,
    payerId,
    kind,
    q,
    by,
  }: RequestOf<typeof listHistory>['query'],
): Promise<ResponseOf<typeof listHistory>> => {
  const subject = (what: string, id: string | undefined): string[] => (id === undefined ? [] : [`${what}:${id}`]);
  const rows = await listDeeds(historyModel.read(services.models), studioId, {
    after: before === undefined ? null : { at: before.slice(0, 27), batchId: before.slice(28) },
    until: until ?? null,
    limit: limit + 1,
    subjects: [
      ...subject('student', studentId),
      ...subject('teacher', teacherId),
      ...subject('invoice', invoiceId),
      ...subject('student', payerId),
    ],
    lessonId: lessonId ?? null,
    kind: kind ?? (payerId === undefined ? null : 'invoices'),
    text: q ?? null,
    actor: by === undefined ? null : userId,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: await entriesOf(services, studioId, page),
    next: rows.length > limit && last ? cursorOf(last) : null,
  };
};

/** What happened in the studio. */
export const entryRoutes = (services: Reading): Route[] => [
  route(listHistory, ({ query }, { actor }) => listed(services, actor, query)),
];
