import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scheduleOf } from '../testing/lesson-facts.ts';
import type { Fact } from '../testing/facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { emptyReport } from '../testing/report-facts.ts';
import { erased } from '../testing/people-facts.ts';
import { reportsModel } from './project.ts';
import { findReport, listReports, reportsOfRun, type ReportsDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(reportsModel);
});
afterAll(() => model.close());

const written = (reportId: string, runId = 'run', teacherId = 'dana', studioId = 'studio'): Fact => ({
  stream: `report-${studioId}.${reportId}`,
  type: 'ReportWritten',
  schemaVersion: 3,
  data: {
    reportId,
    runId,
    teacherId,
    title: `Plan ${reportId}`,
    lessonsCount: 1,
    totalDriveMinutes: 24,
    content: emptyReport,
  },
  studioId,
});
const deleted = (reportId: string): Fact => ({
  stream: `report-studio.${reportId}`,
  type: 'ReportDeleted',
  data: { reportId },
});

const schedule = scheduleOf('dana');
const optimized = (
  reportId: string,
  more: Partial<Extract<ScheduleEvent, { type: 'ScheduleOptimized' }>['data']> = {},
): ScheduleEvent => ({
  type: 'ScheduleOptimized',
  data: {
    reportId,
    runId: 'run',
    startsOn: '2026-11-30',
    supersedes: null,
    rejects: null,
    students: [],
    endsElsewhere: [],
    ...more,
  },
});
const accepted = (reportId: string): ScheduleEvent => ({
  type: 'ScheduleAccepted',
  data: { reportId, endsElsewhere: [] },
});
const rejected = (reportId: string, withdrawn = false): ScheduleEvent => ({
  type: 'ScheduleRejected',
  data: { reportId, withdrawn, fellAway: [] },
});

const db = () => model.tables().withTables<ReportsDb>();
const states = async (): Promise<string[]> =>
  (await listReports(db(), 'studio')).map(
    ({ report_id, status, withdrawn }) => `${report_id} ${status}${withdrawn ? ', withdrawn' : ''}`,
  );

describe('a written report', () => {
  test('has no status until a plan names it', async () => {
    const { reports } = await model.after(written('P1'));
    expect(reports).toMatchObject([{ report_id: 'P1', status: null, planned_at: null }]);
    expect(await states()).toEqual([]);
    expect(await findReport(db(), 'studio', 'P1')).toBeUndefined();
    expect(await reportsOfRun(db(), 'studio', 'run')).toEqual([]);
  });

  test('is pending, with its full content, once a plan names it', async () => {
    await model.after(written('P1'), schedule(optimized('P1')));
    expect(await findReport(db(), 'studio', 'P1')).toEqual({
      studio_id: 'studio',
      report_id: 'P1',
      run_id: 'run',
      teacher_id: 'dana',
      title: 'Plan P1',
      status: 'pending',
      withdrawn: false,
      starts_on: '2026-11-30',
      lessons_count: 1,
      total_drive_minutes: 24,
      content: emptyReport,
      wishes: [],
      created_at: '2026-11-23T15:00:00.000000Z',
      processed_at: null,
      planned_at: '2026-11-23T15:00:01.000000Z',
      reopens: null,
      deleted: false,
    });
  });

  test('disappears when deleted, and a later decision does not bring it back', async () => {
    await model.after(written('P1'), schedule(optimized('P1')), deleted('P1'), schedule(rejected('P1')));
    expect(await states()).toEqual([]);
  });

  test('that is restored shows what was decided meanwhile', async () => {
    const restored: Fact = { ...deleted('P1'), type: 'ReportRestored' };
    await model.after(written('P1'), schedule(optimized('P1')), deleted('P1'), schedule(rejected('P1')), restored);
    expect(await states()).toEqual(['P1 rejected']);
  });
});

describe('a decision', () => {
  test('to accept is final', async () => {
    await model.after(written('P1'), schedule(optimized('P1')), schedule(accepted('P1')));
    expect(await states()).toEqual(['P1 accepted']);
    expect(await findReport(db(), 'studio', 'P1')).toMatchObject({ processed_at: '2026-11-23T15:00:02.000000Z' });
  });

  test('to withdraw leaves the report open until it is rejected', async () => {
    await model.after(written('P1'), schedule(optimized('P1')), schedule(rejected('P1', true)));
    expect(await states()).toEqual(['P1 pending, withdrawn']);
    expect(await findReport(db(), 'studio', 'P1')).toMatchObject({ processed_at: null });
    await model.after(
      written('P1'),
      schedule(optimized('P1')),
      schedule(rejected('P1', true)),
      schedule(rejected('P1')),
    );
    expect(await states()).toEqual(['P1 rejected']);
  });

  test('on one plan does not change the reports of other plans', async () => {
    const marcus = scheduleOf('marcus');
    await model.after(
      written('P1'),
      schedule(optimized('P1')),
      written('P2', 'run', 'marcus'),
      marcus(optimized('P2')),
      marcus(accepted('P2')),
    );
    expect(await states()).toEqual(['P2 accepted', 'P1 pending']);
  });
});

describe('a run', () => {
  test('replaces the pending report that it extends', async () => {
    await model.after(
      written('P1'),
      schedule(optimized('P1')),
      written('P2', 'second run'),
      schedule(optimized('P2', { supersedes: 'P1' })),
    );
    expect(await states()).toEqual(['P2 pending', 'P1 superseded']);
  });

  test('makes a withdrawn report final', async () => {
    await model.after(
      written('P1'),
      schedule(optimized('P1')),
      schedule(rejected('P1', true)),
      written('P2', 'second run'),
      schedule(optimized('P2', { rejects: 'P1' })),
    );
    expect(await states()).toEqual(['P2 pending', 'P1 rejected']);
  });

  test('has one report per teacher, found together', async () => {
    await model.after(
      written('P1'),
      written('P2', 'run', 'marcus'),
      written('P3', 'another run'),
      schedule(optimized('P1')),
      scheduleOf('marcus')(optimized('P2')),
      schedule(optimized('P3', { supersedes: 'P1' })),
    );
    expect((await reportsOfRun(db(), 'studio', 'run')).map(({ report_id }) => report_id)).toEqual(['P1', 'P2']);
  });
});

test('an erased studio has no reports, even after later events', async () => {
  const { reports } = await model.after(
    written('P1'),
    written('P9', 'run', 'dana', 'other'),
    erased(),
    schedule(optimized('P1')),
    written('P2'),
  );
  expect(reports).toMatchObject([{ studio_id: 'other', report_id: 'P9' }]);
});
