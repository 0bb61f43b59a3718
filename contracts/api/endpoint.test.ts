import { expect, test } from 'vitest';
import { allEndpoints } from './all.ts';
import { endpoint } from './endpoint.ts';
import { success } from './shapes.ts';

/** These only query or compute with a body, stop a computation, or share an address, which is no event: no read model shows them. */
const leavesListsAlone = new Set([
  'DELETE /api/students/:id/calendar-url',
  'DELETE /api/teachers/:id/calendar-url',
  'POST /api/students/:id/generate-calendar-url',
  'POST /api/teachers/:id/generate-calendar-url',
  'POST /api/lessons/check-conflicts',
  'POST /api/lessons/generate-alternatives',
  'POST /api/students/fits',
  'POST /api/schedule/curve',
  'POST /api/schedule/generate/stop',
  'POST /api/students/import-vcards/preview',
  'POST /api/undo/preview',
]);

const listed = /^\/api\/(students|teachers|assignments|lessons|schedule|optimization-reports|sample-studio|undo)\b/;

test.each(
  allEndpoints
    .filter(({ method, path }) => method !== 'GET' && listed.test(path))
    .map((one) => ({ name: `${one.method} ${one.path}`, one }))
    .filter(({ name }) => !leavesListsAlone.has(name)),
)('$name says which read models show it', ({ one }) => expect(one.updates).not.toHaveLength(0));

test('a call cannot wait for a read model that does not exist', () => {
  const declared = endpoint({
    method: 'POST',
    path: '/api/lessons',
    summary: 'With a misspelled read model.',
    response: success,
    // @ts-expect-error There is no read model of this name.
    updates: ['lesson'],
  });
  expect(declared.updates).toEqual(['lesson']);
});
