import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../lib/download.ts';
import { Button, IconButton } from './button.tsx';
import { toast } from './toast.tsx';

/** Downloads a CSV file. */
export const DownloadCsvButton = (props: {
  /** What the file holds: "students". It is also the file's name. */
  readonly what: string;
  readonly file: () => Promise<Blob>;
  /** The icon alone; the words are its name and its tooltip. */
  readonly small?: boolean;
  /** Says what the file holds, where several files are offered. */
  readonly named?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}) => {
  const { what, file, small = false, named = false, disabled = false, className } = props;
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await file(), `${what}.csv`);
    } catch (error) {
      toast({
        title: 'The CSV file could not be downloaded',
        description: error instanceof Error ? error.message : String(error),
        tone: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };
  const common = { onClick: () => void download(), ...(className === undefined ? {} : { className }) };
  return small ? (
    <IconButton
      {...common}
      icon={Download}
      label={`Download all ${what} as a CSV file`}
      outlined
      disabled={disabled || busy}
    />
  ) : (
    <Button {...common} icon={Download} loading={busy} disabled={disabled} title={`All ${what} for spreadsheets`}>
      {named ? `Download ${what}` : 'Download CSV'}
    </Button>
  );
};
