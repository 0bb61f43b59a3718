import { useQuery } from '@tanstack/react-query';
import { usualTeacher } from '../../../calendar/fits/usual.ts';
import { preferencesQuery, useTeachers } from '../../../calendar/queries.ts';
import { ContactRound, FileSpreadsheet, Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { FamilyImport } from './families/FamilyImport.tsx';
import { counted, FileBar, ReadingFile } from './FileBar.tsx';
import { FileDrop, OtherImport, useDroppedFile, type ImportFile } from './FileDrop.tsx';
import { ImportPreview, type Preview } from './vcards/ImportPreview.tsx';
import { lacking, NewcomersChoice, nobody, type Newcomers } from './vcards/NewcomersChoice.tsx';
import { saveFile } from '../../../api/files/download.ts';
import { vcardFile } from '@rondo/contracts/api/people/vcard-file.ts';
import { newKey } from '../../../api/attempts.ts';
import { CallFailed } from '../../../api/call-failed.ts';
import { ask, commandAnswered, doneWith } from '../../../api/client.ts';
import { failure, useAction } from '../../../api/commands/command.ts';

/** A chosen file, with the key of its import: pressing Import again after a lost answer repeats the request. */
type ChosenFile = { readonly file: File; readonly key: string };

const chosen = (file: File): ChosenFile => ({ file, key: newKey() });

const { tooLarge, maxBytes } = vcardFile;

const vcards: ImportFile = {
  icon: ContactRound,
  accept: '.vcf,.vcard,text/vcard',
  type: 'vCard',
  text: 'A .vcf or .vcard file from the contacts of a phone, Google, iCloud or Outlook, with up to 5,000 contacts.',
};

const failed = failure('Import Failed', 'An error occurred while importing students');

/** What importing a file would do. A file that cannot be read is one that cannot be imported. */
const usePreview = () =>
  useAction(
    async ({ file }: ChosenFile) => {
      if (file.size > maxBytes) throw new CallFailed(413, tooLarge);
      return doneWith(await ask('POST /api/students/import-vcards/preview', { file }));
    },
    { done: null, failed },
  );

/** Imports a file, and offers to undo it. */
const useImport = (addEmails: boolean) =>
  useAction(
    ({ file, key, teacherId, hours }: ChosenFile & Newcomers) =>
      commandAnswered(
        'POST /api/students/import-vcards',
        {
          file,
          query: {
            hours,
            ...(teacherId === nobody ? {} : { teacherId }),
            ...(addEmails && { addEmails: 'true' as const }),
          },
        },
        // The same file for someone else is another import.
        [key, teacherId, hours, ...(addEmails ? ['with emails'] : [])].join('-'),
      ),
    {
      done: ({ imported, emailsAdded = 0, message }) => {
        const [, ...rest] = message.split('. ');
        const isOnlyEmails = imported === 0 && emailsAdded > 0;
        const students = imported === 0 ? 'No students imported' : `${counted(imported, 'student')} imported`;
        return {
          title: isOnlyEmails ? `${counted(emailsAdded, 'email')} added` : students,
          ...(rest.length > 0 ? { description: rest.join('. ') } : {}),
        };
      },
      failed,
    },
  );

const card = (...lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');

const template = [
  card(
    'N:Rivera;Maya;;;',
    'FN:Maya Rivera',
    'TEL;TYPE=CELL:(512) 555-0100',
    'EMAIL:rivera.family@example.com',
    'ADR;TYPE=HOME:;;1905 S 5th St;Austin;TX;78704;USA',
  ),
  card('N:Chen;Leo;;;', 'FN:Leo Chen', 'TEL;TYPE=CELL:(512) 555-0101'),
].join('');

/** Two cards to replace with one's own. */
const saveTemplate = (): void => saveFile(new Blob([template], { type: 'text/vcard' }), 'students.vcf');

type Answer = NonNullable<ReturnType<typeof useImport>['answer']>;

const Errors = ({ message, errors, names }: Answer & { readonly names: ReadonlyMap<number, string> }) => (
  <div className="flex flex-col gap-3 p-6 max-desk:p-4">
    <p className="text-lead">{message}</p>
    <ul aria-label="Cards that could not be imported" className="rounded-card border border-line">
      {errors.map(({ row, error }) => (
        <li key={row} className="flex gap-3 border-line-soft px-4 py-2.5 not-first:border-t">
          <span className="w-20 shrink-0 text-ink-2">Card {row}</span>
          <span className="min-w-0 break-words">
            {names.has(row) && <b className="font-strong">{names.get(row)}: </b>}
            {error}
          </span>
        </li>
      ))}
    </ul>
  </div>
);

/** The names on the cards, as far as they were listed. */
const namesIn = (preview: Preview | undefined): ReadonlyMap<number, string> =>
  new Map((preview?.rows ?? []).flatMap(({ row, name }) => (name === '' ? [] : [[row, name] as const])));

const importLabel = (preview: Preview | undefined, emails: number): string => {
  if (!preview) return 'Import students';
  if (preview.imported === 0 && emails > 0) return `Add ${counted(emails, 'email')}`;
  return preview.imported === 0 ? 'No new students' : `Import ${counted(preview.imported, 'student')}`;
};

type DialogProps = { readonly onClose: () => void; readonly onOther: () => void };

/** Imports students from a vCard file: choose it, see what it brings, import it. */
const VcardImport = ({ onClose, onOther }: DialogProps) => {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [isMissing, setMissing] = useState(false);
  const preview = usePreview();
  const [withEmails, setWithEmails] = useState(true);
  const emails = withEmails ? (preview.answer?.emailsToAdd ?? 0) : 0;
  const importing = useImport(emails > 0);
  const teachers = useTeachers();
  const { data: preferences } = useQuery(preferencesQuery);
  const usual = usualTeacher(teachers, preferences?.defaultTeacherId ?? null)?.id ?? nobody;
  const [choice, setChoice] = useState<Newcomers | null>(null);
  const newcomers = choice ?? { teacherId: usual, hours: 'later' };
  const take = (picked: File): void => {
    if (importing.isPending || importing.isSuccess) return;
    const next = chosen(picked);
    setFile(next);
    setMissing(false);
    importing.reset();
    void preview.send(next);
  };
  const isOver = useDroppedFile(take);
  const submit = (): void => {
    const { missing } = vcardFile;
    if (file === null) {
      setMissing(true);
      toast({ title: 'No File Selected', description: missing, tone: 'destructive' });
      return;
    }
    void importing.send({ ...file, ...newcomers }).then((done) => done?.answer.errors.length === 0 && onClose());
  };
  const { answer: data } = preview;
  const result = importing.answer;
  const problem = importing.error?.message ?? preview.error?.message ?? (isMissing ? vcardFile.missing : null);
  const isReady = data !== undefined && !preview.isPending;
  const isIdle = file === null || preview.error !== null;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Import Students from vCards"
      subtitle={result ? 'The import is finished.' : 'Nothing is imported yet.'}
      width={isIdle || result ? 'normal' : 'wide'}
      busy={importing.isPending}
      bodyClassName="p-0"
      footer={
        result ? (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <div className="min-w-0 grow basis-0 text-ink-2 max-desk:basis-full">
              {problem === null ? isReady && lacking(newcomers) : <FormError message={problem} />}
            </div>
            <Button onClick={onClose} disabled={importing.isPending}>
              Cancel
            </Button>
            <Button
              kind="primary"
              icon={Upload}
              loading={importing.isPending}
              disabled={file !== null && !(isReady && data.imported + emails > 0)}
              onClick={submit}
            >
              {importLabel(isReady ? data : undefined, emails)}
            </Button>
          </>
        )
      }
    >
      {result ? (
        <Errors {...result} names={namesIn(data)} />
      ) : (
        <>
          {file !== null && (
            <FileBar
              kind={vcards}
              file={file.file}
              says={isReady ? counted(data.cards, 'card') : null}
              onTemplate={saveTemplate}
              onFile={preview.error ? null : take}
            />
          )}
          {preview.isPending && <ReadingFile />}
          {isReady && data.imported > 0 && (
            <NewcomersChoice teachers={teachers} value={newcomers} onChange={setChoice} />
          )}
          {isReady && <ImportPreview preview={data} withEmails={withEmails} onEmails={setWithEmails} />}
          {isIdle && (
            <div className="flex flex-col gap-4 p-6 max-desk:p-4">
              <div className="grid gap-3 desk:grid-cols-2">
                <FileDrop kind={vcards} isOver={isOver} onFile={take} />
                <OtherImport
                  icon={FileSpreadsheet}
                  title="Families and balances (CSV)"
                  text="Students, their families and what each owes, from My Music Staff, TutorBird or a spreadsheet."
                  onClick={onOther}
                />
              </div>
              <div className="flex flex-wrap items-center gap-x-2">
                <p className="text-ink-2">Only a name is required.</p>
                <Button kind="quiet" onClick={saveTemplate}>
                  Download a template
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
};

/** The import of the kind of file that the address names. */
export const ImportDialog = (props: {
  readonly kind: string;
  /** Null closes it. */
  readonly onKind: (kind: string | null) => void;
}) => {
  const { kind, onKind } = props;
  const onClose = (): void => onKind(null);
  if (kind === 'families') return <FamilyImport onClose={onClose} onOther={() => onKind('vcards')} />;
  return kind === 'vcards' ? <VcardImport onClose={onClose} onOther={() => onKind('families')} /> : null;
};
