import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarOff, Car, Check, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { conflictWords, entriesOf, type EntryRequest } from './conflict.ts';

const pause = 300;

const checkQuery = (body: EntryRequest | null) =>
  queryOptions({
    queryKey: ['POST /api/lessons/check-conflicts', body] as const,
    queryFn: ({ signal }) => (body ? call('POST /api/lessons/check-conflicts', { body }, signal) : null),
    // Another user may have taken the time since.
    staleTime: 0,
    gcTime: 0,
  });

/** The conflicts of an entry as the user types it, and the drives it leaves no time for; undefined while unknown. */
const useLiveCheck = (request: EntryRequest | null) => {
  const text = JSON.stringify(request);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    ...checkQuery(request),
    enabled: request !== null && settled === text,
    placeholderData: keepPreviousData,
  });
  return request === null ? undefined : (data ?? undefined);
};

const Line = (props: { readonly icon: LucideIcon; readonly tone: string; readonly children: ReactNode }) => {
  const { icon: Icon, tone, children } = props;
  return (
    <p className="flex gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} strokeWidth={1.75} />
      <span className="min-w-0 text-pretty">{children}</span>
    </p>
  );
};

/** Says, while the user fills in a form, whether its time is free, in the hours of both, and reachable by car. */
export const CheckLine = ({ request }: { readonly request: EntryRequest | null }) => {
  const found = useLiveCheck(request);
  const [first, ...others] = entriesOf(found?.conflictingEvents ?? []);
  return (
    <div aria-live="polite" className="flex min-h-11 flex-col justify-center gap-1 rounded-card bg-paper px-3 py-2.5">
      {!found && <p className="text-ink-3">Rondo checks the time as you type.</p>}
      {first && (
        <Line icon={TriangleAlert} tone="text-bad">
          Overlaps {first.first.title}, {conflictWords(first)}
          {others.length > 0 && ` and ${others.length} more`}
        </Line>
      )}
      {found?.travelWarnings.map((warning) => (
        <Line key={warning} icon={Car} tone="text-warn">
          {warning}
        </Line>
      ))}
      {found?.outsideHours.map(({ whose, text }) => (
        <Line key={whose} icon={CalendarOff} tone="text-warn">
          {text}
        </Line>
      ))}
      {found && !first && found.outsideHours.length === 0 && found.travelWarnings.length === 0 && (
        <Line icon={Check} tone="text-ok">
          This time is free.
        </Line>
      )}
    </div>
  );
};
