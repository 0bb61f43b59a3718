import { CallFailed } from '../call-failed.ts';
import { goTo } from '../../lib/page/navigation.ts';
import { invoicePath } from '../../lib/paths.ts';

/** A lesson that is on an invoice does not change: the server's sentence, and the way to that invoice. Null for any other error. */
export const billedLesson = (
  error: unknown,
): { readonly description: string; readonly action: { readonly label: string; readonly run: () => void } } | null => {
  if (!(error instanceof CallFailed) || error.status !== 409 || error.refusal.kind !== 'invoiced') return null;
  const { invoiceNumber } = error.refusal;
  return { description: error.message, action: { label: 'Open invoice', run: () => goTo(invoicePath(invoiceNumber)) } };
};
