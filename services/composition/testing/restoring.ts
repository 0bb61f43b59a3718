import { expect } from 'vitest';
import { act, openStudioWithPeople, step, type AnyStep } from './acts.ts';
import { expectEachDateBilledOnce } from './invoice-acts.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** What a restore brings back: backups are names of moments, and stay as invoices do. */
export const restorable = (studio: StudioInMemory) => {
  const { backups: _, hidden: _hidden, invoices: _invoices, ...content } = studio.content();
  return content;
};

const restore = async (studio: StudioInMemory, target: { position: string }): Promise<void> => {
  await studio.requestRestore(target);
  await studio.carryOutRestore();
};

/** The moment before the last restore. */
const beforeIt = async (studio: StudioInMemory): Promise<{ position: string }> => {
  const last = (await studio.restores()).at(-1);
  return { position: last?.started ?? '' };
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
  const studio = await openStudioWithPeople(on);
  const moments = [{ position: (await studio.head()) ?? '', content: restorable(studio) }];
  for (const one of steps) {
    await act(studio, one);
    moments.push({ position: (await studio.head()) ?? '', content: restorable(studio) });
  }
  const moment = moments[nth % moments.length];
  const present = moments.at(-1);
  if (!moment || !present) throw new Error('There is no moment.');
  const { invoices } = studio.content();
  await restore(studio, moment);
  expect(restorable(studio), 'restored').toEqual(moment.content);
  expect(studio.content().invoices, 'invoices after the restore').toEqual(invoices);
  await expectEachDateBilledOnce(studio);
  await restore(studio, await beforeIt(studio));
  expect(restorable(studio), 'restored back').toEqual(present.content);
  await expectEachDateBilledOnce(studio);
  return (await studio.restores()).map(({ status }) => status);
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
