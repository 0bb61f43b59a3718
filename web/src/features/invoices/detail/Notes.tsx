import type { InvoiceDetail } from '@rondo/contracts/api/billing.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import { useState } from 'react';
import { isStale } from '../../../api/call-failed.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClasses } from '../../../ui/fields/field.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import type { useSetNotes } from '../commands.ts';

/** What another window saved, before it is overwritten. */
const staleText = (saved: string): string =>
  `${changedElsewhere('invoice')} ${saved === '' ? 'It has no notes now.' : `Its notes are now: “${saved}”.`} What you typed is kept. Save again to replace them.`;

const hintOf = ({ keptAt }: InvoiceDetail): string =>
  keptAt === null
    ? 'Printed on the invoice.'
    : 'What you change now stays in Rondo: the invoice keeps the text that it had when it was sent.';

/** The notes of an invoice, which are printed on it until it keeps its text. `typed` is null until they differ from what is saved. */
export const Notes = (props: {
  readonly invoice: InvoiceDetail;
  readonly save: ReturnType<typeof useSetNotes>;
  readonly typed: string | null;
  readonly onType: (notes: string | null) => void;
}) => {
  const { invoice, save, typed, onType } = props;
  const saved = invoice.notes ?? '';
  // Of the notes that the user saw when typing began, so that no other window's are overwritten unseen.
  const [seen, setSeen] = useState(invoice.revision);
  const stale = save.error !== null && isStale(save.error);
  const saveTyped = async (notes: string): Promise<void> => {
    const revision = stale ? invoice.revision : seen;
    if (await save.send({ params: { id: invoice.id }, body: { notes, revision } })) onType(null);
  };
  return (
    <form
      noValidate
      className="grid gap-2 pt-3 pb-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null) void saveTyped(typed);
      }}
    >
      <Field label="Notes" hint={hintOf(invoice)}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={2000}
            value={typed ?? saved}
            onChange={({ target }) => {
              if (typed === null) setSeen(invoice.revision);
              onType(target.value === saved ? null : target.value);
            }}
            className={inputClasses(false, 'h-auto! min-h-16 py-2')}
          />
        )}
      </Field>
      <FormError message={stale ? staleText(saved) : (save.error?.message ?? null)} />
      {typed !== null && (
        <div className="flex justify-end gap-2">
          <Button disabled={save.isPending} onClick={() => onType(null)}>
            Discard
          </Button>
          <Button kind="primary" type="submit" loading={save.isPending}>
            Save notes
          </Button>
        </div>
      )}
    </form>
  );
};
