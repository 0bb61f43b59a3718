import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../api/files/download.ts';
import { Button, IconButton } from './button.tsx';
import { toast } from './overlays/toast.tsx';

/** Fetches a file and saves it under a name; a toast says that it failed. */
export const useDownload = (failed: string) => {
  const [busy, setBusy] = useState(false);
  const download = async (
    file: () => Promise<Blob>,
    name: string,
    onSaved?: (saved: Blob) => Promise<void>,
  ): Promise<void> => {
    setBusy(true);
    try {
      const saved = await file();
      saveFile(saved, name);
      await onSaved?.(saved);
    } catch (error) {
      toast({
        title: failed,
        description: error instanceof Error ? error.message : String(error),
        tone: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: (...file: Parameters<typeof download>): void => void download(...file) };
};

/** Downloads a file under its name, and says meanwhile how much of it has arrived. */
export const DownloadButton = (props: {
  readonly name: string;
  readonly failed: string;
  readonly file: (onBytes: (received: number) => void) => Promise<Blob>;
  readonly onSaved?: (saved: Blob) => Promise<void>;
  readonly children: string;
}) => {
  const { busy, download } = useDownload(props.failed);
  const [received, setReceived] = useState(0);
  const start = (): void => {
    setReceived(0);
    download(() => props.file(setReceived), props.name, props.onSaved);
  };
  return (
    <Button icon={Download} loading={busy} onClick={start}>
      {busy && received > 0 ? `Downloading, ${(received / 1_000_000).toFixed(1)}\u00a0MB` : props.children}
    </Button>
  );
};

/** Downloads a CSV file. */
export const DownloadCsvButton = (props: {
  /** What the file holds: "students". It is also the file's name, with the period if it holds only those of one. */
  readonly what: string;
  readonly period?: { readonly from: string; readonly to: string };
  readonly file: () => Promise<Blob>;
  /** The icon alone; the words are its name and its tooltip. */
  readonly small?: boolean;
  /** Says what the file holds, where several files are offered. */
  readonly named?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}) => {
  const { what, period, file, small = false, named = false, disabled = false, className } = props;
  const { busy, download } = useDownload('The CSV file could not be downloaded');
  const name = `${[what, ...(period ? [period.from, period.to] : [])].join('-')}.csv`;
  const common = { onClick: () => download(file, name), ...(className === undefined ? {} : { className }) };
  return small ? (
    <IconButton
      {...common}
      icon={Download}
      label={`Download all ${what} as a CSV file`}
      outlined
      disabled={disabled || busy}
    />
  ) : (
    <Button
      {...common}
      icon={Download}
      loading={busy}
      disabled={disabled}
      title={`${period ? 'These' : 'All'} ${what} for spreadsheets`}
    >
      {named ? `Download ${what}` : 'Download CSV'}
    </Button>
  );
};
