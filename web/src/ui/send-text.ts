import { toast } from './overlays/toast.tsx';

// The ways in which a text leaves the page.

/** Copies a text, or selects it where the browser refuses. */
export const copyText = async (field: HTMLTextAreaElement | null): Promise<void> => {
  try {
    await navigator.clipboard.writeText(field?.value ?? '');
    toast({ title: 'Text copied' });
  } catch {
    // Browsers refuse it on pages without encryption.
    field?.select();
    toast({
      title: 'The browser did not copy the text',
      description: 'The text is selected: copy it yourself.',
      tone: 'destructive',
    });
  }
};

/** Opens the device’s share sheet. @returns whether the text was shared */
export const shareText = async (text: string): Promise<boolean> => {
  try {
    await navigator.share({ text });
    return true;
  } catch (error) {
    // Closing the share sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    toast({ title: 'The text was not shared', description: 'Copy it instead.', tone: 'destructive' });
    return false;
  }
};

/** iPhones want the ampersand, other phones the question mark. */
export const textMessageTo = (phone: string, text: string): string =>
  `sms:${phone.replaceAll(/[^\d+*#]/g, '')}?&body=${encodeURIComponent(text)}`;
