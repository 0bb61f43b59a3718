import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { monthAndDay } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { send } from '../../api/commands/command.ts';
import { counted } from '../../lib/texts.ts';
import type { Toast } from '../../ui/overlays/toast.tsx';
import { titleOf } from '../days/entry.ts';

/** True for a lesson that plans move unless it is pinned. */
export const canPin = (row: CalendarLesson): boolean =>
  isWeekly(row) && row.source === 'optimized' && row.entryType === 'lesson';

type Pinning = {
  readonly lessons: readonly { readonly lessonId: string; readonly name: string }[];
  readonly pinned: boolean;
  /** The last day on which a plan may begin that leaves them where they are; null: without end. */
  readonly until?: IsoDate | null;
};

/** One row, for a command. */
export const named = (row: CalendarLesson): Pinning['lessons'][number] => ({
  lessonId: row.lessonId,
  name: titleOf(row),
});

const successOf = ({ lessons, pinned, until = null }: Pinning, done: number): Toast => {
  const [one] = lessons;
  const whose = lessons.length === 1 && one ? one.name : counted(done, 'lesson');
  if (!pinned) return { title: `Unpinned: ${whose}`, description: 'Plans may move this time again.' };
  const end = until === null ? '' : ` until ${monthAndDay(until)}`;
  return { title: `Pinned: ${whose}`, description: `Plans keep this time${end}.` };
};

/** Pins weekly lessons, so that plans leave them where they are, or unpins them. The toast says which could not be. */
export const setPins = (pinning: Pinning): Promise<unknown> => {
  const { lessons, pinned, until } = pinning;
  const body = { lessonIds: lessons.map(({ lessonId }) => lessonId), pinned, ...(until ? { until } : {}) };
  return send(
    'POST /api/lessons/pins',
    { body },
    {
      done: (answer) => {
        const failed = answer?.failed ?? [];
        const pins = lessons.length - failed.length;
        if (pins === 0 && failed[0])
          return { title: 'Not pinned', description: failed[0].message, tone: 'destructive' };
        const success = successOf(pinning, pins);
        return failed[0] ? { ...success, description: failed[0].message } : success;
      },
      failed: pinned ? 'Failed to pin' : 'Failed to unpin',
    },
  );
};
