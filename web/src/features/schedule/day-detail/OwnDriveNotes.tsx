import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { read } from '../../../api/queries.ts';
import { ownDriveText, takesPlace } from '../../../calendar/road-state.ts';

/** How long drives of a day have taken a teacher before, beside what the map says; nothing where too few are known. */
export default function OwnDriveNotes({ teacherId, date }: { readonly teacherId: string; readonly date: string }) {
  const { data } = useQuery(read('GET /api/day', { query: { teacherId, date } }));
  const stops = data?.stops.filter(takesPlace) ?? [];
  const known = stops.flatMap(({ lessonId, title, drive }, i) =>
    drive?.own ? [{ lessonId, way: `${stops[i - 1]?.title ?? 'Home'} to ${title}`, text: ownDriveText(drive) }] : [],
  );
  if (known.length === 0) return null;
  return (
    <ul aria-label="Your own drives" className="flex flex-col gap-1 text-ink-2 tabular-nums">
      {known.map(({ lessonId, way, text }) => (
        <li key={lessonId} className="flex gap-2">
          <Timer aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
          <span className="min-w-0 break-words">
            {way}: {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
