import type { Command, FeedEvent, VisitedStudio } from './visited-studio.ts';

const publish = (studio: VisitedStudio, what: string): void => {
  studio.publish();
  studio.told.push(`calendar: ${what}`);
};

const onEvent = async (studio: VisitedStudio, what: string, act: (event: FeedEvent) => void): Promise<void> => {
  const event = studio.one(studio.events);
  if (!event) return addEvent(studio);
  act(event);
  publish(studio, `${what} ${event.uid} ${event.date}`);
};

const addEvent = async (studio: VisitedStudio): Promise<void> => {
  const [student] = (await studio.list<{ name: string }>('/api/students')).toSorted(() => studio.random() - 0.5);
  const uid = `event-${studio.told.length}`;
  const name = studio.chance(0.2) ? 'Dentist' : (student?.name ?? 'Dentist');
  studio.events.push({
    uid,
    name,
    date: studio.day(-3, 20),
    time: studio.time(),
    weeks: studio.chance(0.3) ? 3 : 1,
    isCancelled: false,
  });
  publish(studio, `new ${uid}`);
};

export const feedCommands: Readonly<Record<string, Command>> = {
  'calendar: a new event': addEvent,
  'calendar: an event moves': (studio) =>
    onEvent(studio, 'moved', (event) => {
      event.date = studio.day(-6, 25);
      event.time = studio.time();
    }),
  'calendar: an event begins or ends to repeat': (studio) =>
    onEvent(studio, 'repeats', (event) => {
      event.weeks = event.weeks > 1 ? 1 : 3;
    }),
  'calendar: an event splits': (studio) =>
    onEvent(studio, 'split', (event) => {
      studio.events.push({ ...event, uid: `${event.uid}-rest`, time: studio.time() });
      event.weeks = 1;
    }),
  'calendar: an event is cancelled or not': (studio) =>
    onEvent(studio, 'cancelled', (event) => {
      event.isCancelled = !event.isCancelled;
    }),
  'calendar: an event vanishes': (studio) =>
    onEvent(studio, 'vanished', (event) => {
      studio.events.splice(studio.events.indexOf(event), 1);
    }),
  'the calendar is read by itself': async (studio) => {
    const batches = await studio.readCalendar();
    studio.batches.push(...batches);
    studio.told.push(`read by itself: ${batches.length} batches`);
  },
  'compare with the calendar': async (studio) => {
    await studio.call('POST', '/api/calendar/sync-all');
  },
  'cancel what the calendar cancels': async (studio) => {
    await studio.call('POST', '/api/calendar/sync-cancellations');
  },
  'take over the calendar': async (studio) => {
    await studio.call('POST', '/api/calendar/replace-all-appointments');
  },
};
