import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Car, Check, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { conflictWords, entriesOf, type WantedEntry } from './conflict.ts';
import { teachersQuery } from '../queries.ts';
import { outsideOf } from './exception.ts';
import { useLiveCheck } from './use-live-check.ts';

const Line = (props: { readonly icon: LucideIcon; readonly tone: string; readonly children: ReactNode }) => {
  const { icon: Icon, tone, children } = props;
  return (
    <p className="flex gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} strokeWidth={1.75} />
      <span className="min-w-0 text-pretty">{children}</span>
    </p>
  );
};

const noTeachers: readonly Teacher[] = [];

/** Says, while the user fills in a form, whether its time is free, regular, and reachable by car. */
export const CheckLine = ({ wanted }: { readonly wanted: WantedEntry | null }) => {
  const found = useLiveCheck(wanted);
  const { data: teachers = noTeachers } = useQuery(teachersQuery);
  const outside = found && wanted && outsideOf(wanted, teachers);
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
      {outside && (
        <Line icon={CalendarOff} tone="text-warn">
          Outside {outside.name}’s regular availability.
        </Line>
      )}
      {found && !first && !outside && found.travelWarnings.length === 0 && (
        <Line icon={Check} tone="text-ok">
          This time is free.
        </Line>
      )}
    </div>
  );
};
