import { noteId, weekdays, windows, type Chapter } from './cast.ts';

/** Teachers and students: entering, changing and removing them, their hours and who teaches whom; addresses and drives. */
export const people: Chapter = async (visit, cast) => {
  const { dana, teachers, students } = cast;
  visit.chapter('people', '2026-11-23T17:00:00Z');
  await dana.get('no teachers yet', '/api/teachers');
  await dana.post('a teacher without anything', '/api/teachers', {});
  const whitfield = { name: 'Dana Whitfield', phone: '(512) 555-0100', email: 'dana@example.com' };
  const home = { address: '2210 Bluebonnet Ln, Austin, TX 78704', city: 'Austin', zipCode: '78704' };
  const added = await dana.post('adds a teacher', '/api/teachers', {
    ...whitfield,
    ...home,
    availability: weekdays('14:00', '20:00'),
  });
  noteId(teachers, 'dana', added);
  const repeated = { key: 'net people-3' };
  await dana.post(
    'repeats the call',
    '/api/teachers',
    { ...whitfield, ...home, availability: weekdays('14:00', '20:00') },
    repeated,
  );
  await dana.post('another call with its key', '/api/teachers', { ...whitfield, name: 'Other' }, repeated);
  await dana.post('a key that is too long', '/api/teachers', whitfield, { key: 'k'.repeat(201) });
  const bell = await dana.post(
    'adds another one without a key',
    '/api/teachers',
    {
      name: 'Marcus\tBell ',
      phone: '(512) 555-0101',
      email: 'marcus@example.com',
      address: '8405 Burnet Rd, Austin, TX 78757',
      availabilityInterpretation: 'start_lesson',
      availability: windows(
        { day: 1, from: '15:00', to: '19:00' },
        { day: 3, from: '15:00', to: '19:00', preferred: true },
      ),
    },
    { key: null },
  );
  noteId(teachers, 'marcus', bell);
  const sofia = await dana.post('adds a third one without a home', '/api/teachers', {
    name: 'Sofia Reyes',
    phone: '(512) 555-0102',
    email: 'sofia@example.com',
  });
  noteId(teachers, 'sofia', sofia);
  const wrong = { dayOfWeek: 7, startTime: '9', endTime: '08:00' };
  await dana.post('wrong hours', '/api/teachers', {
    ...whitfield,
    availability: [wrong, { ...wrong, dayOfWeek: 1, startTime: '09:00' }],
  });
  await dana.put('changes a teacher', `/api/teachers/${sofia.id}`, {
    phone: '(512) 555-0103',
    revision: sofia.revision,
  });
  await dana.put('on an older page', `/api/teachers/${sofia.id}`, {
    phone: '(512) 555-0104',
    revision: sofia.revision,
  });
  await dana.put('gives hours', `/api/teachers/${sofia.id}`, {
    availability: weekdays('09:00', '12:00'),
    address: 'Round Rock, TX',
  });
  await dana.put('changes nothing', `/api/teachers/${sofia.id}`, { phone: '(512) 555-0103' });
  await dana.put('a wrong address of a calendar', `/api/teachers/${sofia.id}`, { calendarUrl: 'ftp://calendar' });
  await dana.put('nobody', '/api/teachers/nobody', { phone: '1' });
  await dana.get('the hours of a teacher', `/api/teachers/${teachers['marcus']}/availability`);
  await dana.get('the hours of no one', '/api/teachers/nobody/availability');
  await dana.post('opens first', '/api/user-preferences', { defaultTeacherId: teachers['marcus'] });

  await dana.post('a student without anything', '/api/students', {});
  await dana.post('a student with wrong details', '/api/students', {
    firstName: 'A'.repeat(101),
    lastName: 'Lee',
    address: ' ',
    lessonDuration: 50,
    perLessonRate: 1.234,
    startDate: '2026-02-30',
    paymentType: 'yearly',
    latitude: 91,
  });
  const all: readonly (readonly [string, string, object])[] = [
    [
      'Ann',
      'Lee',
      {
        address: '1905 S 5th St, Austin, TX 78704',
        perLessonRate: 50,
        startDate: '2026-11-23',
        email: 'lee@example.com',
      },
    ],
    [
      'Ben',
      'Ito',
      { address: '1108 Garner Ave, Austin, TX 78704', lessonDuration: 30, paymentType: 'monthly', monthlyRate: 160.5 },
    ],
    ['Cy', 'Moss', { address: '4401 Shoal Creek Blvd, Austin, TX 78756', phone: '(512) 555-0120' }],
    ['Dee', 'Park', { address: '3200 Jones Rd, Austin, TX 78745', perLessonRate: 45 }],
    ['Eve', 'Stone', { address: '7600 Burnet Rd, Austin, TX 78757', lessonDuration: 60, perLessonRate: 80 }],
    ['Fay', 'Wong', { address: '78759', city: 'City not provided', zipCode: '00000' }],
    ['Gus', 'Ortiz', { address: 'Somewhere', latitude: 30.25, longitude: -97.75 }],
    ['Hal', 'O’Neil', { address: 'An unknown road, Nowhere' }],
  ];
  const revisions: Record<string, string> = {};
  for (const [firstName, lastName, more] of all) {
    const hours = firstName === 'Hal' ? [] : weekdays(firstName === 'Cy' ? '16:00' : '14:00', '19:00');
    const student = await dana.post(`adds ${firstName}`, '/api/students', {
      firstName,
      lastName,
      availability: hours,
      ...more,
    });
    noteId(students, firstName.toLowerCase(), student);
    revisions[firstName] = student.revision;
  }
  const { ann = '', ben = '', cy = '', dee = '', eve = '', fay = '', gus = '', hal = '' } = students;
  const changed = await dana.put('changes a student', `/api/students/${ann}`, {
    phone: '(512) 555-0130',
    revision: revisions['Ann'],
  });
  await dana.put('on an older page', `/api/students/${ann}`, { phone: '(512) 555-0131', revision: revisions['Ann'] });
  await dana.put('clears a detail', `/api/students/${ann}`, { phone: '', revision: changed.revision });
  await dana.put('moves', `/api/students/${cy}`, {
    address: '5000 Duval St, Austin, TX 78751',
    latitude: null,
    longitude: '',
  });
  await dana.put('nobody', '/api/students/nobody', { phone: '1' });
  await dana.put('a wrong id', '/api/students/no%20id', { phone: '1' });
  await dana.get('all students', '/api/students');
  await dana.get('all teachers', '/api/teachers');

  for (const [name, id] of [
    ['Ann', ann],
    ['Ben', ben],
    ['Cy', cy],
  ])
    await dana.post(`Dana teaches ${name}`, '/api/assignments', { studentId: id, teacherId: teachers['dana'] });
  await dana.post('again', '/api/assignments', { studentId: ann, teacherId: teachers['dana'] });
  await dana.post('somebody else too', '/api/assignments', { studentId: cy, teacherId: teachers['marcus'] });
  await dana.post('nobody', '/api/assignments', { studentId: 'nobody', teacherId: teachers['dana'] });
  await dana.post('wrong ids', '/api/assignments', { studentId: '' });
  await dana.post('several teachers for several students', '/api/assignments/bulk', {
    studentIds: [dee, eve, dee],
    teacherIds: [teachers['marcus'], teachers['sofia']],
  });
  await dana.post('for no one', '/api/assignments/bulk', { studentIds: [], teacherIds: ['nobody'] });
  await dana.put('an only teacher', `/api/students/${fay}/teacher`, { teacherId: teachers['marcus'] });
  await dana.put('one who does not exist', `/api/students/${fay}/teacher`, { teacherId: 'nobody' });
  await dana.put('none', `/api/students/${hal}/teacher`, { teacherId: '' });
  await dana.put('for no one', '/api/students/nobody/teacher', { teacherId: null });
  await dana.put('Gus too', `/api/students/${gus}/teacher`, { teacherId: teachers['dana'] });
  await dana.get('the teachers of a student', `/api/assignments/student/${cy}`);
  await dana.get('of no one', '/api/assignments/student/nobody');
  await dana.get('who teaches whom', '/api/assignments');

  const standard = await dana.post('standard hours', '/api/students/assign-standard-availability', {
    studentIds: [hal],
  });
  const random = await dana.post('random hours', '/api/students/assign-random-availability', {
    studentIds: [fay, hal],
  });
  await dana.post('undoes the random hours', '/api/undo', { batchId: random.batch });
  await dana.post('no hours', '/api/students/clear-availability', { studentIds: [hal] });
  await dana.post('undoes what has changed since', '/api/undo', { batchId: standard.batch });
  const rated = await dana.post('a rate of two', '/api/students/set-rate', {
    studentIds: [fay, hal],
    paymentType: 'monthly',
    rate: 210,
  });
  await dana.post('undoes the rate', '/api/undo', { batchId: rated.batch });
  const longer = await dana.post('a length of two', '/api/students/set-length', {
    studentIds: [fay, hal],
    lessonDuration: 60,
  });
  await dana.post('undoes the length', '/api/undo', { batchId: longer.batch });
  const noted = await dana.put('notes', `/api/students/${hal}`, { notes: 'Rings twice.' });
  await dana.post('undoes the notes', '/api/undo', { batchId: noted.batch });
  await dana.post('for no one', '/api/students/clear-availability', { studentIds: [] });
  await dana.post('for somebody who does not exist', '/api/students/assign-standard-availability', {
    studentIds: ['nobody', fay],
  });
  await dana.post('no hours of a teacher', '/api/teachers/clear-availability', { teacherIds: [teachers['sofia']] });
  await dana.get('students as a file', '/api/students.csv');
  await dana.get('teachers as a file', '/api/teachers.csv');
  await dana.get('students as of this morning', '/api/students?asOf=2026-11-23T17:30:00Z');
  await dana.get('teachers as of noon', '/api/teachers?asOf=2026-11-23T11:10:00-06:00');
  await dana.get('who taught whom', '/api/assignments?asOf=2026-11-23T18:00:00Z');
  await dana.get('a student’s teachers then', `/api/assignments/student/${cy}?asOf=2026-11-23T18:00:00Z`);
  await dana.get('hours then', `/api/teachers/${teachers['sofia']}/availability?asOf=2026-11-23T17:20:00Z`);
  await dana.get('no moment', '/api/students?asOf=yesterday');
  await dana.get('the future', '/api/students?asOf=2027-01-01T00:00:00Z');
  const then = await dana.get('a list of the past', '/api/students?asOf=2026-11-23T17:25:00Z');
  const tag = { headers: { 'If-None-Match': then.headers.get('etag') ?? '' } };
  await dana.get('the same list again', '/api/students?asOf=2026-11-23T17:25:00Z', tag);
};

/** What maps answer without a service. */
export const maps: Chapter = async (visit, { dana }) => {
  visit.chapter('maps', '2026-11-23T20:00:00Z');
  await dana.get('no key', '/api/maps/api-key');
  await dana.get('under its older path', '/api/google-maps-key');
  await dana.get('who answers', '/api/maps/status');
  await dana.post('locates an address', '/api/maps/geocode', { address: '8405 Burnet Rd, Austin, TX 78757' });
  await dana.post('locates a ZIP code', '/api/maps/geocode', { address: '78704' });
  await dana.post('locates nothing', '/api/maps/geocode', { address: 'An unknown road' });
  await dana.post('no address', '/api/maps/geocode', { address: ' ' });
  const drive = { origin: '2210 Bluebonnet Ln, Austin, TX 78704', destination: '8405 Burnet Rd, Austin, TX 78757' };
  await dana.post('a drive', '/api/calculate-drive-time', drive);
  await dana.post('a drive to nowhere', '/api/calculate-drive-time', { ...drive, destination: 'An unknown road' });
  await dana.post('no drive', '/api/calculate-drive-time', {});
  await dana.get('completes an address', '/api/address-suggestions?q=2210%20Bluebonnet%20Ln%20Austin');
  await dana.get('completes a city', '/api/address-suggestions?q=Round%20R');
  await dana.get('completes nothing', '/api/address-suggestions');
  const stops = [
    { latitude: 30.2443, longitude: -97.7812 },
    { latitude: 30.3437, longitude: -97.7316 },
  ];
  await dana.post('a road', '/api/maps/road', { stops });
  await dana.post('a road to one place', '/api/maps/road', { stops: [{ latitude: 91, longitude: 'x' }] });
  await dana.get('figures of the cache', '/api/maps-cache-stats');
  await dana.post('nothing has expired', '/api/maps-cache/cleanup');
  await dana.post('clears the cache', '/api/maps-cache/clear');
  await dana.get('figures afterwards', '/api/maps-cache-stats');
};
