import type { PreviewedCard } from '@rondo/contracts/api/people/vcard-import.ts';
import { CircleAlert, Plus, TriangleAlert, UserCheck } from 'lucide-react';
import { shortAddress } from '../../../../lib/address.ts';
import { cn } from '../../../../ui/cn.ts';
import { LabeledCheckbox } from '../../../../ui/fields/choice.tsx';
import { Count, Missing, RowSign, type rowSigns } from '../Tally.tsx';
import type { AnswerTo } from '../../../../api/calls.ts';

export type Preview = AnswerTo<'POST /api/students/import-vcards/preview'>;

const columns =
  'grid grid-cols-[20px_minmax(0,1fr)_minmax(0,.95fr)_minmax(0,1fr)_224px] items-center gap-x-4 px-6 max-desk:grid-cols-[20px_minmax(0,1fr)] max-desk:px-4';

const signs: Readonly<Record<PreviewedCard['result'], keyof typeof rowSigns>> = {
  failed: 'bad',
  'known-name': 'doubtful',
  skipped: 'known',
  new: 'new',
};

const Result = ({ row, result, detail, addsEmail, email }: PreviewedCard) => {
  const small = 'text-small font-small text-ink-2';
  switch (result) {
    case 'failed':
      return (
        <>
          <p className="flex items-center gap-1.5 font-control text-bad">
            <CircleAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
            Cannot be imported
          </p>
          <p className={small}>
            Card {row}: {detail}
          </p>
        </>
      );
    case 'known-name':
      return (
        <>
          <p className="flex items-center gap-1.5 font-control text-warn">
            <TriangleAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />
            New, the name is known
          </p>
          <p className={small}>{detail}</p>
        </>
      );
    case 'skipped':
      return (
        <>
          <p className="font-control wrap-anywhere">
            {addsEmail === true ? `Already here: add email ${email}` : 'Already here, left out'}
          </p>
          <p className={small}>{detail}</p>
        </>
      );
    case 'new':
      return <p className="text-ink-2">New</p>;
  }
};

const CardRow = ({ card }: { readonly card: PreviewedCard }) => {
  const sign = card.addsEmail === true ? 'new' : signs[card.result];
  const isQuiet = card.result === 'skipped' || card.result === 'failed';
  const address = shortAddress(card);
  const cell = cn('truncate max-desk:col-start-2', isQuiet && 'text-ink-2');
  return (
    <li
      className={cn(
        columns,
        'min-h-12 border-b border-line-soft py-1.5 [contain-intrinsic-height:auto_48px] [content-visibility:auto] max-desk:py-2.5',
      )}
    >
      <RowSign sign={sign} />
      <p className={cn(cell, 'font-strong', isQuiet && 'font-medium')}>{card.name || <Missing>No name</Missing>}</p>
      <p className={cell}>{card.phone ?? card.email ?? <Missing>No phone</Missing>}</p>
      <p className={cell}>{address || <Missing>No address</Missing>}</p>
      <div className="min-w-0 max-desk:col-start-2 max-desk:mt-0.5">
        <Result {...card} />
      </div>
    </li>
  );
};

/** What a file would bring: the counts, then every card, those to look at first. */
export const ImportPreview = (props: {
  readonly preview: Preview;
  /** Students who are there already get the emails that they lack. */
  readonly withEmails: boolean;
  readonly onEmails: (on: boolean) => void;
}) => {
  const { preview, withEmails, onEmails } = props;
  const { emailsToAdd = 0 } = preview;
  const left = preview.cards - preview.rows.length;
  return (
    <>
      <div className="grid grid-cols-3 border-b border-line">
        <Count icon={Plus} figure={preview.imported} word={preview.imported === 1 ? 'new student' : 'new students'} />
        <Count icon={UserCheck} figure={preview.skipped} word="already here, left out" />
        <Count icon={CircleAlert} figure={preview.failed} word="cannot be imported" bad />
      </div>
      {emailsToAdd > 0 && (
        <LabeledCheckbox
          checked={withEmails}
          onChange={onEmails}
          className="gap-3 border-b border-line px-6 py-3 max-desk:px-4"
        >
          Add {emailsToAdd === 1 ? 'the email' : `${emailsToAdd.toLocaleString('en-US')} emails`} to students who are
          already here and have none
        </LabeledCheckbox>
      )}
      <div
        aria-hidden
        className={cn(
          columns,
          'sticky top-0 z-2 h-8 border-b border-line bg-raised text-small font-medium text-ink-3 max-desk:hidden',
        )}
      >
        <span />
        <span>Name</span>
        <span>Phone or email</span>
        <span>Address</span>
        <span>Result</span>
      </div>
      <ul aria-label="Cards in this file">
        {preview.rows.map((card) => (
          <CardRow key={card.row} card={withEmails ? card : { ...card, addsEmail: undefined }} />
        ))}
      </ul>
      {left > 0 && (
        <p className="px-6 py-3 text-ink-2 max-desk:px-4">
          {left.toLocaleString('en-US')} more {left === 1 ? 'card is' : 'cards are'} not listed here but counted above.
        </p>
      )}
    </>
  );
};
