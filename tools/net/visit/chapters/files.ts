import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { textAt } from '../answers.ts';
import { callerOf, type Visit } from '../visit.ts';
import type { Chapter } from './cast.ts';

const card = (lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
const families = [
  card([
    'FN:Iris Vance',
    'N:Vance;Iris;;;',
    'TEL:(512) 555-0140',
    'ADR;TYPE=home:;;1108 Garner Ave;Austin;TX;78704;USA',
  ]),
  card(['FN:Ann Lee-Park', 'N:Lee-Park;Ann;;;', 'EMAIL:lee@example.com', 'ADR:;;An unknown road;Nowhere;;;']),
  card(['FN:Jo Without Address', 'N:Address;Jo;;;']),
  card(['FN:Cy Moss', 'N:Moss;Cy;;;', 'TEL:(512) 555-0120', 'ADR:;;5000 Duval St;Austin;TX;78751;USA']),
  card(['ORG:Nobody']),
].join('');

/** Runs one of the command-line tools on the visit's database. */
const tool = async ({ world, note, names }: Visit, name: string, ...args: string[]): Promise<void> => {
  const env = {
    ...process.env,
    DATABASE_URL: world.database.connectionString,
    DATA_DIR: world.dataDir,
    NODE_OPTIONS: '',
  };
  const root = path.resolve(import.meta.dirname, '../../../..');
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', name, '--', ...args], {
    cwd: root,
    env,
    maxBuffer: 1 << 26,
  });
  note(`=== npm run ${name}\n${names.inText(stdout)}`);
};

/** A line of an exported studio, as of another teacher and student. */
const ofNobody = (line: string, studioId: string): string => {
  const teacher = '00000000-aaaa-4000-8000-000000000001';
  const changed = line
    .replace(/"stream":"schedule-[^"]*"/, `"stream":"schedule-${studioId}.${teacher}"`)
    .replace(/"revision":\d+/, '"revision":0')
    .replace(/"eventId":"[^"]*"/, '"eventId":"00000000-bbbb-4000-8000-000000000001"')
    .replace(/"lessonId":"[^"]*"/, '"lessonId":"00000000-cccc-4000-8000-000000000001"');
  return `${changed}\n`;
};

/** A small studio's file as another server would have it: settings, a teacher and a student; the studio and its events have other ids. */
const ofAnotherServer = (file: string, studioId: string): string => {
  let events = 0;
  const streams = ['studio', 'teacher', 'student'].map(
    (category) => new RegExp(`"stream":"${category}-[^"]*"`).exec(file)?.[0] ?? '',
  );
  const lines = file.split('\n').filter((line) => streams.some((stream) => line.includes(stream)));
  return lines
    .join('\n')
    .replaceAll(studioId, '00000000-dddd-4000-8000-000000000001')
    .replaceAll(/"eventId":"[^"]*"/g, () => {
      events += 1;
      return `"eventId":"00000000-eeee-4000-8000-${String(events).padStart(12, '0')}"`;
    });
};

/** Files that are read and written: vCards, a studio’s history, and lessons of people who never existed. */
export const files: Chapter = async (visit, { dana, stranger }) => {
  visit.chapter('files', '2027-01-06T15:00:00Z');
  const file = { file: { name: 'families.vcf', text: families } };
  await dana.post('what an import would do', '/api/students/import-vcards/preview', undefined, file);
  const imported = await dana.post('imports', '/api/students/import-vcards', undefined, file);
  await dana.get('the new students', '/api/students');
  await dana.post('imports again', '/api/students/import-vcards', undefined, file);
  await dana.post('a file that is none', '/api/students/import-vcards', undefined, {
    file: { name: 'a.txt', text: 'Hello' },
  });
  await dana.post('no file', '/api/students/import-vcards/preview', {});
  await dana.post('undoes the import', '/api/undo', { batchId: imported.batch });
  const text =
    'First Name,Last Name,Family,Email,Owes\nMia,Park,Park,k@example.com,80\nTheo,Park,Park,k@example.com,80\n,,,,5\n';
  const csv = { file: { name: 'families.csv', text } };
  await dana.get('a template', '/api/import/families/template.csv');
  await dana.post('what a list of families would do', '/api/import/families/preview', undefined, csv);
  const broughtIn = await dana.post('imports families', '/api/import/families', undefined, csv);
  await dana.post('and again', '/api/import/families', undefined, csv);
  await dana.post('a list that is none', '/api/import/families', undefined, { file: { name: 'a.csv', text: 'Hello' } });
  await dana.post('undoes that import', '/api/undo', { batchId: broughtIn.batch });

  await stranger.post('the stranger signs in', '/api/login', {
    email: 'stranger@example.com',
    password: 'twelve-strings',
  });
  const history = await stranger.get('a studio’s history', '/api/studio.jsonl', { isBrief: true });
  await dana.get('another one', '/api/studio.jsonl', { isBrief: true });
  const studioId = textAt(await stranger.peek('/api/user'), 'id');
  const lesson = history.text.split('\n').find((line) => line.includes('"LessonCreated"')) ?? '';
  const folder = visit.world.dataDir;
  await writeFile(path.join(folder, 'nobody.jsonl'), ofNobody(lesson, studioId));
  await tool(visit, 'import', path.join(folder, 'nobody.jsonl'));
  await visit.world.settled();
  await stranger.get('lessons of no one', '/api/data-integrity');
  const deleted = await stranger.delete('deletes them', '/api/data-integrity/orphaned-lessons');
  await stranger.delete('again', '/api/data-integrity/orphaned-lessons');
  await stranger.post('undoes the deletion', '/api/undo', { batchId: deleted.batch });
  await stranger.get('they are back', '/api/data-integrity');
  await stranger.get('rows as the log says', '/api/data-integrity/read-models');

  const bring = (text: string) => ({ file: { name: 'studio.jsonl', text } });
  await dana.post('brings a studio into one that is not empty', '/api/studio.jsonl', undefined, bring(history.text));
  await dana.post('a file that is none', '/api/studio.jsonl', undefined, bring('Hello\n'));
  await dana.post('no file', '/api/studio.jsonl', {});
  const newcomer = callerOf(visit, 'a newcomer');
  const account = { email: 'newcomer@example.com', password: 'twelve-strings', firstName: 'Nia' };
  await newcomer.post('registers', '/api/register', { ...account, timeZone: 'UTC' });
  await newcomer.post('brings in a studio that is here', '/api/studio.jsonl', undefined, bring(history.text));
  const elsewhere = bring(ofAnotherServer(history.text, studioId));
  await newcomer.post('brings a studio in', '/api/studio.jsonl', undefined, elsewhere);
  await newcomer.get('its students', '/api/students');
  await newcomer.get('its history', '/api/history');
};
