import { duration, id, isoDate, minuteOfDay } from '@rondo/contracts/events/fields.ts';
import type { PlanEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { z } from 'zod';

// Families ask for another time of a lesson. A request holds no time and changes no lesson.

const time = z.object({ date: isoDate, start: minuteOfDay });
export const askedTimes = z.array(time);
export type AskedTime = z.infer<typeof time>;

/** What a family asked for, and what became of that. */
export const timeRequest = z.object({
  requestId: id,
  recipientId: id,
  studentId: id,
  lessonId: z.string(),
  originalDate: isoDate.nullable(),
  owed: z.boolean(),
  date: isoDate,
  start: minuteOfDay,
  duration,
  times: askedTimes,
  message: z.string().nullable(),
  askedAt: z.string(),
  answer: z
    .object({
      is: z.enum(['yes', 'no', 'offer', 'withdrawn']),
      times: askedTimes,
      message: z.string().nullable(),
      at: z.string(),
      byFamily: z.boolean(),
    })
    .nullable(),
});
export type TimeRequest = z.infer<typeof timeRequest>;

/** How many a schedule remembers. */
const remembered = 1000;

/** Notes what an event says of requests. */
export const noteRequest = (requests: Map<string, TimeRequest>, event: PlanEvent, at: string): void => {
  if (event.type === 'TimeRequested') {
    requests.set(event.data.requestId, { ...event.data, askedAt: at, answer: null });
    const [oldest] = requests.keys();
    if (requests.size > remembered && oldest !== undefined) requests.delete(oldest);
  }
  if (event.type !== 'RequestAnswered' && event.type !== 'RequestWithdrawn') return;
  const request = requests.get(event.data.requestId);
  if (!request) return;
  const answer =
    event.type === 'RequestWithdrawn'
      ? { is: 'withdrawn' as const, times: [], message: null, at, byFamily: true }
      : { is: event.data.answer, ...answerIn(event.data), at };
  requests.set(request.requestId, { ...request, answer });
};

const answerIn = ({ times, message, byFamily }: Extract<PlanEvent, { type: 'RequestAnswered' }>['data']) => ({
  times,
  message,
  byFamily,
});
