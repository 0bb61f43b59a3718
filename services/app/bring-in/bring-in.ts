import type { BringInProgress } from '@rondo/contracts/api/studio/studio-file.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import { sql, type QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import { claimStudio, eraseLeft, takeOver } from '../../domain/accounts/erasure/arrivals.ts';
import { countEntered } from '../../domain/schedule/edit/entered.ts';
import { studioNow } from '../../domain/studio/clock.ts';
import { Refused } from '../../domain/studio/transfer/event-line.ts';
import { turnFamiliesOff } from '../../domain/studio/transfer/families-off.ts';
import { appendFile, hasAll, knownEvents, knownOf, unlessErased } from '../../domain/studio/transfer/import-studio.ts';
import { readStudioFile, type Lines, type StudioFile } from '../../domain/studio/transfer/read-file.ts';
import { openTrial, triedRows, tryEvent, type Trial } from '../../domain/studio/transfer/trial.ts';
import { boundedQueue } from '../../platform/kit/bounded-queue.ts';
import { InvalidInput, RuleBroken, Unavailable } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';

export type BringInServices = Pick<
  Services,
  'db' | 'handlers' | 'models' | 'now' | 'settingsOf' | 'sizes' | 'store' | 'streams' | 'turns'
>;

/** What a studio's file became. */
export type Arrived = {
  readonly studioId: string;
  readonly events: number;
  readonly students: number;
  readonly teachers: number;
};

/** One at a time: the file's rows in memory take several times its size. */
const inTurn = boundedQueue({
  atOnce: 1,
  waiting: 3,
  full: () => new Unavailable('Other studios are being brought in right now. Please try again in a minute.'),
});

const nextStep = 'Nothing was brought in. Choose a file that “Download my data” has saved.';

/** Lets the sentence of what is wrong with a file answer the call. */
const asAnswer = async <T>(work: () => Promise<T>, answer: (sentence: string) => Error): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refused ? answer(error.message) : error;
  }
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const content = z.object({ student: z.number(), teacher: z.number(), lesson: z.number(), invoice: z.number() });

/** @throws Unavailable while what was written so far is not in the lists */
const untilListed = async ({ models, store }: BringInServices): Promise<void> => {
  const head = await store.head();
  if (head !== null && !(await models.reached(head, [studentsModel, teachersModel, lessonsModel, invoicesModel])))
    throw new Unavailable('Your studio is still being updated. Please try again in a moment.');
};

/** @param db where to count what the lists have @throws RuleBroken naming what an account has in its studio besides settings */
const refuseContent = async (
  { models }: BringInServices,
  studioId: string,
  db: QueryExecutorProvider = models.db,
): Promise<void> => {
  const of = ({ name }: ReadModel) => sql`${sql.id(models.schemaOf(name), name)} where studio_id = ${studioId}`;
  const { rows } = await sql`select
    (select count(*) from ${of(studentsModel)})::int as student, (select count(*) from ${of(teachersModel)})::int as teacher,
    (select count(*) from ${of(lessonsModel)})::int as lesson,
    (select count(*) from ${of(invoicesModel)} and not deleted)::int as invoice`.execute(db);
  const there = Object.entries(content.parse(rows[0])).flatMap(([noun, number]) =>
    number > 0 ? [counted(number, noun)] : [],
  );
  if (there.length === 0) return;
  const last = there.pop();
  const all = there.length === 0 ? last : `${there.join(', ')} and ${last}`;
  throw new RuleBroken(
    `Your studio has ${all}, and a studio can only be brought into an empty one. Delete them first, or create another account.`,
  );
};

/** What the studio of a file has, as sizes count it. */
const sizeOf = (trial: Trial, today: string) => {
  const students = triedRows(trial, studentsModel).of(studentsTable);
  return {
    students: students.length,
    teachers: triedRows(trial, teachersModel).of(teachersTable).length,
    lessons: countEntered(
      triedRows(trial, lessonsModel)
        .of(lessonsTable)
        .map(({ lesson }) => lesson),
      today,
    ),
    teachersOfStudent: students.reduce((most, { assignments }) => Math.max(most, assignments.length), 0),
  };
};

/** How many events are appended before the read models are waited for: other studios' events are never behind more. */
const eventsAhead = 200;
/** How often a wait of two seconds is repeated before it is believed that nothing follows the log. */
const longestWaits = 5;

const reactors = ['removals', 'transfers', 'mails', 'geocoding'] as const;

/** Appends in turns, and lets the read models catch up in between. */
const appendInTurns = async (
  { store, streams, models, turns }: BringInServices,
  file: StudioFile,
  lines: Lines,
  onProgress: (progress: BringInProgress) => void,
): Promise<void> => {
  const { studioId, events: total } = file;
  const known = await knownOf(store, file);
  await streams.registerAll(studioId, [...file.streams.keys()]);
  let ahead = 0;
  let [done, waits] = [knownEvents(known), longestWaits];
  const catchUp = async (): Promise<void> => {
    const head = await store.head();
    if (head === null) return;
    while (waits > 0 && !(await models.allReached(head, reactors))) waits -= 1;
  };
  onProgress({ done, total });
  const appending = {
    ...store,
    append: (...append: Parameters<typeof store.append>) => turns.inTurn(() => store.append(...append), true),
  };
  await appendFile(appending, { file, lines, known }, async (now) => {
    ahead += now - done;
    done = now;
    if (ahead < eventsAhead) return;
    ahead = 0;
    await catchUp();
    onProgress({ done, total });
  });
  await catchUp();
  onProgress({ done, total });
};

/**
 * Brings the studio of a file in for an account, which has an empty one. Nothing is written before the whole file was read and tried. Killed, it is completed
 * by repeating it.
 * @throws InvalidInput for a file that is none, RuleBroken, Unavailable
 */
export const bringIn = (
  services: BringInServices,
  models: readonly ReadModel[],
  { userId, lines }: { readonly userId: string; readonly lines: Lines },
  onProgress: (progress: BringInProgress) => void,
): Promise<Arrived> =>
  inTurn(async () => {
    const { store, turns, sizes } = services;
    const trial = openTrial(models);
    const file = await asAnswer(
      () => turns.inTurn(() => readStudioFile(lines, (event, number) => tryEvent(trial, event, number))),
      (sentence) => new InvalidInput(`${sentence} ${nextStep}`),
    );
    const { studioId, events } = file;
    if (!z.uuid().safeParse(studioId).success)
      throw new InvalidInput(`Line 1 belongs to ${studioId}, which is no studio’s id. ${nextStep}`);
    if (!file.streams.has(streamName(studioEvents, studioId)))
      throw new InvalidInput(`The file does not say how its studio began. ${nextStep}`);
    const size = sizeOf(trial, (await studioNow(services, userId)).today);
    const arrived = { studioId, events, students: size.students, teachers: size.teachers };
    // The same call again, after its answer was lost.
    if (studioId === userId) {
      if (await hasAll(store, file)) {
        await turnFamiliesOff(services, file);
        return arrived;
      }
      throw new RuleBroken(
        'This file is of the studio that you have, and says something else. Nothing was brought in.',
      );
    }
    await untilListed(services);
    await refuseContent(services, userId);
    await claimStudio(services, userId, studioId);
    await asAnswer(
      () =>
        sizes.adding(userId, size, () =>
          unlessErased(studioId, () => appendInTurns(services, file, lines, onProgress)),
        ),
      (sentence) => new RuleBroken(sentence),
    );
    await untilListed(services);
    await takeOver(services, { userId, studioId }, (tx) => refuseContent(services, userId, tx));
    await turnFamiliesOff(services, file);
    await eraseLeft(services);
    return arrived;
  });
