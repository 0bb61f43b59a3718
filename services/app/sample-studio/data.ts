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

/** A student whose phone ends with these digits: what lessons they take, and when they have time. */
const student = (
  name: string,
  digits: string,
  address: string,
  lessons: Pick<SampleStudent, 'minutes' | 'teacher' | 'rate' | 'monthly'>,
  windows: readonly SampleWindow[],
): SampleStudent => {
  const [firstName = '', ...lastName] = name.split(' ');
  return { firstName, lastName: lastName.join(' '), phone: `(512) 555-${digits}`, address, ...lessons, windows };
};

export const sampleStudents: readonly SampleStudent[] = [
  student('Ava Lindqvist', '0110', '1905 S 5th St, Austin, TX 78704', { minutes: 45, teacher: 'dana', rate: 55 }, [
    best(mon, '14:00', '16:00'),
    on(wed, '15:00', '17:00'),
    on(fri, '14:30', '16:00'),
  ]),
  student('Theo Park', '0111', '4508 Banister Ln, Austin, TX 78745', { minutes: 30, teacher: 'dana', rate: 40 }, [
    best(mon, '15:00', '17:30'),
    on(tue, '15:00', '18:00'),
    on(thu, '15:00', '18:00'),
  ]),
  student('Mia Park', '0111', '4508 Banister Ln, Austin, TX 78745', { minutes: 30, teacher: 'dana', rate: 40 }, [
    best(mon, '15:00', '17:30'),
    on(tue, '15:00', '18:00'),
    on(thu, '15:00', '18:00'),
  ]),
  student(
    'Josephine Abernathy',
    '0112',
    '1108 Garner Ave, Austin, TX 78704',
    { minutes: 60, teacher: 'dana', rate: 70 },
    [on(mon, '16:00', '19:30'), best(thu, '16:30', '18:30')],
  ),
  student('Miles Okafor', '0113', '4603 Menchaca Rd, Austin, TX 78745', { minutes: 45, teacher: 'dana', rate: 55 }, [
    on(mon, '17:00', '20:00'),
    on(wed, '17:00', '20:00'),
  ]),
  student('Wren Castellanos', '0114', '4208 Avenue G, Austin, TX 78751', { minutes: 45, teacher: 'dana', rate: 55 }, [
    best(tue, '14:00', '15:30'),
    on(thu, '14:00', '16:00'),
  ]),
  student('Ben Ito', '0115', '3806 Cherrywood Rd, Austin, TX 78722', { minutes: 30, teacher: 'dana', rate: 40 }, [
    on(tue, '15:00', '17:00'),
    on(thu, '15:00', '17:00'),
  ]),
  student(
    'Charlotte Nakamura-Hughes',
    '0148',
    '5311 Avenue F, Austin, TX 78751',
    { minutes: 45, teacher: 'dana', rate: 55 },
    [best(tue, '15:00', '17:30'), on(wed, '16:00', '18:00'), on(thu, '16:00', '18:00')],
  ),
  student('Hugo Marsh', '0116', '4709 Harmon Ave, Austin, TX 78751', { minutes: 30, teacher: 'dana', rate: 40 }, [
    on(tue, '16:00', '18:30'),
    on(fri, '15:00', '17:00'),
  ]),
  student('Gus Harrington', '0117', '1401 Ruth Ave, Austin, TX 78757', { minutes: 60, teacher: 'dana', rate: 70 }, [
    on(tue, '16:30', '19:00'),
    on(sat, '10:00', '13:00'),
  ]),
  student(
    'Priya Venkataraman',
    '0118',
    '6704 Arroyo Seco, Austin, TX 78757',
    { minutes: 45, teacher: 'dana', rate: 55, monthly: { rate: 220, invoice: 'paid' } },
    [best(tue, '18:00', '20:00'), on(wed, '17:30', '20:00')],
  ),
  student('Leo Vance', '0119', '1806 W 35th St, Austin, TX 78703', { minutes: 30, teacher: 'dana', rate: 40 }, [
    on(tue, '18:30', '20:30'),
    on(thu, '17:00', '19:00'),
  ]),
  student('Lucía Benavides', '0120', '3209 Bowman Ave, Austin, TX 78703', { minutes: 45, teacher: 'dana', rate: 55 }, [
    best(wed, '15:30', '17:30'),
    on(thu, '15:30', '17:30'),
  ]),
  student(
    'Oliver Quist',
    '0121',
    '1804 Exposition Blvd, Austin, TX 78703',
    { minutes: 30, teacher: 'dana', rate: 40 },
    [on(wed, '16:00', '18:30'), on(fri, '16:00', '18:00')],
  ),
  student('Isla Montgomery', '0122', '2312 Townes Ln, Austin, TX 78703', { minutes: 60, teacher: 'dana', rate: 70 }, [
    on(wed, '16:30', '19:30'),
    best(fri, '16:00', '18:00'),
  ]),
  student('Noah Becker', '0123', '4102 Edgemont Dr, Austin, TX 78731', { minutes: 45, teacher: 'dana', rate: 55 }, [
    on(wed, '17:00', '20:00'),
    on(sat, '09:30', '12:00'),
  ]),
  student('Zoe Adeyemi', '0124', '2014 Aldrich St, Austin, TX 78723', { minutes: 45, teacher: 'dana', rate: 55 }, [
    best(thu, '14:00', '16:00'),
    on(fri, '14:00', '16:30'),
  ]),
  student(
    'Eli Ramos',
    '0125',
    '4016 Threadgill St, Austin, TX 78723',
    { minutes: 45, teacher: 'dana', rate: 55, monthly: { rate: 220, invoice: 'sent' } },
    [on(thu, '15:00', '18:00'), on(sat, '11:00', '14:00')],
  ),
  student(
    'Maximiliana Featherstonehaugh-Oyelaran',
    '0126',
    '1813 Cloverleaf Dr, Austin, TX 78723',
    { minutes: 60, teacher: 'dana', rate: 70 },
    [best(thu, '16:00', '18:30'), on(fri, '16:00', '18:30')],
  ),
  student('Jack Dunn', '0127', '3408 Banton Rd, Austin, TX 78722', { minutes: 45, teacher: 'dana', rate: 55 }, [
    on(thu, '16:30', '19:30'),
    on(sat, '12:00', '15:00'),
  ]),
  student('Freya Olsen', '0128', '3506 Greystone Dr, Austin, TX 78731', { minutes: 45, teacher: 'dana', rate: 55 }, [
    best(sat, '09:30', '12:00'),
    on(mon, '17:00', '19:00'),
  ]),
  student(
    'Margaret Sinclair',
    '0129',
    '8203 Silver Ridge Dr, Austin, TX 78759',
    { minutes: 90, teacher: 'dana', rate: 105, monthly: { rate: 400, invoice: 'overdue' } },
    [best(sat, '10:00', '15:00')],
  ),
  student('Peyton Kowalczyk', '0130', '4507 Speedway, Austin, TX 78751', { minutes: 45, teacher: 'dana', rate: 55 }, [
    on(tue, '16:00', '17:00'),
  ]),
  student(
    'Desmond Achterberg',
    '0131',
    '300 Mercer St, Dripping Springs, TX 78620',
    { minutes: 45, teacher: 'dana', rate: 65 },
    [on(fri, '19:00', '20:30')],
  ),
  student('Ruby Salazar', '0132', '10621 Beckett Rd, Austin, TX 78759', { minutes: 30, teacher: 'marcus', rate: 42 }, [
    on(fri, '15:00', '18:30'),
    on(thu, '16:00', '18:00'),
  ]),
  student(
    'Ethan Caldwell-Brooks',
    '0133',
    '6403 Zadock Woods Dr, Austin, TX 78749',
    { minutes: 45, teacher: 'marcus', rate: 58 },
    [on(fri, '15:00', '19:00')],
  ),
  student(
    'Clara Jensen',
    '0134',
    '5604 La Crosse Ave, Austin, TX 78739',
    { minutes: 45, teacher: 'marcus', rate: 58 },
    [best(fri, '15:00', '17:00'), on(tue, '15:30', '18:00')],
  ),
  student(
    'Aiden Murphy',
    '0135',
    '7205 Via Correto Dr, Austin, TX 78749',
    { minutes: 45, teacher: 'marcus', rate: 58 },
    [best(tue, '16:00', '18:00'), on(fri, '15:30', '18:30')],
  ),
  student(
    'Harper Liu',
    '0136',
    '6905 Northeast Dr, Austin, TX 78723',
    { minutes: 45, teacher: 'marcus', rate: null, monthly: { rate: 230, invoice: 'draft' } },
    [on(tue, '17:00', '20:00'), best(thu, '17:30', '19:30')],
  ),
  student('Daniel Osei', '0137', '7004 Edgefield Dr, Austin, TX 78731', { minutes: 45, teacher: 'marcus', rate: 58 }, [
    on(wed, '15:00', '18:00'),
    on(thu, '15:00', '17:30'),
  ]),
  student('Lily Tran', '0138', '4107 Far West Blvd, Austin, TX 78731', { minutes: 30, teacher: 'marcus', rate: 42 }, [
    best(wed, '15:30', '17:00'),
    on(thu, '15:30', '18:30'),
  ]),
  student(
    'Samuel Whitaker',
    '0139',
    '1200 Philomena St, Austin, TX 78723',
    { minutes: 60, teacher: 'marcus', rate: 75 },
    [on(wed, '16:30', '20:00'), on(thu, '16:00', '19:00')],
  ),
  student(
    'Amara Diallo',
    '0140',
    '9220 Anderson Mill Rd, Austin, TX 78729',
    { minutes: 45, teacher: 'marcus', rate: 58 },
    [on(sat, '09:00', '12:00')],
  ),
  student('Kai Brandt', '0141', '2901 Kinney Oaks Ct, Austin, TX 78704', { minutes: 30, teacher: null, rate: null }, [
    on(mon, '15:00', '18:00'),
    on(tue, '15:00', '18:00'),
    on(wed, '15:00', '18:00'),
    on(thu, '15:00', '18:00'),
    on(fri, '15:00', '18:00'),
  ]),
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
