import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import { useState } from 'react';
import { fetchFile } from '../../../api/files/download.ts';
import { DownloadCsvButton } from '../../../ui/download-button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Card } from '../../../ui/lists/panels.tsx';

/** Downloads the lessons of a period, by default of the current month. */
export default function ExportCard({ today }: { readonly today: IsoDate }) {
  const [from, setFrom] = useState(firstDayOf(monthOf(today)));
  const [to, setTo] = useState(lastDayOf(monthOf(today)));
  const isBackwards = from !== '' && to !== '' && to < from;
  return (
    <Card className="p-6 max-desk:p-4">
      <h2 className="text-lead font-strong">Export Lessons</h2>
      <p className="mt-1 text-ink-2">Every lesson and appointment of a period as a file for spreadsheets.</p>
      <div className="mt-3 grid grid-cols-2 items-start gap-3">
        <TextField label="From" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField
          label="To"
          type="date"
          value={to}
          error={isBackwards ? 'The period must not end before it starts.' : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <DownloadCsvButton
        what="lessons"
        period={{ from, to }}
        file={() => fetchFile('GET /api/lessons.csv', { query: { from, to } })}
        disabled={from === '' || to === '' || isBackwards}
        className="mt-4 max-desk:w-full"
      />
    </Card>
  );
}
