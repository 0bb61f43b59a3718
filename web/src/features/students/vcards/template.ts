import { saveFile } from '../../../api/download.ts';

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
export const saveTemplate = (): void => saveFile(new Blob([template], { type: 'text/vcard' }), 'students.vcf');
