import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { Clock, ClockAlert, FileText, MailCheck, MailX } from 'lucide-react';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { Button } from '../../../ui/button.tsx';

const looks = {
  queued: { icon: Clock, className: 'text-ink-3', label: 'Sending to' },
  sent: { icon: MailCheck, className: 'text-ok', label: 'Emailed to' },
  /** A server without a mail server saves emails as files. */
  saved: { icon: FileText, className: 'text-ink-3', label: 'Prepared for' },
  /** It could not be sent so far, and is tried again. */
  delayed: { icon: ClockAlert, className: 'text-warn', label: 'Not sent yet to' },
  failed: { icon: MailX, className: 'text-bad', label: 'Not delivered to' },
} as const;

/** What became of the last email with the invoice; nothing if there was none. */
export const MailLine = ({ invoice, onRetry }: { readonly invoice: Invoice; readonly onRetry: () => void }) => {
  const { mail, mailTo, mailDetail, mailAt } = invoice;
  const place = usePlace();
  if (mail === null) return null;
  const detailed =
    mailDetail !== null && mail !== 'failed' ? ({ queued: 'delayed', sent: 'saved' } as const)[mail] : mail;
  const { icon: Icon, className, label } = looks[detailed];
  return (
    <output className="flex items-start gap-2.5 border-b border-line py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} strokeWidth={1.75} />
      <span className="min-w-0 grow">
        <span className="block break-words">
          {label} <b className="font-strong">{mailTo}</b>
        </span>
        {detailed === 'sent' && mailAt !== null && (
          <span className="block text-ink-2">
            Accepted by the mail server on {momentText(mailAt, place)}, with the PDF
          </span>
        )}
        {mailDetail !== null && (
          <span className={mail === 'failed' ? 'block break-words text-bad' : 'block break-words text-ink-2'}>
            {mailDetail}
            {detailed === 'delayed' && ' Rondo keeps trying for a day.'}
          </span>
        )}
      </span>
      {(detailed === 'failed' || detailed === 'delayed') && (
        <Button size="small" onClick={onRetry}>
          {detailed === 'failed' ? 'Retry' : 'Change address'}
        </Button>
      )}
    </output>
  );
};
