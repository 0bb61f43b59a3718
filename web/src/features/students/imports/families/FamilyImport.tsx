import { chooseNames, familyFile } from '@rondo/contracts/people/family-file.ts';
import { ContactRound, FileSpreadsheet, Upload } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../../api/files/download.ts';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { useDownload } from '../../../../ui/download-button.tsx';
import { FormError } from '../../../../ui/lists/panels.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toast } from '../../../../ui/overlays/toast.tsx';
import { counted, FileBar, ReadingFile } from '../FileBar.tsx';
import { FileDrop, OtherImport, useDroppedFile, type ImportFile } from '../FileDrop.tsx';
import { FamilyRows } from './FamilyRows.tsx';
import { FileOptions } from './FileOptions.tsx';
import { useFamilyImport, type Preview } from './use-family-import.ts';

const csv: ImportFile = {
  icon: FileSpreadsheet,
  accept: '.csv,.tsv,.txt,text/csv',
  type: 'CSV',
  text: 'A list of students from My Music Staff, TutorBird or a spreadsheet, with their families and what each owes. Up to 5,000 rows.',
};

/** What the button imports; null if that is nothing. */
const importing = ({ counts }: Preview): string | null => {
  const { students, balances, joins } = counts;
  if (students > 0) return counted(students, 'student');
  if (balances > 0) return counted(balances, 'balance');
  return joins > 0 ? counted(joins, 'family member') : null;
};

const says = ({ format, counts }: Preview): string =>
  `${format === 'Other' ? '' : `${format}, `}${counted(counts.rows, 'row')}`;

/** Imports students with their families and opening balances from a CSV file: choose it, see what it brings, import it. */
export const FamilyImport = (props: { readonly onClose: () => void; readonly onOther: () => void }) => {
  const { onClose, onOther } = props;
  const { file, preview, options, isReading, isImporting, result, error, take, say, skip, submit } = useFamilyImport();
  const [isMissing, setMissing] = useState(false);
  const template = useDownload('The template could not be downloaded');
  const saveTemplate = (): void =>
    template.download(() => fetchFile('GET /api/import/families/template.csv', {}), 'families-and-balances.csv');
  const choose = (picked: File): void => {
    setMissing(false);
    take(picked);
  };
  const isOver = useDroppedFile(choose);
  const isIdle = preview === null && !isReading;
  const problem = error?.message ?? (isMissing ? familyFile.missing : null);
  const what = preview && importing(preview);
  const [need] = preview?.needs ?? [];
  const unknown = preview === null || (what === null && need !== undefined);
  const label = unknown ? 'Import families' : what === null ? 'Nothing new' : `Import ${what}`;
  const submitOrAsk = (): void => {
    if (file !== null) return submit();
    setMissing(true);
    toast({ title: 'No File Selected', description: familyFile.missing, tone: 'destructive' });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Import families and balances"
      subtitle={result ? 'The import is finished.' : 'Nothing is imported yet.'}
      width={isIdle ? 'normal' : 'review'}
      busy={isImporting}
      bodyClassName="p-0"
      footer={
        result ? (
          <>
            <p className="min-w-0 grow basis-0 text-ink-2 max-desk:basis-full">{result.message}</p>
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <div className="min-w-0 grow basis-0 text-ink-2 empty:hidden max-desk:basis-full">
              {problem === null ? (
                preview &&
                (need ?? (
                  <span className="max-desk:sr-only">
                    What cannot be imported is left out. You can undo the import.
                  </span>
                ))
              ) : (
                <FormError message={problem} />
              )}
            </div>
            <Button onClick={onClose} disabled={isImporting}>
              Cancel
            </Button>
            <Button
              kind="primary"
              icon={Upload}
              loading={isImporting}
              disabled={
                file !== null && (isReading || what === null || need !== undefined || (error !== null && !preview))
              }
              onClick={submitOrAsk}
            >
              {label}
            </Button>
          </>
        )
      }
    >
      {isIdle ? (
        <div className="flex flex-col gap-4 p-6 max-desk:p-4">
          <div className="grid gap-3 desk:grid-cols-2">
            <FileDrop kind={csv} isOver={isOver} onFile={choose} />
            <OtherImport
              icon={ContactRound}
              title="Contacts (vCards)"
              text="Students with phone and address, from the contacts of a phone, Google, iCloud or Outlook."
              onClick={onOther}
            />
          </div>
          <div className="flex flex-wrap items-center gap-x-2">
            <p className="text-ink-2">Only a name is required.</p>
            <Button kind="quiet" loading={template.busy} onClick={saveTemplate}>
              Download a template
            </Button>
          </div>
        </div>
      ) : (
        <>
          {file && (
            <FileBar
              kind={csv}
              file={file}
              says={preview && says(preview)}
              onTemplate={saveTemplate}
              onFile={result ? null : choose}
            />
          )}
          {preview ? (
            <div className={cn(isReading && 'opacity-60')} aria-busy={isReading || undefined}>
              {!result && <FileOptions preview={preview} options={options} onChange={say} />}
              {preview.needs.includes(chooseNames) ? (
                <p className="px-6 py-5 text-ink-2 max-desk:px-4">The rows are listed once the names are known.</p>
              ) : (
                <FamilyRows preview={preview} result={result} skipped={options.skip ?? []} onSkip={skip} />
              )}
            </div>
          ) : (
            <ReadingFile />
          )}
        </>
      )}
    </Dialog>
  );
};
