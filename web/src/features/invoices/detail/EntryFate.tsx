import type { InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { agreedWords, closedWords, entryNotice, placeWords, withCapital } from '../model/words.ts';

export type Opens = { readonly onOpen: (number: string) => void };

const OnInvoice = ({ label, number, onOpen }: { readonly label: string; readonly number: string } & Opens) => (
  <p className="text-small font-small text-ink-2">
    {label}{' '}
    <button
      type="button"
      className="relative z-1 font-control whitespace-nowrap text-accent after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:underline"
      onClick={() => onOpen(number)}
    >
      {number}
    </button>
  </p>
);

const cancelledBy = {
  family: 'Cancelled by the family',
  teacher: 'Cancelled by the teacher',
  calendar: 'Cancelled by the calendar',
};

/** Who cancelled a lesson and how long before, when that was recorded, and what was agreed. */
const CancelledLesson = ({ entry }: { readonly entry: InvoiceEntry }) => {
  const { cancellation, cancelledAt, cancelledBy: name } = entry;
  const place = usePlace();
  const notice = entryNotice(entry);
  const noticeAt = cancellation?.noticeAt ?? null;
  const isToldBefore = noticeAt !== null && cancelledAt !== null && noticeAt.slice(0, 16) !== cancelledAt.slice(0, 16);
  return (
    <>
      <p>
        {cancellation?.by ? cancelledBy[cancellation.by] : 'Cancelled'}
        {notice !== null && (
          <>
            {' '}
            with <b className="font-strong">{notice}</b>
          </>
        )}
      </p>
      {isToldBefore && <p className="text-small font-small text-ink-2">Told {momentText(noticeAt, place)}</p>}
      {cancelledAt !== null && (
        <p className="text-small font-small text-ink-2">
          {name !== null && `By ${name}, `}
          {momentText(cancelledAt, place)}
        </p>
      )}
      {agreedWords(entry).map((line) => (
        <p key={line} className="text-small font-small break-words text-ink-2">
          {line}
        </p>
      ))}
    </>
  );
};

/** What became of a billed lesson, and where that was refunded or charged. */
export const EntryFate = ({
  entry,
  taughtBy,
  explained,
  onOpen,
}: { readonly entry: InvoiceEntry; readonly taughtBy: string; readonly explained: boolean } & Opens) => {
  const { status, closure, billedOn, refundedOn, corrected, correctedOn, toRefund } = entry;
  const { today } = usePlace();
  const sub = 'text-small font-small text-ink-2';
  return (
    <div className="min-w-0 max-desk:col-start-2 max-desk:row-start-2">
      {status === 'scheduled' && (
        <p>
          {corrected === null || entry.attendance === 'absent' ? placeWords(entry, today) : 'Took place after all'}
          {taughtBy !== '' && ` with ${taughtBy}`}
        </p>
      )}
      {explained && <p className={sub}>Refunded by the next invoice if cancelled</p>}
      {status === 'deleted' && <p>No longer takes place</p>}
      {closure !== null &&
        closedWords(entry).map((line, i) => (
          <p key={line} className={i > 0 ? sub : ''}>
            {withCapital(line)}
          </p>
        ))}
      {status === 'cancelled' && closure === null && <CancelledLesson entry={entry} />}
      {billedOn !== null && <OnInvoice label="Billed on" number={billedOn} onOpen={onOpen} />}
      {refundedOn !== null && <OnInvoice label="Refunded on" number={refundedOn} onOpen={onOpen} />}
      {correctedOn !== null && <OnInvoice label="Charged after all on" number={correctedOn} onOpen={onOpen} />}
      {toRefund > 0 && <p className={sub}>Not refunded yet: the next invoice can do it</p>}
    </div>
  );
};
