import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { FileInput } from '../../../ui/fields/file-input.tsx';

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

/** A kind of file that students come in. */
export type ImportFile = {
  readonly icon: LucideIcon;
  /** What the browser's file dialog offers. */
  readonly accept: string;
  /** "vCard", "CSV". */
  readonly type: string;
  readonly text: string;
};

const card = 'flex flex-col items-center justify-center gap-1 rounded-card border p-6 text-center desk:min-h-56';
const icon = 'mb-2 size-6 text-ink-3';

/** Where to drop a file, or choose one. */
export const FileDrop = (props: {
  readonly kind: ImportFile;
  readonly isOver: boolean;
  readonly onFile: (file: File) => void;
}) => {
  const { icon: Icon, accept, type, text } = props.kind;
  return (
    <FileInput
      label={`Choose a ${type} file`}
      accept={accept}
      onFile={props.onFile}
      className={cn(
        card,
        'border-dashed transition-colors duration-140 ease-rondo hover:border-accent',
        props.isOver ? 'border-accent bg-accent-tint' : 'border-control',
      )}
    >
      <Icon aria-hidden className={icon} strokeWidth={1.5} />
      <span className="text-lead font-strong">Drop a {type} file here</span>
      <span className="max-w-[44ch] text-ink-2">{text}</span>
      <span aria-hidden className={buttonClasses('secondary', 'normal', 'mt-4')}>
        Choose a file
      </span>
    </FileInput>
  );
};

/** The way to the import of another kind of file. */
export const OtherImport = (props: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}) => {
  const { icon: Icon } = props;
  return (
    <button
      type="button"
      onClick={props.onClick}
      className={cn(card, 'border-line transition-colors duration-140 ease-rondo hover:border-accent')}
    >
      <Icon aria-hidden className={icon} strokeWidth={1.5} />
      <span className="inline-flex items-center gap-1 text-lead font-strong">
        {props.title}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      </span>
      <span className="max-w-[44ch] text-ink-2">{props.text}</span>
    </button>
  );
};
