import { contactFields, type FileField, type FileFormat } from '@rondo/contracts/people/family-file.ts';

// Which field each column of a file is, told from its header.

/** Without case, spaces and signs. */
const plainHeader = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const names: Readonly<Record<string, FileField>> = {
  firstname: 'firstName',
  studentfirstname: 'firstName',
  lastname: 'lastName',
  studentlastname: 'lastName',
  name: 'name',
  studentname: 'name',
  family: 'family',
  familyname: 'family',
  status: 'status',
  email: 'email',
  mobilephone: 'mobilePhone',
  phone: 'phone',
  address: 'address',
  city: 'city',
  zip: 'zipCode',
  zipcode: 'zipCode',
  duration: 'duration',
  lessonlength: 'duration',
  rate: 'rate',
  lessonprice: 'rate',
  price: 'rate',
  contactname: 'contactName',
  balance: 'balance',
  accountbalance: 'balance',
  familybalance: 'balance',
  owes: 'owes',
  balanceowing: 'owes',
  amountowing: 'owes',
  credit: 'credit',
  balanceremaining: 'credit',
};

const prefixes = [
  ['mymusicstaff', 'My Music Staff'],
  ['tutorbird', 'TutorBird'],
] as const;

/** The program that a header begins with. */
const programOf = (plain: string) => prefixes.find(([prefix]) => plain.startsWith(prefix));

const knownField = (plain: string): FileField | null => {
  const own = names[plain];
  if (own) return own;
  const contact = /^parentcontact([12])(.+)$/.exec(plain);
  if (contact) {
    const field = contactFields.find((one) => one.toLowerCase() === contact[2]);
    return field ? `contact${contact[1] === '1' ? 1 : 2}${field}` : null;
  }
  if (plain.endsWith('familyid')) return 'familyId';
  return plain.endsWith('studentid') ? 'studentId' : null;
};

/** The field of a header; null where it has none. */
export const fieldOf = (header: string): FileField | null => {
  const plain = plainHeader(header);
  const program = programOf(plain);
  return knownField(plain) ?? (program ? knownField(plain.slice(program[0].length)) : null);
};

const nameFields: ReadonlySet<FileField | null> = new Set(['firstName', 'lastName', 'name']);
export const isNameField = (field: FileField | null): boolean => nameFields.has(field);

export const formatOf = (headers: readonly string[]): FileFormat => {
  const plain = headers.map(plainHeader);
  for (const header of plain) {
    const program = programOf(header);
    if (program) return program[1];
  }
  return plain.includes('studentfirstname') && plain.includes('contactname') ? 'Rondo' : 'Other';
};

/** The columns of a template. */
export const templateHeaders = [
  'Family',
  'Student first name',
  'Student last name',
  'Contact name',
  'Email',
  'Phone',
  'Address',
  'City',
  'ZIP',
  'Lesson length',
  'Rate',
  'Owes',
  'Credit',
] as const;
