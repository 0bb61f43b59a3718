import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { useMailChanges } from '../../../calendar/sharing/commands.ts';
import { counted } from '../../../lib/texts.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Card, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { nextQuery, type Kind, type Next } from './commands.ts';
import { familiesWaiting, whenDue } from './words.ts';

/** A mail as it would be sent now. */
const Letter = ({ message }: { readonly message: Next['messages'][number] }) => (
  <div className="rounded-control border border-line bg-paper">
    <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-y-0.5 border-b border-line px-4 py-3 break-words">
      <dt className="text-ink-2">To</dt>
      <dd>
        {message.recipient}, {message.email}
      </dd>
      <dt className="text-ink-2">Subject</dt>
      <dd className="font-strong">{message.subject}</dd>
    </dl>
    <p className="px-4 py-3 break-words whitespace-pre-line">{message.text.trim()}</p>
  </div>
);

/** Who would get nothing, with the text to send by phone. */
const Without = ({ list }: Readonly<{ list: Next['without'] }>) => (
  <ul aria-label="No mail reaches" className="mt-3 grid gap-1.5">
    {list.map(({ name, phone, text, because }) => (
      <li key={`${name} ${text}`} className="flex items-center gap-2">
        <span className="min-w-0 grow">
          <b className="font-strong">{name}</b>: {because}
        </span>
        {text !== '' && phone !== null && (
          <a
            className={cn(buttonClasses('quiet', 'small'), 'shrink-0')}
            href={`sms:${phone}?&body=${encodeURIComponent(text)}`}
            aria-label={`Send as a text to ${name}`}
          >
            Send as a text
          </a>
        )}
      </li>
    ))}
  </ul>
);

/** @param readAt when it was read, in epoch milliseconds */
const NextMails = ({ next, readAt }: { readonly next: Next; readonly readAt: number }) => {
  const [at, setAt] = useState(0);
  const { send, isPending } = useMailChanges();
  const place = usePlace();
  const { messages, without, until } = next;
  const message = messages[Math.min(at, messages.length - 1)];
  const waiting = familiesWaiting(next);
  return (
    <>
      {message ? (
        <>
          <div className="mb-3 flex items-center gap-2">
            <h2 className="min-w-0 grow text-lead font-strong">
              {message.held ? (
                'Waits until you look'
              ) : (
                <span className="block first-letter:uppercase">{whenDue(message.dueAt, readAt, place)}</span>
              )}
            </h2>
            <span className="shrink-0 whitespace-nowrap text-ink-2">
              {Math.min(at, messages.length - 1) + 1} of {messages.length}
            </span>
            <IconButton icon={ChevronLeft} label="Previous mail" onClick={() => setAt(Math.max(at - 1, 0))} />
            <IconButton
              icon={ChevronRight}
              label="Next mail"
              onClick={() => setAt(Math.min(at + 1, messages.length - 1))}
            />
          </div>
          <Letter message={message} />
        </>
      ) : (
        <h2 className="text-lead font-strong">Nothing to send</h2>
      )}
      {next.on && waiting.length > 0 && until !== null && (
        <Button
          kind="primary"
          className="mt-3"
          loading={isPending}
          onClick={() => void send({ familyIds: waiting, until })}
        >
          Send {counted(messages.filter(({ held: isHeld }) => isHeld).length, 'mail')}
        </Button>
      )}
      {without.length > 0 && <Without list={without} />}
    </>
  );
};

/** The very mail that a kind would send next. */
export const Letters = ({ kind }: { readonly kind: Kind }) => {
  const next = useQuery(nextQuery(kind));
  return (
    <Card className="px-5 py-4">
      <QueryState
        query={next}
        failed="The mail did not load."
        waiting={<LoadingBlocks label="Loading the mail" className="grid gap-3" blocks={['h-7', 'h-64']} />}
      >
        {(loaded) => <NextMails key={kind} next={loaded} readAt={next.dataUpdatedAt} />}
      </QueryState>
    </Card>
  );
};
