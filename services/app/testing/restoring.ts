import type { RestoreTarget } from '@rondo/contracts/events/backups.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Teacher } from '../../domain/lessons/testing/steps.ts';
import { act, openStudioWithPeople, step, type AnyStep } from './acts.ts';
import { expectEachDateBilledOnce } from './invoice-acts.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/**
 * What a restore brings back. Backups, invoices and all other money, what families were told, time off with its policy, notes, who belongs to them, who pays for whom and which students
 * the names in calendars mean stay as they are.
 */
export const restorable = (studio: StudioInMemory) => {
  const {
    backups: _,
    hidden: _hidden,
    invoices: _invoices,
    charges: _charges,
    entries: _entries,
    payers: _payers,
    informed: _informed,
    ties: _ties,
    families: _families,
    timeOff: _timeOff,
    ...content
  } = studio.content();
  return { ...content, students: content.students.map(({ household_id: _household, ...student }) => student) };
};

export const restore = async (
  studio: StudioInMemory,
  target: RestoreTarget,
  teacherId: string | null = null,
): Promise<void> => {
  await studio.requestRestore(target, teacherId);
  await studio.carryOutRestore();
};

/** The reports that await a decision. */
export const pendingReports = (studio: StudioInMemory): string[] =>
  studio
    .reportRows()
    .flatMap(({ report_id: id, status, withdrawn, deleted }) =>
      status === 'pending' && !withdrawn && !deleted ? [id] : [],
    );

/** The moment before the last restore. */
export const beforeIt = async (studio: StudioInMemory): Promise<{ position: string }> => {
  const last = (await studio.restores()).at(-1);
  return { position: last?.started ?? '' };
};

/** A studio's life, and what it had after each step. */
const lived = async (steps: readonly AnyStep[], on: Parameters<typeof openStudioWithPeople>[0] = {}) => {
  const studio = await openStudioWithPeople(on);
  const moments = [{ position: (await studio.head()) ?? '', content: restorable(studio) }];
  for (const one of steps) {
    await act(studio, one);
    moments.push({ position: (await studio.head()) ?? '', content: restorable(studio) });
  }
  return { studio, moments };
};

/**
 * Restores one of the moments of a studio's life, then the moment before that restore. Expects every list to be as it was, invoices to stay,
 * and each date to be billed once.
 * @returns how the restores ended
 */
export const restoresThereAndBack = async (
  steps: readonly AnyStep[],
  nth: number,
  on: Parameters<typeof openStudioWithPeople>[0] = {},
): Promise<string[]> => {
  const { studio, moments } = await lived(steps, on);
  const moment = moments[nth % moments.length];
  const present = moments.at(-1);
  if (!moment || !present) throw new Error('There is no moment.');
  const { invoices, families, charges, entries, payers } = studio.content();
  const money = { invoices, charges, entries, payers };
  await restore(studio, moment);
  expect(restorable(studio), 'restored').toEqual(moment.content);
  expect(studio.content(), 'money after the restore').toMatchObject(money);
  expect(studio.content().families, 'families after the restore').toEqual(families);
  await expectEachDateBilledOnce(studio);
  await restore(studio, await beforeIt(studio));
  expect(restorable(studio), 'restored back').toEqual(present.content);
  await expectEachDateBilledOnce(studio);
  return (await studio.restores()).map(({ status }) => status);
};

type Content = ReturnType<typeof restorable>;

const lessonsOf = ({ lessons }: Content, isOf: (teacherId: string) => boolean) =>
  lessons.filter(({ teacher_id: teacherId }) => isOf(teacherId));

/** The rows of one teacher's past schedule that nothing keeps from coming back. A plan's come back under a new report. */
const thatComeBack = (past: Content, present: Content, teacherId: Teacher) => {
  if (!present.teachers.some(({ teacher_id: id }) => id === teacherId)) return [];
  const elsewhere = lessonsOf(present, (id) => id !== teacherId);
  const taken = new Set(elsewhere.flatMap(({ lesson }) => [lesson.lessonId, lesson.continues, lesson.seriesId]));
  const students = new Set(present.students.map(({ student_id: id }) => id));
  return lessonsOf(past, (id) => id === teacherId).filter(
    ({ lesson }) =>
      !taken.has(lesson.lessonId) &&
      !taken.has(lesson.seriesId) &&
      students.has(lesson.studentId ?? '') &&
      lesson.source !== 'optimized',
  );
};

/** Restores one teacher's schedule to a moment of a studio's life, then to before that restore. @returns how many of its rows came back or changed */
export const restoresOneTeacher = async (
  steps: readonly AnyStep[],
  nth: number,
  teacherId: Teacher,
): Promise<number> => {
  const { studio, moments } = await lived(steps);
  const moment = moments[nth % moments.length];
  const present = moments.at(-1)?.content;
  if (!moment || !present) throw new Error('There is no moment.');
  await restore(studio, moment, teacherId);
  const restored = restorable(studio);
  const { lessons: _, reports: _r, ...others } = present;
  expect(restored, 'people').toMatchObject(others);
  expect(
    lessonsOf(restored, (id) => id !== teacherId),
    'other schedules',
  ).toEqual(lessonsOf(present, (id) => id !== teacherId));
  const own = new Map(lessonsOf(restored, (id) => id === teacherId).map((row) => [row.lesson_id, row]));
  const back = thatComeBack(moment.content, present, teacherId);
  for (const row of back) expect(own.get(row.lesson_id), 'a lesson of the moment').toEqual(row);
  await restore(studio, await beforeIt(studio), teacherId);
  expect(restorable(studio), 'restored back').toEqual(present);
  return isDeepStrictEqual(restored, present) ? 0 : back.length;
};

/** Restores one student’s phone, killed between lifting the first and the last fence, and resumes. @returns how the restore ended */
export const resumedAtTheEnd = async (on: Parameters<typeof openStudioWithPeople>[0] = {}): Promise<string[]> => {
  const studio = await openStudioWithPeople(on);
  const position = (await studio.head()) ?? '';
  const before = restorable(studio);
  await act(studio, step('change student'));
  await studio.requestRestore({ position });
  // Every stream is fenced and lifted; between them are the start and the one student.
  studio.killAfter(2 * studio.streams().length - 2);
  await expect(studio.carryOutRestore()).rejects.toThrow('Killed.');
  studio.killAfter(Infinity);
  await studio.carryOutRestore();
  expect(restorable(studio)).toEqual(before);
  return (await studio.restores()).map(({ status }) => status);
};
