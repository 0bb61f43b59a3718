import type { FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { Head, linkClasses, Part } from './parts.tsx';
import { isWaiting, shortDay } from './words.ts';

type Owing = FamilyPage['owed'][number];

/** The lessons that the family is owed, each with a way to find a time for it. */
export const Owed = ({
  owed,
  onChange,
}: {
  readonly owed: readonly Owing[];
  readonly onChange: (one: Owing) => void;
}) =>
  owed.length > 0 && (
    <Part title="Owed to you">
      <ul>
        {owed.map((one) => {
          const { ref, student, duration, date, until } = one;
          return (
            <li
              key={ref}
              className="flex flex-wrap items-center gap-4 border-b border-line-soft px-5 py-3 last:border-b-0"
            >
              <Head hollow />
              <p>
                <b className="block font-strong">
                  {student}, {duration} minutes
                </b>
                <span className="text-ink-2">
                  Instead of {shortDay(date)}
                  {until === null ? '' : `, until ${shortDay(until)}`}
                </span>
              </p>
              {(one.can.request || isWaiting(one)) && (
                <button type="button" className={`${linkClasses} ml-auto`} onClick={() => onChange(one)}>
                  {one.request?.state === 'open' ? 'You asked' : one.request ? 'Answer' : 'Find a time'}
                  <span className="sr-only">
                    {' '}
                    for {student}, {shortDay(date)}
                  </span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Part>
  );
