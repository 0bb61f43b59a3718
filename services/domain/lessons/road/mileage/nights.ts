import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { MileageSetting } from '@rondo/contracts/mileage/rates.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { drivesBetween } from '@rondo/projections/day/queries.ts';
import { ModelNotReady } from '@rondo/projections/runner/model-progress.ts';
import { isTransient } from '@rondo/projections/runner/transient.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { Unavailable } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import type { Locks } from '../../../../platform/postgres/advisory-locks.ts';
import { studioNow, type StudioNow } from '../../../studio/clock.ts';
import { catchUp, type RoadServices } from '../commands.ts';
import { dayStream, drivesIn } from '../state.ts';
import { driving } from './driving.ts';
import { peopleThen } from './places.ts';

/** A day's drives are over at 3 in the morning. */
const overAt = 180;
const hour = 3_600_000;
/** For so long a maps service that does not answer is asked again. */
const mapsPatience = 72 * hour;
const afterFailure = hour / 12;
const lookMilliseconds = 4000;
/** The actor of what no person began. */
const nightActor = 'mileage';

/** The last date whose drives are over. */
export const lastOver = ({ today, minute }: StudioNow): IsoDate => addDays(today, minute >= overAt ? -1 : -2);

type NightServices = RoadServices & Pick<Services, 'hasAccount'>;

type Night = StudioNow & { readonly mileage: MileageSetting; readonly last: IsoDate };

/** Keeps the drives of a teacher's dates that are over. @returns whether some wait for the maps service */
const closeTeacher = async (
  services: NightServices,
  studioId: string,
  teacherId: string,
  { mileage, last, timeZone }: Night,
  peopleOn: ReturnType<typeof peopleThen>,
): Promise<boolean> => {
  const period = { teacherId, from: mileage.from, to: last };
  const known = new Set(
    (await drivesBetween(dayModel.read(services.models), studioId, period)).map(({ date }) => date),
  );
  let waits = false;
  for (let date = mileage.from; date <= last; date = addDays(date, 1)) {
    if (known.has(date)) continue;
    const driven = await driving(services, studioId, { teacherId, date }, { unit: mileage.unit, timeZone, peopleOn });
    if (!driven) continue;
    if (driven.isAway && services.now() < startOf(addDays(date, 1), overAt, timeZone) + mapsPatience) {
      waits = true;
      continue;
    }
    const commandId = derivedId(studioId, `drives of ${teacherId} on ${date}`);
    const context = { studioId, actor: nightActor, commandId, correlationId: commandId, causationId: commandId };
    await services.handlers.day.execute(dayStream(studioId, teacherId), context, {
      input: 'drives',
      decide: (state) =>
        drivesIn(state, date) ? [] : [{ type: 'LegsDriven', data: { date, unit: mileage.unit, legs: driven.legs } }],
    });
  }
  return waits;
};

/** Another process keeps drives, or what is read is not ready yet: the next look is soon. */
const isForNow = (error: unknown): boolean =>
  error instanceof Unavailable || error instanceof ModelNotReady || isTransient(error);

type NightParts = {
  readonly services: NightServices;
  /** One process at a time keeps drives. */
  readonly locks: Pick<Locks, 'hold'>;
  readonly report: (error: unknown) => void;
};

/** A studio with dates whose drives may not be kept yet. */
type DueNight = { readonly studioId: string; readonly night: Night; readonly until: string };

/** Keeps the drives of every date once it is over, of the studios that want it. Nights that were missed follow. */
export class Nights {
  readonly #parts: NightParts;
  readonly #stopped = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Up to what each studio's drives are complete, and when it is looked at again in any case. */
  readonly #looked = new Map<string, { readonly until: string; readonly again: number }>();

  constructor(parts: NightParts) {
    this.#parts = parts;
  }

  watch(): void {
    this.#running = this.#keepLooking();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #closeStudio(studioId: string, night: Night): Promise<number> {
    const { services } = this.#parts;
    await catchUp(services);
    const peopleOn = peopleThen(services, studioId, night.timeZone);
    let again = Infinity;
    for (const { teacher_id: teacherId } of await listTeachers(teachersModel.read(services.models), studioId)) {
      if (this.#stopped.signal.aborted) return 0;
      if (await closeTeacher(services, studioId, teacherId, night, peopleOn)) again = services.now() + hour;
    }
    return again;
  }

  async #due(): Promise<DueNight[]> {
    const { services } = this.#parts;
    const rows = await studiosModel
      .read(services.models)
      .selectFrom('studios')
      .select(['studio_id', 'settings'])
      .where(sql<boolean>`settings ->> 'mileage' is not null`)
      .execute();
    const found: DueNight[] = [];
    for (const { studio_id: studioId, settings } of rows) {
      const { mileage } = settings;
      if (!mileage) continue;
      const clock = await studioNow(services, studioId);
      const last = lastOver(clock);
      const until = `${mileage.from} ${last}`;
      const before = this.#looked.get(studioId);
      if (before?.until === until && services.now() < before.again) continue;
      found.push({ studioId, night: { ...clock, mileage, last }, until });
    }
    return found;
  }

  async #closeDue(): Promise<void> {
    const { services, report } = this.#parts;
    for (const { studioId, night, until } of await this.#due()) {
      if (this.#stopped.signal.aborted) return;
      // What is written into a studio that is being brought in keeps the rest of it out.
      if (!(await services.hasAccount(studioId))) continue;
      try {
        this.#looked.set(studioId, { until, again: await this.#closeStudio(studioId, night) });
      } catch (error) {
        if (isForNow(error)) continue;
        report(error);
        this.#looked.set(studioId, { until, again: services.now() + afterFailure });
      }
    }
  }

  async #look(): Promise<void> {
    const { locks, report } = this.#parts;
    try {
      if ((await this.#due()).length > 0) await locks.hold(['drives'], () => this.#closeDue());
    } catch (error) {
      if (!isForNow(error)) report(error);
    }
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await delay(lookMilliseconds * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.#look();
    }
  }
}
