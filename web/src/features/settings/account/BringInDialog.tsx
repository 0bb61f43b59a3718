import type { BringInProgress } from '@rondo/contracts/api/studio/studio-file.ts';
import { studioUpload } from '@rondo/contracts/api/studio/studio-upload.ts';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import type { Sent } from '../../../api/files/send-file.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { FileInput, sizeText } from '../../../ui/fields/file-input.tsx';
import { ProgressBar } from '../../../ui/figures/progress-bar.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useBringIn } from '../commands.ts';
import { numberText } from '../../../lib/formats.ts';

/** What is under way: the file is sent, read, and its events are saved. */
type Step = { readonly sent?: Sent; readonly saved?: BringInProgress };

const textOf = ({ sent, saved }: Step): readonly [text: string, value?: number] => {
  if (saved)
    return [
      `Saved ${numberText(saved.done)} of ${numberText(saved.total)} events`,
      saved.total === 0 ? 1 : saved.done / saved.total,
    ];
  if (sent && sent.sent < sent.total)
    return [`Sent ${sizeText(sent.sent)} of ${sizeText(sent.total)}`, sent.sent / sent.total];
  return [sent ? 'The server is checking the file. Nothing has changed yet.' : 'Sending the file'];
};

const Progress = ({ step }: { readonly step: Step }) => {
  const [text, value] = textOf(step);
  return (
    <div className="grid gap-2">
      <ProgressBar label="Brought in so far" value={value} />
      <p className="text-ink-2 tabular-nums">{text}</p>
    </div>
  );
};

/** Asks for the file of a studio, which the account then has instead of its own, empty one. */
export const BringInDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<Step>({});
  const bringIn = useBringIn();
  const start = (): void => {
    if (!file) return;
    setStep({});
    void bringIn.send({
      file,
      onSent: (sent) => setStep({ sent }),
      onSaved: (saved) => setStep((before) => ({ ...before, saved })),
    });
  };
  return (
    <FormDialog
      open
      title="Bring a studio in"
      submit="Bring In"
      loading={bringIn.isPending}
      submitError={bringIn.error?.message ?? null}
      unconfirmed={isUnconfirmed(bringIn.error)}
      canSubmit={file !== null}
      dirty={false}
      bodyClassName="grid gap-4 p-6 max-desk:content-start max-desk:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
      onClose={onClose}
    >
      <div className="grid gap-3 text-pretty text-ink-2">
        <p>
          Your account gets the studio of a file that “Download my data” has saved, on this server or another: students,
          teachers, lessons, invoices, settings, backups and the whole history.
        </p>
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>Your present studio has to be empty. Its settings are replaced, and no one can undo this.</li>
          <li>Families need new calendar links from you: those of the other server go on showing its studio.</li>
          <li>An email that was still to be sent there is not sent from here. Its invoice says so.</li>
          <li>The other studio stays as it is. Delete its account once everything is here.</li>
        </ul>
      </div>
      {bringIn.isPending ? (
        <Progress step={step} />
      ) : (
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-paper p-4">
          <FileArchive aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
          <p className="min-w-0 grow basis-40 wrap-anywhere">
            {file ? (
              <>
                <b className="font-strong">{file.name}</b> <span className="text-ink-2">{sizeText(file.size)}</span>
              </>
            ) : (
              <span className="text-ink-2">
                A file named like studio.jsonl, of at most {studioUpload.maxBytes / 1024 / 1024}&nbsp;MB
              </span>
            )}
          </p>
          <FileInput
            label="Choose the file of a studio"
            accept=".jsonl,application/jsonl"
            className={buttonClasses('secondary', 'normal')}
            onFile={(chosen) => {
              bringIn.reset();
              setFile(chosen);
            }}
          >
            {file ? 'Choose another' : 'Choose a file'}
          </FileInput>
        </div>
      )}
    </FormDialog>
  );
};
