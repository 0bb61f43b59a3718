import type { Settings } from '@rondo/contracts/api/studio/settings.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Card } from '../../../ui/lists/panels.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { nextQuery, untoldQuery, useSwitch, type Kind } from './commands.ts';
import { nextInWords, reminderTimes } from './words.ts';

const settingOf = { reminder: 'sendReminders', change: 'sendChanges', pastDue: 'sendPastDue' } as const;

/** What a kind of mail would send next, and a button that shows it. */
const NextLine = ({ kind, onLook }: { readonly kind: Kind; readonly onLook: () => void }) => {
  const { data, dataUpdatedAt: now } = useQuery(nextQuery(kind));
  const place = usePlace();
  if (!data) return null;
  const Icon = data.on ? Clock : Mail;
  return (
    <div className="mt-2 flex items-start gap-2">
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-4 shrink-0', data.on ? 'text-accent' : 'text-ink-2')}
        strokeWidth={1.75}
      />
      <span className={cn('min-w-0 grow', !data.on && 'text-ink-2')}>{nextInWords(data, kind, { now, place })}</span>
      {data.messages.length + data.without.length > 0 && (
        <Button
          size="small"
          kind="quiet"
          className="-my-1.5 -mr-2"
          aria-label={`Look: ${settingLabels[kind]}`}
          onClick={onLook}
        >
          Look
        </Button>
      )}
    </div>
  );
};

const settingLabels: Readonly<Record<Kind, string>> = {
  reminder: 'Reminder the day before',
  change: 'Changes',
  pastDue: 'Invoices past due',
};

/** When reminders go, within the sentence about them. */
const ReminderTime = ({ time, onChange }: { readonly time: string; readonly onChange: (time: string) => void }) => (
  <select
    aria-label="Time of reminders"
    value={time}
    onChange={({ target }) => onChange(target.value)}
    className="cursor-pointer border-b border-control bg-card font-control text-ink max-desk:h-11 max-desk:border-b-0 max-desk:underline max-desk:underline-offset-4"
  >
    {reminderTimes(time).map((one) => (
      <option key={one} value={one}>
        {formatTime(toMinutes(one))}
      </option>
    ))}
  </select>
);

/** What becomes of changes that families do not know of when mail about changes is turned on. */
const UntoldQuestion = (props: {
  readonly families: number;
  readonly busy: boolean;
  readonly onAnswer: (untold: 'send' | 'told') => void;
  readonly onClose: () => void;
}) => (
  <Dialog
    open
    onClose={props.onClose}
    width="form"
    title={`${counted(props.families, 'family')} ${props.families === 1 ? 'does' : 'do'} not know of changes`}
    footer={
      <>
        <Button onClick={() => props.onAnswer('told')} disabled={props.busy}>
          Mark as told
        </Button>
        <Button kind="primary" onClick={() => props.onAnswer('send')} loading={props.busy}>
          Send them
        </Button>
      </>
    }
  >
    <p className="text-ink-2">
      Send them by mail, or mark them as told? What you change from now on is mailed in both cases.
    </p>
  </Dialog>
);

/** The kinds of mail that go by themselves, each with its switch. */
export const Kinds = ({ settings, onLook }: { readonly settings: Settings; readonly onLook: (kind: Kind) => void }) => {
  const { send, isPending } = useSwitch();
  const untold = useQuery(untoldQuery).data?.families ?? 0;
  const [asks, setAsks] = useState(false);
  const turn = (kind: Kind, on: boolean): void => {
    if (kind === 'change' && on && untold > 0) setAsks(true);
    else void send({ body: { [settingOf[kind]]: on } });
  };
  const turnOnChanges = async (answer: 'send' | 'told'): Promise<void> => {
    await send({ body: { sendChanges: true, untold: answer } });
    setAsks(false);
  };
  const about: Readonly<Record<Kind, ReactNode>> = {
    reminder: (
      <>
        At{' '}
        <ReminderTime time={settings.reminderTime} onChange={(reminderTime) => void send({ body: { reminderTime } })} />
        , all lessons of a family in one mail.
      </>
    ),
    change:
      'Ten minutes after your last change, what is different for each family. Never a plan that waits for your decision.',
    pastDue: 'Three days before an invoice is due and 3, 10 and 30 days after, while something is open.',
  };
  return (
    <Card>
      {(['reminder', 'change', 'pastDue'] as const).map((kind) => (
        <div key={kind} className="border-b border-line-soft px-5 py-4 last:border-b-0 max-desk:px-4">
          <Switch
            atEnd
            label={settingLabels[kind]}
            checked={settings[settingOf[kind]]}
            onChange={(on) => turn(kind, on)}
          >
            {about[kind]}
          </Switch>
          <NextLine kind={kind} onLook={() => onLook(kind)} />
        </div>
      ))}
      {asks && (
        <UntoldQuestion
          families={untold}
          busy={isPending}
          onClose={() => setAsks(false)}
          onAnswer={(answer) => void turnOnChanges(answer)}
        />
      )}
    </Card>
  );
};
