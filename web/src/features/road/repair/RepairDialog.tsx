import { Radio, RadioGroup } from '@headlessui/react';
import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import type { RepairOption } from '@rondo/contracts/api/road/repairs.ts';
import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Send, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { read } from '../../../api/queries.ts';
import { useToday } from '../../../api/today.ts';
import { dialed } from '../../../lib/ways.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { textMessageTo } from '../../../ui/send-text.ts';
import { useAsking, useRepair } from '../commands.ts';
import { TwoDays } from './TwoDays.tsx';
import { aboutChanges, figuresIn, homeWords, wordsTo } from './words.ts';

const atTime = (time: string): string => formatTime(toMinutes(time));

type OptionProps = { readonly option: RepairOption; readonly leave: RepairOption; readonly isHomeKnown: boolean };

const Home = ({ option, leave, isHomeKnown }: OptionProps) => {
  if (option.home === null) return null;
  const [time, half] = atTime(option.home).split('\u00a0');
  return (
    <span className="max-w-32 shrink-0 max-desk:max-w-24 text-right text-small text-ink-2 tabular-nums">
      <span className="block text-ink">
        <b className="text-title font-title">{time}</b> <span className="text-base">{half}</span>
      </span>
      {homeWords(option, leave, isHomeKnown)}
    </span>
  );
};

const OptionRow = (props: OptionProps & { readonly value: number }) => {
  const { option, leave, isHomeKnown, value } = props;
  return (
    <Radio
      value={value}
      aria-label={option.text}
      className="group flex cursor-pointer items-start gap-3 rounded-card border border-line bg-card p-4 focus-visible:outline-offset-2 data-checked:border-accent data-checked:bg-accent-tint data-checked:ring-1 data-checked:ring-accent max-desk:p-3.5"
    >
      <span
        aria-hidden
        className="mt-0.5 size-[18px] shrink-0 rounded-full border-[1.5px] border-control bg-card group-data-checked:border-[5.5px] group-data-checked:border-accent-fill group-data-checked:bg-on-accent"
      />
      <span className="min-w-0 grow">
        <span className="block font-strong break-words">{option.text}</span>
        <span className="block text-ink-2 break-words">{aboutChanges(option)}</span>
        <span className="mt-1.5 flex flex-wrap gap-x-3 text-small tabular-nums">
          {figuresIn(option).map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </span>
      </span>
      <Home option={option} leave={leave} isHomeKnown={isHomeKnown} />
    </Radio>
  );
};

/** A family that an option concerns, and the ways to reach it. */
const Family = (props: {
  readonly day: RoadDay;
  readonly change: RepairOption['changes'][number];
  readonly when: string;
}) => {
  const { day, change, when } = props;
  const { contact, name } = change;
  const number = dialed(contact?.phone ?? '');
  const text = wordsTo(day.teacherName, change, when);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card p-4 max-desk:p-3.5">
      <div className="min-w-0">
        <p className="font-strong break-words">{contact?.name ?? name}</p>
        <p className="text-ink-2">{number === '' ? 'No phone number' : contact?.phone}</p>
      </div>
      {number !== '' && (
        <div className="flex gap-2 max-desk:w-full max-desk:*:grow">
          <a href={`tel:${number}`} aria-label={`Call ${contact?.name ?? name}`} className={buttonClasses('secondary')}>
            <Smartphone aria-hidden className="size-4" strokeWidth={1.75} />
            Call
          </a>
          <a
            href={textMessageTo(number, text)}
            aria-label={`Text ${contact?.name ?? name}`}
            className={buttonClasses('secondary')}
          >
            <Send aria-hidden className="size-4" strokeWidth={1.75} />
            Text
          </a>
        </div>
      )}
    </li>
  );
};

/** The ways to use the time of a cancelled lesson, and the day that each makes. */
const RepairDialog = (props: { readonly day: RoadDay; readonly stop: Stop; readonly onClose: () => void }) => {
  const { day, stop, onClose } = props;
  const today = useToday();
  const [chosen, setChosen] = useState(0);
  const repairs = useQuery({
    ...read('GET /api/lessons/:id/repairs', { params: { id: stop.lessonId }, query: { lessonDate: day.date } }),
    staleTime: 0,
  });
  const all = repairs.data ? [...repairs.data.options, repairs.data.leave] : [];
  const option = all[chosen];
  const repairing = useRepair(option);
  const asking = useAsking();
  const send = async (how: typeof repairing.send | typeof asking.send): Promise<void> => {
    if (!option) return;
    const changes = option.changes.map(({ kind, lessonId, originalDate, startTime, revision }) => ({
      kind,
      lessonId,
      originalDate,
      startTime,
      revision,
    }));
    if (await how({ params: { id: stop.lessonId }, body: { lessonDate: day.date, changes } })) return onClose();
    // What stands in the way is said; the list below is asked for again.
    setChosen(0);
    void repairs.refetch();
  };
  const isPending = repairing.isPending || asking.isPending;
  const when = day.date === today ? 'today' : shortDate(day.date);
  const onDay = day.date === today ? when : `on ${when}`;
  return (
    <Dialog
      open
      busy={isPending}
      onClose={onClose}
      title={`Use the time of ${stop.title}’s lesson`}
      subtitle={`Cancelled ${when}, ${formatTimeRange(toMinutes(stop.startTime), toMinutes(stop.endTime))}`}
      width="review"
      bodyClassName="grid grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_minmax(320px,440px)]"
      footer={
        <>
          <p className="mr-auto text-small text-ink-2 max-desk:hidden">
            Nothing changes until you apply, or the families say yes.
          </p>
          <Button className={option?.changes.length === 0 ? undefined : 'max-desk:hidden'} onClick={onClose}>
            {option?.changes.length === 0 ? 'Leave it' : 'Cancel'}
          </Button>
          <Button
            loading={asking.isPending}
            disabled={isPending || !option || option.changes.length === 0}
            onClick={() => void send(asking.send)}
          >
            Ask first
          </Button>
          <Button
            kind="primary"
            loading={repairing.isPending}
            disabled={isPending || !option || option.changes.length === 0}
            onClick={() => void send(repairing.send)}
          >
            Apply
          </Button>
        </>
      }
    >
      <div className="min-w-0 p-6 max-desk:p-4">
        <QueryState
          query={repairs}
          failed="The ways to use this time did not load."
          waiting={
            <WhileLoading label="Looking for ways to use the time">
              <div className="grid gap-2.5">
                <Skeleton className="h-24 rounded-card" />
                <Skeleton className="h-24 rounded-card" />
                <Skeleton className="h-24 rounded-card" />
              </div>
            </WhileLoading>
          }
        >
          {({ leave, sentence, proven }) => (
            <>
              <RadioGroup
                aria-label="What to do with the time"
                value={chosen}
                onChange={setChosen}
                className="grid gap-2.5"
              >
                {all.map((one, i) => (
                  <OptionRow key={one.text} option={one} leave={leave} isHomeKnown={day.home !== null} value={i} />
                ))}
              </RadioGroup>
              <div className="mt-4 flex items-start gap-2 text-ink-2">
                {proven && <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={1.75} />}
                <p className="min-w-0">
                  {proven && (
                    <>
                      <b className="font-strong text-ok">Proven best.</b> Every allowed change of one or two lessons was
                      tried.{' '}
                    </>
                  )}
                  {sentence}
                </p>
              </div>
            </>
          )}
        </QueryState>
      </div>
      <div className="min-w-0 border-line bg-sunken p-6 max-desk:border-t max-desk:p-4 desk:border-l">
        {option && <TwoDays day={day} option={option} />}
        {option && option.changes.length > 0 && (
          <ul aria-label="Families to call" className="mt-4 grid gap-2.5">
            {option.changes.map((change) => (
              <Family key={change.lessonId} day={day} change={change} when={onDay} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
};

export default RepairDialog;
