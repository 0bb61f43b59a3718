import type { FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { AskTab } from './AskTab.tsx';
import { CancelTab } from './CancelTab.tsx';
import { Icon } from '../parts.tsx';
import { longDay, shortDay, timeRange } from '../words.ts';

type OwedLesson = FamilyPage['owed'][number];

type Tab = 'cancel' | 'ask';
const labels = { cancel: 'Cancel', ask: 'Another time' } as const;

/** The tabs of what a family can do with a lesson; there is one for each that is possible. */
const tabsOf = (of: FamilyLesson | OwedLesson): readonly Tab[] => {
  const canAsk = of.can.request || of.request?.state === 'open' || of.request?.state === 'offered';
  return [...('cancel' in of.can && of.can.cancel ? (['cancel'] as const) : []), ...(canAsk ? (['ask'] as const) : [])];
};

const Title = ({ of, id }: { readonly of: FamilyLesson | OwedLesson; readonly id: string }) => {
  if ('teacher' in of)
    return (
      <>
        <h2 id={id} className="text-title font-title break-words">
          {of.student}, {longDay(of.date)}
        </h2>
        <p className="text-ink-2">
          {timeRange(of)}, with {of.teacher}
        </p>
      </>
    );
  return (
    <>
      <h2 id={id} className="text-title font-title break-words">
        A time for {of.student}
      </h2>
      <p className="text-ink-2">
        {of.duration} minutes, instead of {shortDay(of.date)}
      </p>
    </>
  );
};

/** A sheet on phones, a dialog on desks, in which a family cancels a lesson or asks for another time. */
const ChangeDialog = (props: {
  readonly of: FamilyLesson | OwedLesson;
  readonly page: FamilyPage;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
}) => {
  const { of, page, onClose, onDone } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const tabs = tabsOf(of);
  const isAsked = of.request?.state === 'open' || of.request?.state === 'offered';
  const [tab, setTab] = useState<Tab>(isAsked ? 'ask' : (tabs[0] ?? 'ask'));
  useEffect(() => dialog.current?.showModal(), []);
  const acts = { page, onClose: () => dialog.current?.close(), onDone };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[560px] max-w-full flex-col rounded-day border border-line bg-card text-ink backdrop:bg-[oklch(0_0_0_/_0.5)] open:flex max-desk:mt-auto max-desk:mb-0 max-desk:h-full max-desk:max-h-[calc(100%-24px)] max-desk:w-full max-desk:rounded-b-none"
    >
      <header className="flex items-start gap-3 border-b border-line px-6 py-4 max-desk:px-4">
        <div className="min-w-0 grow">
          <Title of={of} id={id} />
        </div>
        <button
          type="button"
          aria-label="Close"
          className="-mr-3 grid size-11 shrink-0 place-items-center rounded-control"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="cross" />
        </button>
      </header>
      {tabs.length > 1 && (
        <div className="px-6 pt-4 max-desk:px-4">
          <fieldset className="flex gap-1 rounded-control border border-line bg-sunken p-1">
            <legend className="sr-only">What to do</legend>
            {tabs.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === tab}
                className="min-h-11 grow rounded-control px-3 font-control aria-pressed:bg-accent-tint"
                onClick={() => setTab(one)}
              >
                {labels[one]}
              </button>
            ))}
          </fieldset>
        </div>
      )}
      {tab === 'cancel' && 'teacher' in of ? <CancelTab {...acts} lesson={of} /> : <AskTab {...acts} of={of} />}
    </dialog>
  );
};

export default ChangeDialog;
