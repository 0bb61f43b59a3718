import { inquiriesEvents } from '@rondo/contracts/events/schedule/inquiries.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import { ModelNotReady } from '@rondo/projections/runner/model-progress.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { inquiriesModel } from '@rondo/projections/inquiries/project.ts';
import { inquiriesDue } from '@rondo/projections/inquiries/queries.ts';
import { reactionTo } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { streamRegistry } from '../../../platform/postgres/stream-registry.ts';
import { formatAddress } from '../../../platform/maps/address.ts';
import { releaseHold } from '../../schedule/questions/holds.ts';
import { loadSchedule, onSchedule } from '../../schedule/schedules.ts';
import { dayIn, studioNow } from '../../studio/clock.ts';
import { forgetInquiry, inquiriesStream, inquiryLock, inquiryStream } from './state.ts';

const read = eventReader(inquiriesEvents);

type ErasingServices = Pick<Services, 'db' | 'store' | 'handlers' | 'maps'>;

/** Ends the holds for a question permanently: no undo holds a time for it again. */
const releaseHolds = async (
  { db, handlers }: ErasingServices,
  event: SourceEvent,
  inquiryId: string,
): Promise<void> => {
  const { studioId } = event.metadata;
  for (const teacherId of await streamRegistry(db).entitiesIn(studioId, scheduleEvents)) {
    const { state } = await loadSchedule({ handlers }, studioId, teacherId);
    if (state.holds.has(inquiryId))
      await onSchedule({ handlers }, reactionTo(event, 'forgetting', `release with ${teacherId}`), teacherId, {
        input: { forgotten: inquiryId },
        decide: releaseHold(inquiryId, 'forgotten'),
      });
  }
};

/** Erases the stream of a question, and what is kept of it outside the log. Idempotent. */
const eraseQuestion = async (
  { db, store, handlers, maps }: ErasingServices,
  studioId: string,
  inquiryId: string,
): Promise<void> => {
  const stream = inquiryStream(studioId, inquiryId);
  const { inquiry } = (await handlers.inquiry.load(stream)).state;
  if (inquiry)
    for (const address of [inquiry.address, null])
      await maps.forgetAddress(studioId, formatAddress({ address, city: null, zipCode: inquiry.zipCode }));
  await db.deleteFrom('accounts.asked_questions').where('inquiry_id', '=', inquiryId).execute();
  await store.deleteStreams([stream]);
  await db.deleteFrom('accounts.streams').where('stream', '=', stream).execute();
};

/** Erases questions once they are forgotten. */
export const forgettingReactor = (services: ErasingServices): Reactor<'forgetting'> => ({
  name: 'forgetting',
  version: 1,
  categories: [inquiriesEvents.name],
  tables: [],
  on: () => ({ reads: [], changes: () => [] }),
  react: async (event) => {
    const { inquiryId } = read(event).data;
    await releaseHolds(services, event, inquiryId);
    await eraseQuestion(services, event.metadata.studioId, inquiryId);
  },
});

/** Those whose last day has come; none while the model is being built, as at the first start: the next sweep finds them. */
const dueOn = async (
  { models }: Pick<Services, 'models'>,
  date: string,
): Promise<Awaited<ReturnType<typeof inquiriesDue>>> => {
  try {
    return await inquiriesDue(inquiriesModel.read(models), date);
  } catch (error) {
    if (error instanceof ModelNotReady) return [];
    throw error;
  }
};

/** Forgets the questions of all studios whose last day has come, those that a file brought too. */
export const forgetDueInquiries = async (
  services: Pick<Services, 'handlers' | 'locks' | 'models' | 'settingsOf' | 'now'>,
): Promise<void> => {
  // The last day may have come somewhere already while it is the day before elsewhere.
  const latest = addDays(dayIn('UTC')(instantAt(services.now())), 1);
  for (const due of await dueOn(services, latest)) {
    const { studio_id: studioId, inquiry_id: inquiryId } = due;
    if (due.forgotten_on > (await studioNow(services, studioId)).today) continue;
    const commandId = derivedId(inquiryId, 'forgotten');
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    await services.locks.hold([inquiryLock(studioId, inquiryId)], () =>
      services.handlers.inquiries.execute(
        inquiriesStream(studioId),
        { studioId, actor: 'sweeper', ...ids, passesFences: true },
        { input: inquiryId, decide: forgetInquiry(inquiryId) },
      ),
    );
  }
};
