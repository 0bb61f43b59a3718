/** The largest vCard file that is imported. */
export const maxImportBytes = 5 * 1024 * 1024;
/** The most cards that one file may have, groups not counted. */
export const maxImportCards = 5000;
/** At most this many rows of a preview are sent; the counts are of all. */
export const previewedRows = 500;

export const vcardFile = {
  maxBytes: maxImportBytes,
  missing: 'Please select a vCard (.vcf or .vcard) file to import',
  tooLarge: 'This file is larger than 5 MB. Please export fewer contacts at a time.',
} as const;
