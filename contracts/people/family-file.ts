// What a file with families and balances has. Form and server read it alike.

export const contactFields = ['FirstName', 'LastName', 'Email', 'MobilePhone', 'HomePhone', 'Address'] as const;

/** The fields of a row in the order in which a form offers them. */
export const fileFields = [
  'firstName',
  'lastName',
  'name',
  'family',
  'familyId',
  'studentId',
  'status',
  'email',
  'mobilePhone',
  'phone',
  'address',
  'city',
  'zipCode',
  'duration',
  'rate',
  'contactName',
  'contact1FirstName',
  'contact1LastName',
  'contact1Email',
  'contact1MobilePhone',
  'contact1HomePhone',
  'contact1Address',
  'contact2FirstName',
  'contact2LastName',
  'contact2Email',
  'contact2MobilePhone',
  'contact2HomePhone',
  'contact2Address',
  'balance',
  'owes',
  'credit',
] as const;
export type FileField = (typeof fileFields)[number];

export type FileFormat = 'My Music Staff' | 'TutorBird' | 'Rondo' | 'Other';

/** The largest file that is imported. */
const maxFileBytes = 5 * 1024 * 1024;
export const maxFileRows = 5000;
/** At most this many rows of a preview are sent; the counts are of all. */
export const previewedFileRows = 500;

export const familyFile = {
  maxBytes: maxFileBytes,
  missing: 'Please select a CSV file to import.',
  tooLarge: 'This file is larger than 5 MB. Please split it.',
} as const;

export const chooseNames = 'Choose the column with the names.';
export const chooseBelowZero = 'Choose what a balance below zero means.';
