import type { Charge } from '@rondo/contracts/api/charges.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { Ellipsis, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import { invoiceCharges, removeCharge } from '../commands.ts';
import { dayText } from '../../invoices/model/period.ts';

const confirmRemoval = (charge: Charge): void =>
  confirm({
    title: 'Remove charge?',
    text: `“${charge.description}” of ${moneyText(charge.amount, charge.currency)} will not be invoiced.`,
    action: 'Remove',
    danger: true,
    run: (close) => removeCharge(charge, close),
  });

/** The charges that wait for the next invoice, and what can be done with them. */
export const WaitingCharges = (props: {
  readonly charges: readonly Charge[];
  /** Named where there are several. */
  readonly students: readonly { readonly id: string; readonly name: string }[];
  /** Null where nothing can be changed. */
  readonly onChange: ((charge: Charge) => void) | null;
}) => {
  const { charges, students, onChange } = props;
  const today = useToday();
  const [busy, setBusy] = useState(false);
  const invoice = async (): Promise<void> => {
    setBusy(true);
    await invoiceCharges(charges);
    setBusy(false);
  };
  return (
    <>
      <ul className="grid gap-1">
        {charges.map((charge) => {
          const { id, studentId, description, date, amount, currency } = charge;
          const student = students.length > 1 ? students.find((one) => one.id === studentId) : undefined;
          return (
            <li key={id} className="flex items-start gap-2">
              <div className="min-w-0 flex-1 py-1">
                <p className="break-words">{description}</p>
                <p className="text-small text-ink-3">
                  {student && `${student.name}, `}
                  {dayText(date, today)}
                </p>
              </div>
              <p className="py-1 font-strong tabular-nums">{moneyText(amount, currency)}</p>
              {onChange && (
                <MenuOnDemand
                  label={`Actions for ${description}`}
                  sheet
                  button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
                  entries={[
                    { label: 'Change', icon: PencilLine, onSelect: () => onChange(charge) },
                    {
                      label: 'Remove',
                      icon: Trash2,
                      danger: true,
                      apart: true,
                      onSelect: () => confirmRemoval(charge),
                    },
                  ]}
                />
              )}
            </li>
          );
        })}
      </ul>
      {onChange && (
        <Button size="small" className="mt-2" loading={busy} onClick={() => void invoice()}>
          Invoice now
        </Button>
      )}
    </>
  );
};
