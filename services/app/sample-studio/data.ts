import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';

// A fictional studio in Austin, Texas: invented people at invented house numbers in real ZIP codes.

export type SampleWindow = {
  readonly day: DayOfWeek;
  readonly from: string;
  readonly to: string;
  readonly preferred?: true;
};

export type SampleTeacher = {
  readonly key: 'dana' | 'marcus';
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly availabilityInterpretation: 'leave_home' | 'start_lesson';
  readonly windows: readonly SampleWindow[];
};

export type SampleStudent = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly address: string;
  readonly minutes: 30 | 45 | 60 | 90;
  readonly teacher: SampleTeacher['key'] | null;
  readonly windows: readonly SampleWindow[];
  /** Dollars per lesson; of a student who pays by the month, what a cancelled lesson gives back. */
  readonly rate: number | null;
  /** Dollars per month, and how far the invoice for last month is. */
  readonly monthly?: { readonly rate: number; readonly invoice: 'draft' | 'sent' | 'paid' | 'overdue' };
};

export type SampleEntry = {
  readonly teacher: SampleTeacher['key'];
  /** Full name of the student; an appointment has a title instead. */
  readonly student?: string;
  readonly title?: string;
  readonly address?: string;
  readonly day: DayOfWeek;
  readonly from: string;
  readonly minutes: number;
};

const [mon, tue, wed, thu, fri, sat] = [1, 2, 3, 4, 5, 6] as const;

const on = (day: DayOfWeek, from: string, to: string): SampleWindow => ({ day, from, to });
const best = (day: DayOfWeek, from: string, to: string): SampleWindow => ({ day, from, to, preferred: true });

export const sampleTeachers: readonly SampleTeacher[] = [
  {
    key: 'dana',
    name: 'Dana Whitfield',
    phone: '(512) 555-0100',
    email: 'dana@whitfieldstrings.example',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
    availabilityInterpretation: 'leave_home',
    windows: [
      on(mon, '13:45', '20:00'),
      on(tue, '13:30', '20:30'),
      on(wed, '14:30', '20:15'),
      on(thu, '13:30', '20:30'),
      on(fri, '14:00', '20:00'),
      on(sat, '09:30', '15:30'),
    ],
  },
  {
    key: 'marcus',
    name: 'Marcus Bell',
    phone: '(512) 555-0101',
    email: 'marcus@bellpiano.example',
    address: '8405 Burnet Rd, Austin, TX 78757',
    availabilityInterpretation: 'start_lesson',
    windows: [
      on(tue, '15:00', '20:00'),
      on(wed, '15:00', '20:00'),
      on(thu, '15:00', '19:30'),
      on(fri, '15:00', '19:00'),
    ],
  },
];

export const sampleStudents: readonly SampleStudent[] = [
  {
    firstName: 'Ava',
    lastName: 'Lindqvist',
    phone: '(512) 555-0110',
    address: '1905 S 5th St, Austin, TX 78704',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [best(mon, '14:00', '16:00'), on(wed, '15:00', '17:00'), on(fri, '14:30', '16:00')],
  },
  {
    firstName: 'Theo',
    lastName: 'Park',
    phone: '(512) 555-0111',
    address: '4508 Banister Ln, Austin, TX 78745',
    minutes: 30,
    teacher: 'dana',
    rate: 40,
    windows: [best(mon, '15:00', '17:30'), on(tue, '15:00', '18:00'), on(thu, '15:00', '18:00')],
  },
  {
    firstName: 'Mia',
    lastName: 'Park',
    phone: '(512) 555-0111',
    address: '4508 Banister Ln, Austin, TX 78745',
    minutes: 30,
    teacher: 'dana',
    rate: 40,
    windows: [best(mon, '15:00', '17:30'), on(tue, '15:00', '18:00'), on(thu, '15:00', '18:00')],
  },
  {
    firstName: 'Josephine',
    lastName: 'Abernathy',
    phone: '(512) 555-0112',
    address: '1108 Garner Ave, Austin, TX 78704',
    minutes: 60,
    teacher: 'dana',
    rate: 70,
    windows: [on(mon, '16:00', '19:30'), best(thu, '16:30', '18:30')],
  },
  {
    firstName: 'Miles',
    lastName: 'Okafor',
    phone: '(512) 555-0113',
    address: '4603 Menchaca Rd, Austin, TX 78745',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [on(mon, '17:00', '20:00'), on(wed, '17:00', '20:00')],
  },
  {
    firstName: 'Wren',
    lastName: 'Castellanos',
    phone: '(512) 555-0114',
    address: '4208 Avenue G, Austin, TX 78751',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [best(tue, '14:00', '15:30'), on(thu, '14:00', '16:00')],
  },
  {
    firstName: 'Ben',
    lastName: 'Ito',
    phone: '(512) 555-0115',
    address: '3806 Cherrywood Rd, Austin, TX 78722',
    minutes: 30,
    teacher: 'dana',
    rate: 40,
    windows: [on(tue, '15:00', '17:00'), on(thu, '15:00', '17:00')],
  },
  {
    firstName: 'Charlotte',
    lastName: 'Nakamura-Hughes',
    phone: '(512) 555-0148',
    address: '5311 Avenue F, Austin, TX 78751',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [best(tue, '15:00', '17:30'), on(wed, '16:00', '18:00'), on(thu, '16:00', '18:00')],
  },
  {
    firstName: 'Hugo',
    lastName: 'Marsh',
    phone: '(512) 555-0116',
    address: '4709 Harmon Ave, Austin, TX 78751',
    minutes: 30,
    teacher: 'dana',
    rate: 40,
    windows: [on(tue, '16:00', '18:30'), on(fri, '15:00', '17:00')],
  },
  {
    firstName: 'Gus',
    lastName: 'Harrington',
    phone: '(512) 555-0117',
    address: '1401 Ruth Ave, Austin, TX 78757',
    minutes: 60,
    teacher: 'dana',
    rate: 70,
    windows: [on(tue, '16:30', '19:00'), on(sat, '10:00', '13:00')],
  },
  {
    firstName: 'Priya',
    lastName: 'Venkataraman',
    phone: '(512) 555-0118',
    address: '6704 Arroyo Seco, Austin, TX 78757',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    monthly: { rate: 220, invoice: 'paid' },
    windows: [best(tue, '18:00', '20:00'), on(wed, '17:30', '20:00')],
  },
  {
    firstName: 'Leo',
    lastName: 'Vance',
    phone: '(512) 555-0119',
    address: '1806 W 35th St, Austin, TX 78703',
    minutes: 30,
    teacher: 'dana',
    rate: 40,
    windows: [on(tue, '18:30', '20:30'), on(thu, '17:00', '19:00')],
  },
  {
    firstName: 'Lucía',
    lastName: 'Benavides',
    phone: '(512) 555-0120',
    address: '3209 Bowman Ave, Austin, TX 78703',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [best(wed, '15:30', '17:30'), on(thu, '15:30', '17:30')],
  },
  {
    firstName: 'Oliver',
    lastName: 'Quist',
    phone: '(512) 555-0121',
    address: '1804 Exposition Blvd, Austin, TX 78703',
    minutes: 30,
    teacher: 'dana',
    rate: 40,
    windows: [on(wed, '16:00', '18:30'), on(fri, '16:00', '18:00')],
  },
  {
    firstName: 'Isla',
    lastName: 'Montgomery',
    phone: '(512) 555-0122',
    address: '2312 Townes Ln, Austin, TX 78703',
    minutes: 60,
    teacher: 'dana',
    rate: 70,
    windows: [on(wed, '16:30', '19:30'), best(fri, '16:00', '18:00')],
  },
  {
    firstName: 'Noah',
    lastName: 'Becker',
    phone: '(512) 555-0123',
    address: '4102 Edgemont Dr, Austin, TX 78731',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [on(wed, '17:00', '20:00'), on(sat, '09:30', '12:00')],
  },
  {
    firstName: 'Zoe',
    lastName: 'Adeyemi',
    phone: '(512) 555-0124',
    address: '2014 Aldrich St, Austin, TX 78723',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [best(thu, '14:00', '16:00'), on(fri, '14:00', '16:30')],
  },
  {
    firstName: 'Eli',
    lastName: 'Ramos',
    phone: '(512) 555-0125',
    address: '4016 Threadgill St, Austin, TX 78723',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    monthly: { rate: 220, invoice: 'sent' },
    windows: [on(thu, '15:00', '18:00'), on(sat, '11:00', '14:00')],
  },
  {
    firstName: 'Maximiliana',
    lastName: 'Featherstonehaugh-Oyelaran',
    phone: '(512) 555-0126',
    address: '1813 Cloverleaf Dr, Austin, TX 78723',
    minutes: 60,
    teacher: 'dana',
    rate: 70,
    windows: [best(thu, '16:00', '18:30'), on(fri, '16:00', '18:30')],
  },
  {
    firstName: 'Jack',
    lastName: 'Dunn',
    phone: '(512) 555-0127',
    address: '3408 Banton Rd, Austin, TX 78722',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [on(thu, '16:30', '19:30'), on(sat, '12:00', '15:00')],
  },
  {
    firstName: 'Freya',
    lastName: 'Olsen',
    phone: '(512) 555-0128',
    address: '3506 Greystone Dr, Austin, TX 78731',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [best(sat, '09:30', '12:00'), on(mon, '17:00', '19:00')],
  },
  {
    firstName: 'Margaret',
    lastName: 'Sinclair',
    phone: '(512) 555-0129',
    address: '8203 Silver Ridge Dr, Austin, TX 78759',
    minutes: 90,
    teacher: 'dana',
    rate: 105,
    monthly: { rate: 400, invoice: 'overdue' },
    windows: [best(sat, '10:00', '15:00')],
  },
  {
    firstName: 'Peyton',
    lastName: 'Kowalczyk',
    phone: '(512) 555-0130',
    address: '4507 Speedway, Austin, TX 78751',
    minutes: 45,
    teacher: 'dana',
    rate: 55,
    windows: [on(tue, '16:00', '17:00')],
  },
  {
    firstName: 'Desmond',
    lastName: 'Achterberg',
    phone: '(512) 555-0131',
    address: '300 Mercer St, Dripping Springs, TX 78620',
    minutes: 45,
    teacher: 'dana',
    rate: 65,
    windows: [on(fri, '19:00', '20:30')],
  },
  {
    firstName: 'Ruby',
    lastName: 'Salazar',
    phone: '(512) 555-0132',
    address: '10621 Beckett Rd, Austin, TX 78759',
    minutes: 30,
    teacher: 'marcus',
    rate: 42,
    windows: [on(fri, '15:00', '18:30'), on(thu, '16:00', '18:00')],
  },
  {
    firstName: 'Ethan',
    lastName: 'Caldwell-Brooks',
    phone: '(512) 555-0133',
    address: '6403 Zadock Woods Dr, Austin, TX 78749',
    minutes: 45,
    teacher: 'marcus',
    rate: 58,
    windows: [on(fri, '15:00', '19:00')],
  },
  {
    firstName: 'Clara',
    lastName: 'Jensen',
    phone: '(512) 555-0134',
    address: '5604 La Crosse Ave, Austin, TX 78739',
    minutes: 45,
    teacher: 'marcus',
    rate: 58,
    windows: [best(fri, '15:00', '17:00'), on(tue, '15:30', '18:00')],
  },
  {
    firstName: 'Aiden',
    lastName: 'Murphy',
    phone: '(512) 555-0135',
    address: '7205 Via Correto Dr, Austin, TX 78749',
    minutes: 45,
    teacher: 'marcus',
    rate: 58,
    windows: [best(tue, '16:00', '18:00'), on(fri, '15:30', '18:30')],
  },
  {
    firstName: 'Harper',
    lastName: 'Liu',
    phone: '(512) 555-0136',
    address: '6905 Northeast Dr, Austin, TX 78723',
    minutes: 45,
    teacher: 'marcus',
    rate: null,
    monthly: { rate: 230, invoice: 'draft' },
    windows: [on(tue, '17:00', '20:00'), best(thu, '17:30', '19:30')],
  },
  {
    firstName: 'Daniel',
    lastName: 'Osei',
    phone: '(512) 555-0137',
    address: '7004 Edgefield Dr, Austin, TX 78731',
    minutes: 45,
    teacher: 'marcus',
    rate: 58,
    windows: [on(wed, '15:00', '18:00'), on(thu, '15:00', '17:30')],
  },
  {
    firstName: 'Lily',
    lastName: 'Tran',
    phone: '(512) 555-0138',
    address: '4107 Far West Blvd, Austin, TX 78731',
    minutes: 30,
    teacher: 'marcus',
    rate: 42,
    windows: [best(wed, '15:30', '17:00'), on(thu, '15:30', '18:30')],
  },
  {
    firstName: 'Samuel',
    lastName: 'Whitaker',
    phone: '(512) 555-0139',
    address: '1200 Philomena St, Austin, TX 78723',
    minutes: 60,
    teacher: 'marcus',
    rate: 75,
    windows: [on(wed, '16:30', '20:00'), on(thu, '16:00', '19:00')],
  },
  {
    firstName: 'Amara',
    lastName: 'Diallo',
    phone: '(512) 555-0140',
    address: '9220 Anderson Mill Rd, Austin, TX 78729',
    minutes: 45,
    teacher: 'marcus',
    rate: 58,
    windows: [on(sat, '09:00', '12:00')],
  },
  {
    firstName: 'Kai',
    lastName: 'Brandt',
    phone: '(512) 555-0141',
    address: '2901 Kinney Oaks Ct, Austin, TX 78704',
    minutes: 30,
    teacher: null,
    rate: null,
    windows: [
      on(mon, '15:00', '18:00'),
      on(tue, '15:00', '18:00'),
      on(wed, '15:00', '18:00'),
      on(thu, '15:00', '18:00'),
      on(fri, '15:00', '18:00'),
    ],
  },
];

/** Manual weekly entries from before the studio used Rondo. */
export const sampleEntries: readonly SampleEntry[] = [
  { teacher: 'dana', student: 'Ben Ito', day: tue, from: '15:45', minutes: 30 },
  { teacher: 'dana', student: 'Oliver Quist', day: wed, from: '17:15', minutes: 30 },
  {
    teacher: 'dana',
    title: 'Youth orchestra rehearsal',
    address: '701 W Riverside Dr, Austin, TX 78704',
    day: mon,
    from: '18:30',
    minutes: 60,
  },
  { teacher: 'marcus', student: 'Samuel Whitaker', day: wed, from: '18:00', minutes: 60 },
];
