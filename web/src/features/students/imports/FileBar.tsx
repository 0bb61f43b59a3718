import { buttonClasses, Button } from '../../../ui/button.tsx';
import { FileInput, sizeText } from '../../../ui/fields/file-input.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import type { ImportFile } from './FileDrop.tsx';

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;

/** The chosen file, and how to choose another. */
export const FileBar = (props: {
  readonly kind: ImportFile;
  readonly file: File;
  /** What is in it, as far as that is known. */
  readonly says: string | null;
  readonly onTemplate: () => void;
  /** Null where no other file can be chosen here. */
  readonly onFile: ((file: File) => void) | null;
}) => {
  const { icon: Icon, accept } = props.kind;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper px-6 py-3 max-desk:px-4">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
      <p className="min-w-0 grow basis-0 truncate">
        <b className="font-strong">{props.file.name}</b>{' '}
        <span className="text-ink-2 max-desk:block max-desk:truncate">
          {props.says === null ? '' : `${props.says}, `}
          {sizeText(props.file.size)}
        </span>
      </p>
      {props.onFile && (
        <>
          <Button kind="quiet" size="small" className="max-desk:hidden" onClick={props.onTemplate}>
            Download a template
          </Button>
          <FileInput
            label="Choose another file"
            accept={accept}
            onFile={props.onFile}
            className={buttonClasses('secondary', 'small')}
          >
            Choose another file
          </FileInput>
        </>
      )}
    </div>
  );
};

export const ReadingFile = () => (
  <WhileLoading label="Reading the file">
    <div className="flex flex-col gap-3 p-6 max-desk:p-4">
      <Skeleton className="h-16" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  </WhileLoading>
);
