import { ContactRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { FileInput } from '../../../ui/fields/file-input.tsx';

/** What the browser's file dialog offers. */
export const vcardTypes = '.vcf,.vcard,text/vcard';

/** Takes a file that is dropped anywhere in the window, which the browser would otherwise open. @returns whether one is dragged over it */
export const useDroppedFile = (onFile: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
};

/** Where to drop a file, or choose one. */
export const FileDrop = (props: { readonly isOver: boolean; readonly onFile: (file: File) => void }) => (
  <FileInput
    label="Choose a vCard file"
    accept={vcardTypes}
    onFile={props.onFile}
    className={cn(
      'flex min-h-56 flex-col items-center justify-center gap-1 rounded-card border border-dashed p-6 text-center transition-colors duration-140 ease-rondo hover:border-accent',
      props.isOver ? 'border-accent bg-accent-tint' : 'border-control',
    )}
  >
    <ContactRound aria-hidden className="mb-2 size-6 text-ink-3" strokeWidth={1.5} />
    <span className="text-lead font-strong">Drop a vCard file here</span>
    <span className="max-w-[44ch] text-ink-2">
      A .vcf or .vcard file from the contacts of a phone, Google, iCloud or Outlook, with up to 5,000 contacts.
    </span>
    <span aria-hidden className={buttonClasses('secondary', 'normal', 'mt-4')}>
      Choose a file
    </span>
  </FileInput>
);
