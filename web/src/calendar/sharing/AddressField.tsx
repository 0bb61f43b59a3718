import { Check, Copy, Share } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, inputClasses } from '../../ui/fields/field.tsx';
import { usePhone } from '../../ui/media.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { reachOf } from './model.ts';

/** How long the button says that the address was copied, in milliseconds. */
const copiedFor = 2000;

/** Offers the phone's own share sheet, where there is one. */
const PhoneShare = ({ title, url }: { readonly title: string; readonly url: string }) => {
  const phone = usePhone();
  if (!phone || !('share' in navigator)) return null;
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the share sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: 'The address was not shared', description: 'Copy it instead.', tone: 'destructive' });
    }
  };
  return (
    <Button icon={Share} className="min-h-12 w-full" onClick={() => void share()}>
      Share
    </Button>
  );
};

const reachHints = {
  internet: undefined,
  network:
    'Only devices on this server’s network can reach this address, so Google cannot read it. The server’s setting PUBLIC_URL changes it.',
  computer:
    'Other devices cannot reach this address: it works only on the computer that Rondo runs on. The server’s setting PUBLIC_URL changes it.',
} as const;

export const AddressField = ({
  url,
  title,
  label = 'Calendar address',
}: {
  readonly url: string;
  readonly title: string;
  readonly label?: string;
}) => {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const hint = reachHints[reachOf(url)];
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast({ title: `${label} copied` });
    } catch {
      // Browsers refuse it on pages without encryption.
      field.current?.select();
      toast({
        title: 'The browser did not copy the address',
        description: 'The address is selected: copy it yourself.',
        tone: 'destructive',
      });
    }
  };
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint === undefined ? undefined : <span className="text-warn">{hint}</span>}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              ref={field}
              readOnly
              value={url}
              spellCheck={false}
              className={inputClasses(false, 'min-w-0 text-ellipsis text-ink-2')}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button
              kind="primary"
              icon={copied ? Check : Copy}
              className="h-10! min-w-24 shrink-0 max-desk:h-12!"
              onClick={() => void copy()}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          </div>
        )}
      </Field>
      <PhoneShare title={title} url={url} />
    </div>
  );
};
