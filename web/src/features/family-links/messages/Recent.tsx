import type { Message } from '@rondo/contracts/api/calendars/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, MailCheck, MailMinus, MailX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Card, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { few, sentQuery } from './commands.ts';
import { addressPath, kindsInWords, outcomeInWords, refusedFirst } from './words.ts';

const signs = {
  queued: [Clock, 'text-ink-2'],
  sent: [MailCheck, 'text-ok'],
  failed: [MailX, 'text-bad'],
  dropped: [MailMinus, 'text-ink-2'],
} as const;

/** A message with what became of it; opened, the text as it was mailed. */
const Line = ({ message }: { readonly message: Message }) => {
  const place = usePlace();
  const [Sign, color] = signs[message.state];
  const head = (
    <span className="flex min-h-13 items-center gap-3 px-5 py-1.5 max-desk:flex-wrap max-desk:gap-y-0.5 max-desk:px-4">
      <Sign aria-hidden className={cn('size-4 shrink-0', color)} strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="block">
          <b className="font-strong">{kindsInWords[message.kind]}</b> to{' '}
          {message.recipient || 'someone who was removed'}
        </span>
        <span className={cn('block text-small break-words', message.state === 'failed' ? 'text-bad' : 'text-ink-2')}>
          {outcomeInWords(message)}
          {message.refused && message.familyId !== null && (
            <>
              {' '}
              <Link
                className="relative inline-block underline after:absolute after:-inset-x-1 after:-inset-y-3.5"
                to={addressPath(message.recipientId, message.familyId)}
              >
                Check the address
              </Link>
            </>
          )}
        </span>
      </span>
      <span className="shrink-0 text-small text-ink-2 max-desk:basis-full max-desk:pl-7">
        {momentText(message.endedAt ?? message.queuedAt, place)}
      </span>
    </span>
  );
  return (
    <li className="border-b border-line-soft last:border-b-0">
      {message.text === null ? (
        head
      ) : (
        <details>
          <summary className="cursor-pointer list-none hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)]">
            {head}
          </summary>
          <p className="mx-5 mb-3 rounded-control border border-line bg-paper px-4 py-3 break-words whitespace-pre-line">
            {message.text.trim()}
          </p>
        </details>
      )}
    </li>
  );
};

const many = 200;

/** The newest messages, and what became of them. */
export const Recent = () => {
  const [limit, setLimit] = useState(few);
  const sent = useQuery(sentQuery(limit));
  return (
    <section aria-label="Recent messages">
      <h2 className="mb-2 text-lead font-strong">Recent messages</h2>
      <QueryState
        query={sent}
        failed="The messages did not load."
        waiting={<LoadingBlocks label="Loading the messages" className="grid gap-px" blocks={['h-13', 'h-13']} />}
      >
        {({ entries, next }) =>
          entries.length === 0 ? (
            <p className="text-ink-2">No mail to families yet.</p>
          ) : (
            <>
              <Card>
                <ul>
                  {refusedFirst(entries).map((message) => (
                    <Line key={message.id} message={message} />
                  ))}
                </ul>
              </Card>
              {next !== null && limit === few && (
                <Button className="mt-3" onClick={() => setLimit(many)}>
                  Show more
                </Button>
              )}
            </>
          )
        }
      </QueryState>
    </section>
  );
};
