import { UserRoundX } from 'lucide-react';
import type { AttendedDay } from './queries.ts';

/** Beside a day: at whose homes nobody was, what that comes to, and why. */
export const AbsenceNotices = ({ day }: { readonly day: AttendedDay }) =>
  day.lessons
    .filter(({ attendance }) => attendance === 'absent')
    .map(({ lessonId, title, reason, sentence }) => (
      <div key={lessonId} className="flex gap-2.5 rounded-card border border-line px-3 py-3">
        <UserRoundX aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
        <div className="min-w-0">
          <p className="font-strong break-words">
            Nobody at home at {title}
            {title.endsWith('s') ? '’' : '’s'}
          </p>
          <p className="text-pretty break-words text-ink-2">
            {sentence} You can correct it: the next invoice has the difference.
          </p>
          {reason !== null && <p className="text-pretty break-words text-ink-2">Reason: {reason}</p>}
        </div>
      </div>
    ));
