import type { Payer } from '../model/preview.ts';
import { studentLabel } from '../model/words.ts';
import { useOpenInvoice } from '../address.ts';
import { previewColumns } from './preview-columns.ts';

/** Students whose period invoices bill already, with a way to these invoices. */
export const BilledAlready = ({ payers }: { readonly payers: readonly Payer[] }) => {
  const [, open] = useOpenInvoice();
  const billed = payers.filter(({ billedOn }) => billedOn.length > 0);
  if (billed.length === 0) return null;
  return (
    <ul aria-label="Billed already" className="border-t border-line-soft first:border-t-0">
      {billed.map(({ id, name, billedOn }) => (
        <li key={id} className={`${previewColumns} min-h-12 border-b border-line-soft py-2`}>
          <p className="truncate font-strong">{name}</p>
          <p className="text-ink-2 max-desk:col-span-2 max-desk:row-start-2">Billed already</p>
          <p className="text-ink-2 max-desk:col-span-2">
            On{' '}
            {billedOn.map((number, i) => (
              <span key={number}>
                {i > 0 && ', '}
                <button
                  type="button"
                  className="relative font-control whitespace-nowrap text-accent after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline"
                  onClick={() => open(number)}
                >
                  {number}
                </button>
              </span>
            ))}
          </p>
          <p className="text-right text-ink-3 max-desk:col-start-2 max-desk:row-start-1">No invoice</p>
        </li>
      ))}
    </ul>
  );
};

/** Who gets no invoice, and why. */
export const WithoutInvoice = ({ payers }: { readonly payers: readonly Payer[] }) => {
  const idle = payers.filter(({ billedOn }) => billedOn.length === 0);
  return (
    <>
      <BilledAlready payers={payers} />
      {idle.length > 0 && (
        <p className="px-6 py-3 text-ink-3 max-desk:px-4">
          Nothing to bill: {studentLabel(idle.map(({ name }) => name))}
        </p>
      )}
    </>
  );
};
