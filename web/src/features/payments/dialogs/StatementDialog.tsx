import type { Account, Statement } from '@rondo/contracts/api/payer-accounts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, FileText, Mail } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../api/files/download.ts';
import { read } from '../../../api/queries.ts';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { useDownload } from '../../../ui/download-button.tsx';
import { Segments } from '../../../ui/fields/choice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import {
  dayText,
  isSamePeriod,
  monthAround,
  monthBefore,
  periodText,
  type Period,
} from '../../invoices/model/period.ts';
import { underName } from '../../invoices/sending/sender.tsx';
import { balanceWords } from '../model/words.ts';
import { Aging } from '../page/Aging.tsx';
import { SendStatement } from './SendStatement.tsx';

const usualPeriods = (today: IsoDate) =>
  [
    { value: 'month', label: 'This month', period: monthAround(today) },
    { value: 'last', label: 'Last month', period: monthBefore(today) },
    {
      value: 'year',
      label: 'This year',
      period: { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
    },
  ] as const;

const row =
  'grid grid-cols-[64px_minmax(0,1fr)_104px_148px] gap-x-3 px-4 py-2 max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:gap-x-2';
const amount = 'text-right whitespace-nowrap tabular-nums';

const Lines = ({ statement }: { readonly statement: Statement }) => {
  const today = useToday();
  const { currency, from, to, opening, lines, closing } = statement;
  const end = (date: IsoDate, word: string, balance: number) => (
    <p className={`${row} bg-paper font-strong`}>
      <span className="max-desk:hidden">{dayText(date, today)}</span>
      <span>{word}</span>
      <span className="max-desk:hidden" />
      <span className={amount}>{balanceWords(balance, currency)}</span>
    </p>
  );
  return (
    <section aria-label="Statement" className="overflow-clip rounded-card border border-line">
      {end(from, 'Opening balance', opening)}
      <ul>
        {lines.map((line) => (
          <li key={`${line.kind} ${line.id}`} className={`${row} border-t border-line-soft`}>
            <span className="text-ink-2 tabular-nums max-desk:order-3 max-desk:text-small max-desk:text-ink-3">
              {dayText(line.date, today)}
            </span>
            <span className="min-w-0 break-words">{line.text}</span>
            <span className={amount}>{line.amount !== null && moneyText(line.amount, currency)}</span>
            <span className={`${amount} text-ink-2 max-desk:order-4 max-desk:text-small`}>
              {balanceWords(line.balance, currency)}
            </span>
          </li>
        ))}
        {lines.length === 0 && (
          <li className="border-t border-line-soft px-4 py-3 text-ink-3">Nothing in this period</li>
        )}
      </ul>
      <div className="border-t border-line">{end(to, 'Closing balance', closing)}</div>
    </section>
  );
};

/** The currencies of an account that has lines in several; the studio's is the first. */
const currenciesOf = ({ currency, lines, others }: Account): string[] => [
  ...new Set([currency, ...others.map((other) => other.currency), ...lines.map((line) => line.currency)]),
];

const outcomes = { queued: 'Being sent', sent: 'Sent', failed: 'Not sent' } as const;

/** The last emails with statements, the newest first. */
const Mails = ({ mails }: Pick<Account, 'mails'>) => {
  const { timeZone, today } = usePlace();
  return (
    mails.length > 0 && (
      <section aria-label="Sent by email" className="grid gap-1.5">
        <h3 className="font-strong">Sent by email</h3>
        <ul className="grid gap-1.5">
          {mails.map(({ id, email, requestedAt, mail, mailDetail, ...period }) => (
            <li key={id} className="text-ink-2">
              <p className="wrap-anywhere">
                <b className={cn('font-control', mail === 'failed' ? 'text-bad' : 'text-ink')}>{outcomes[mail]}</b>{' '}
                {dayText(wallClock(epochMillisecondsOf(requestedAt), timeZone).date, today)} to {email}:{' '}
                {periodText(period, today)}
              </p>
              {mailDetail !== null && <p className="text-small wrap-anywhere text-ink-3">{mailDetail}</p>}
            </li>
          ))}
        </ul>
      </section>
    )
  );
};

/** An account between two days: as a list, as a file, and by email. */
export const StatementDialog = ({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) => {
  const { payer } = account;
  const today = useToday();
  const usual = usualPeriods(today);
  const [period, setPeriod] = useState<Period>(usual[0].period);
  const currencies = currenciesOf(account);
  const [currency, setCurrency] = useState(account.currency);
  const isBackward = period.to < period.from;
  const isWhole = period.from !== '' && period.to !== '';
  const query = { from: period.from, to: period.to, ...(currency !== account.currency && { currency }) };
  const statement = useQuery({
    ...read('GET /api/accounts/:payerId/statement', { params: { payerId: payer.id }, query }),
    staleTime: 0,
    enabled: isWhole && !isBackward,
    placeholderData: keepPreviousData,
  });
  const csv = useDownload('The CSV file could not be downloaded');
  const pdf = useDownload('The PDF file could not be downloaded');
  const [sending, setSending] = useState(false);
  const fileName = `statement-${payer.name.replaceAll(' ', '-')}-${period.from}-${period.to}${currency === account.currency ? '' : `-${currency}`}`;
  const request = { params: { payerId: payer.id }, query };
  const canPrint = isWhole && !isBackward;
  if (sending) return <SendStatement account={account} statement={query} onClose={onClose} />;
  return (
    <Dialog
      open
      width="normal"
      title="Statement"
      subtitle={payer.name}
      onClose={onClose}
      bodyClassName="grid content-start gap-5 px-6 py-5 max-desk:p-4"
      footer={
        <>
          <div className="flex gap-2 max-desk:grid max-desk:grid-cols-2">
            <Button
              icon={Download}
              loading={csv.busy}
              disabled={!canPrint}
              onClick={() =>
                csv.download(() => fetchFile('GET /api/accounts/:payerId/statement.csv', request), `${fileName}.csv`)
              }
            >
              CSV
            </Button>
            <Button
              icon={FileText}
              loading={pdf.busy}
              disabled={!canPrint}
              onClick={() =>
                void underName('Download', () =>
                  pdf.download(() => fetchFile('GET /api/accounts/:payerId/statement.pdf', request), `${fileName}.pdf`),
                )
              }
            >
              PDF
            </Button>
          </div>
          <Button kind="primary" icon={Mail} disabled={!canPrint} onClick={() => setSending(true)}>
            Send statement
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 max-desk:grid-cols-1">
        <Segments<string>
          label="Period"
          value={usual.find((one) => isSamePeriod(one.period, period))?.value ?? ''}
          options={usual}
          onChange={(value) => setPeriod(usual.find((one) => one.value === value)?.period ?? period)}
        />
        <div className="grid grid-cols-2 gap-2">
          {(['from', 'to'] as const).map((edge) => (
            <TextField
              key={edge}
              label={edge === 'from' ? 'From' : 'To'}
              type="date"
              required
              value={period[edge]}
              onChange={({ target }) => setPeriod({ ...period, [edge]: target.value })}
              inputClassName="px-2! tabular-nums"
            />
          ))}
        </div>
      </div>
      {currencies.length > 1 && (
        <Segments<string>
          label="Currency"
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={setCurrency}
        />
      )}
      {isBackward ? (
        <p className="text-small text-bad">The period must not end before it starts.</p>
      ) : (
        <QueryState
          query={statement}
          failed="The statement did not load."
          waiting={
            <WhileLoading label="Loading the statement">
              <Skeleton className="h-60" />
            </WhileLoading>
          }
        >
          {(loaded) => (
            <>
              <Lines statement={loaded} />
              <Aging aging={loaded.aging} currency={loaded.currency} />
              <Mails mails={account.mails} />
            </>
          )}
        </QueryState>
      )}
    </Dialog>
  );
};
