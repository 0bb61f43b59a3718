import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/queries.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { Link } from 'react-router-dom';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { undoBatch } from '../../../api/commands/undo.ts';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';

/** "Nov 21, 2026, 4:15 PM" in the studio's time zone. */
const momentWords = (recordedAt: string, timeZone: string): string => {
  const { date, minute } = wallClock(Date.parse(recordedAt), timeZone);
  return `${calendarDate(date)}, ${formatTime(minute)}`;
};

const offerWords = { undo: 'Undo', redo: 'Redo' } as const;

const Timeline = ({ lessonId, onTaken }: { readonly lessonId: string; readonly onTaken: () => void }) => {
  const { data: user } = useQuery(currentUserQuery);
  const history = useQuery({
    ...read('GET /api/lessons/:id/history', { params: { id: lessonId } }),
    staleTime: 0,
    gcTime: 0,
  });
  const zone = user?.timeZone ?? localTimeZone();
  return (
    <QueryState
      query={history}
      failed="The history did not load."
      waiting={<LoadingBlocks label="Loading the history" blocks={['h-40']} />}
    >
      {(entries) => (
        <ol
          aria-label="Lesson history"
          className="relative flex flex-col gap-5 before:absolute before:inset-y-2 before:left-[5px] before:w-px before:bg-line"
        >
          {entries.map(({ eventId, batchId, text, actor, recordedAt, offer }) => (
            <li key={eventId} className="relative pl-6">
              <i aria-hidden className="absolute top-1.5 left-0 h-2 w-[11px] -rotate-18 rounded-full bg-accent" />
              <p className="text-pretty">{text}</p>
              <p className="text-small text-ink-3">
                {actor}, <time dateTime={recordedAt}>{momentWords(recordedAt, zone)}</time>
              </p>
              {offer && (
                <Button
                  kind="quiet"
                  className="mt-1 -ml-3"
                  onClick={() => {
                    undoBatch(batchId, offer);
                    onTaken();
                  }}
                >
                  {offerWords[offer]}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </QueryState>
  );
};

/** Who changed a lesson, how and when, oldest first, and what of it can be undone. */
export const HistoryDialog = ({
  target: { row },
  onClose,
}: {
  readonly target: Target;
  readonly onClose: () => void;
}) => (
  <Dialog
    open
    onClose={onClose}
    title="History"
    subtitle={titleOf(row)}
    footer={
      <>
        <Link
          to={`/history?lesson=${encodeURIComponent(row.lessonId)}`}
          className={buttonClasses('secondary', 'normal', 'mr-auto')}
        >
          Open in History
        </Link>
        <Button onClick={onClose}>Close</Button>
      </>
    }
  >
    <Timeline lessonId={row.lessonId} onTaken={onClose} />
  </Dialog>
);
