import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareErased, erasureReactor, eraseStudio } from '../accounts/erasure/erasure-reactor.ts';
import { reactorSite, commandIn, type Death, type ReactorSite } from '../../testing/reactor-site.ts';
import { studioOn } from '../../testing/reactor-studio.ts';
import { TransientError } from '@rondo/projections/runner/source.ts';
import { removalsReactor } from './removals-reactor.ts';

let site: ReactorSite;
beforeAll(async () => {
  site = await reactorSite();
});
afterAll(() => site.close());

const deathsAt = (writes: number): Death[] =>
  Array.from({ length: writes }, (_, i) => i + 1).flatMap((atWrite) => [
    { atWrite, when: 'before' as const },
    { atWrite, when: 'after' as const },
  ]);

/** Lets a process react until it dies, and a second one finish. */
const killedAndResumed = async (reactorOf: Parameters<ReactorSite['start']>[0], death: Death): Promise<void> => {
  const killed = site.start(reactorOf, death);
  await killed.died;
  await killed.stop();
  const next = site.start(reactorOf);
  await next.settled();
  await next.stop();
};

describe('a reactor killed while it reacts to a removed student', () => {
  // Two schedules to write.
  test.each(deathsAt(2))('$when write $atWrite ends each lesson once when it is taken up again', async (death) => {
    const studio = studioOn(site);
    await studio.addStudent('Ann');
    await studio.series('dana', 'A', 'Ann');
    await studio.dated('dana', 'soon', 'Ann', '2026-12-01');
    await studio.series('marcus', 'M', 'Ann');
    await studio.removeStudent('Ann');
    await killedAndResumed(removalsReactor, death);
    expect(await studio.eventsOf('schedule', 'dana')).toEqual([
      'LessonCreated',
      'LessonCreated',
      'LessonEnded',
      'LessonDeleted',
    ]);
    expect(await studio.eventsOf('schedule', 'marcus')).toEqual(['LessonCreated', 'LessonEnded']);
  });
});

describe('a reactor killed while it reacts to a removed teacher', () => {
  // One schedule and two students to write.
  test.each(deathsAt(3))('$when write $atWrite ends everything once when it is taken up again', async (death) => {
    const studio = studioOn(site);
    await studio.addTeacher('dana');
    for (const student of ['Ann', 'Ben']) {
      await studio.addStudent(student);
      await studio.assign(student, 'dana');
    }
    await studio.series('dana', 'A', 'Ann');
    await studio.removeTeacher('dana');
    await killedAndResumed(removalsReactor, death);
    expect(await studio.eventsOf('schedule', 'dana')).toEqual(['LessonCreated', 'LessonEnded']);
    for (const student of ['Ann', 'Ben'])
      expect(await studio.eventsOf('student', student)).toEqual([
        'StudentRegistered',
        'StudentTeachersSet',
        'StudentTeachersSet',
      ]);
  });
});

describe('erasing a studio', () => {
  const servicesOn = (store: ReactorSite['store'], forgetStudio: () => Promise<void> = async () => undefined) => ({
    db: site.db,
    projecting: site.projecting,
    store,
    forgetStudio,
  });
  const leftOf = async (studioId: string): Promise<unknown[]> => {
    const streams = await sql`select 1 from accounts.streams where studio_id = ${studioId}`.execute(site.db);
    const events =
      await sql`select 1 from event_log.events where data is not null and stream like ${`%${studioId}%`}`.execute(
        site.db,
      );
    return [...streams.rows, ...events.rows];
  };

  const begun = async () => {
    const studio = studioOn(site);
    await studio.addStudent('Ann');
    await studio.series('dana', 'A', 'Ann');
    expect(await leftOf(studio.studioId)).not.toEqual([]);
    await declareErased(site, commandIn(studio.studioId), studio.studioId);
    return studio;
  };
  const reactor = ({ store }: { store: ReactorSite['store'] }) => erasureReactor(servicesOn(store));

  test.each(deathsAt(1))(
    'resumes after the process is killed $when its streams are deleted, and leaves nothing',
    async (death) => {
      const studio = await begun();
      await killedAndResumed(reactor, death);
      expect(await leftOf(studio.studioId)).toEqual([]);
      await expect(studio.addStudent('Ben')).rejects.toThrow('This studio has been erased.');
      await expect(studio.series('dana', 'B', 'Ben')).rejects.toThrow('This studio has been erased.');
    },
  );

  test('resumes after the process is killed between its steps, and leaves nothing', async () => {
    const studio = await begun();
    const { promise: died, resolve: die } = Promise.withResolvers<void>();
    const killed = site.start(({ store }) =>
      erasureReactor(
        servicesOn(store, async () => {
          die();
          throw new TransientError('Killed.');
        }),
      ),
    );
    await died;
    await killed.stop();
    expect(await leftOf(studio.studioId)).not.toEqual([]);
    const next = site.start(reactor);
    await next.settled();
    await next.stop();
    expect(await leftOf(studio.studioId)).toEqual([]);
  });

  test('appends one event when declared twice', async () => {
    const studio = await begun();
    await declareErased(site, commandIn(studio.studioId), studio.studioId);
    const events = await site.store.readStream('erasures');
    const named = events.filter(({ metadata }) => metadata.studioId === studio.studioId);
    expect(named).toMatchObject([{ type: 'StudioErased', data: { studioId: studio.studioId } }]);
  });
});

test('a reactor about to write into a studio that is being erased continues with the others', async () => {
  const studio = studioOn(site);
  await studio.addStudent('Ann');
  await studio.series('dana', 'A', 'Ann');
  await studio.removeStudent('Ann');
  const other = studioOn(site);
  await other.addStudent('Ben');
  await other.series('dana', 'B', 'Ben');
  await other.removeStudent('Ben');
  const erasing = { ...site, forgetStudio: async () => undefined };
  const process = site.start((dependencies) => {
    const removals = removalsReactor(dependencies);
    return {
      ...removals,
      react: async (event, rows) => {
        if (event.type === 'StudentRemoved' && event.metadata.studioId === studio.studioId)
          await eraseStudio(erasing, studio.studioId);
        await removals.react?.(event, rows);
      },
    };
  });
  await process.settled();
  await process.stop();
  expect(await studio.eventsOf('schedule', 'dana')).toEqual([]);
  expect(await other.lessonsOf('dana')).toEqual(['B until 2026-11-22']);
});
