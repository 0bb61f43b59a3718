import type { ReportEvent } from '@rondo/contracts/events/schedule/report.ts';
import { emptyReport } from '@rondo/projections/testing/report-facts.ts';
import { describe, expect, test } from 'vitest';
import { NotFound } from '../../../platform/kit/errors.ts';
import { sentTwice, specification } from '../../../testing/given.ts';
import { addWish, deleteReport, reportAggregate, restoreReport, writeReport, type ReportWritten } from './state.ts';

const { given } = specification(reportAggregate);

const reportId = 'report';
const data: ReportWritten = {
  reportId,
  runId: 'run',
  teacherId: 'dana',
  title: 'Dana Whitfield, from Monday, November 30',
  lessonsCount: 0,
  totalDriveMinutes: 0,
  content: emptyReport,
};
const written: ReportEvent = { type: 'ReportWritten', data };
const deleted: ReportEvent = { type: 'ReportDeleted', data: { reportId } };

describe('writing a report', () => {
  test('records its whole content', () => given().when(writeReport(data)).then(written));

  test('twice under one command id writes once', async () =>
    expect(await sentTwice(reportAggregate, { input: reportId, decide: writeReport(data) })).toEqual([written]));
});

describe('deleting a report', () => {
  test('records it', () => given(written).when(deleteReport(reportId)).then(deleted));

  test('again is a no-op', () => given(written, deleted).when(deleteReport(reportId)).thenNothing());

  test('that was never written is rejected', () =>
    given().when(deleteReport(reportId)).thenRefused(NotFound, 'There is no such report.'));
});

describe('restoring a report', () => {
  const restore = (isDeleted: boolean) => (state: Parameters<typeof restoreReport>[0]) =>
    restoreReport(state, { isDeleted, wishes: [] });

  test('lists a deleted one again, with its content', () => {
    given(written, deleted).when(restore(false)).then({ type: 'ReportRestored', data: { reportId } });
  });

  test('deletes a restored one', () =>
    given(written, deleted, { type: 'ReportRestored', data: { reportId } }).when(restore(true)).then(deleted));

  test('to what it is appends nothing', () => {
    given(written).when(restore(false)).thenNothing();
    given(written, deleted).when(restore(true)).thenNothing();
    given().when(restore(false)).thenNothing();
  });
});

describe('what a family was asked', () => {
  const wish = {
    studentId: 'ann',
    window: { dayOfWeek: 1 as const, startTime: '16:00', endTime: '18:00' },
  };
  const other = { ...wish, window: { ...wish.window, dayOfWeek: 2 as const } };
  const set = (...wishes: (typeof wish | typeof other)[]): ReportEvent => ({
    type: 'WishesSet',
    data: { reportId, wishes },
  });

  test('is kept beside what others were asked, once', () => {
    given(written).when(addWish(wish)).then(set(wish));
    given(written, set(wish)).when(addWish(other)).then(set(wish, other));
    given(written, set(wish)).when(addWish(wish)).thenNothing();
  });

  test('concerns a report that is there', () => {
    given().when(addWish(wish)).thenRefused(NotFound, 'There is no such report.');
    given(written, deleted).when(addWish(wish)).thenRefused(NotFound, 'There is no such report.');
  });

  test('goes and comes back with the report', () => {
    const earlier = (isDeleted: boolean, wishes: (typeof wish)[]) => (state: Parameters<typeof restoreReport>[0]) =>
      restoreReport(state, { isDeleted, wishes });
    given(written, set(wish)).when(earlier(false, [])).then(set());
    given(written, set(wish), deleted)
      .when(earlier(false, [wish]))
      .then({ type: 'ReportRestored', data: { reportId } });
  });
});
