import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateText, id } from '../shapes.ts';

// Lists as files for spreadsheets.

export const studentsCsv = endpoint({
  method: 'GET',
  path: '/api/students.csv',
  expensive: true,
  slow: true,
  summary: 'All students with their teachers and availability as a CSV file.',
  response: z.string(),
  reads: ['students', 'teachers'],
});

export const teachersCsv = endpoint({
  method: 'GET',
  path: '/api/teachers.csv',
  expensive: true,
  slow: true,
  summary: 'All teachers with their availability as a CSV file.',
  response: z.string(),
  reads: ['teachers', 'students'],
});

export const lessonsCsv = endpoint({
  method: 'GET',
  path: '/api/lessons.csv',
  expensive: true,
  slow: true,
  summary:
    'Every lesson and appointment from one day to another, both inclusive and at most three years apart, a line per date, as a CSV file.',
  query: z.object({ from: dateText, to: dateText, teacherId: id.optional() }),
  response: z.string(),
  reads: ['lessons', 'timeoff'],
});
