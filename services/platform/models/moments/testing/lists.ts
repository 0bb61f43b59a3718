import { expect } from 'vitest';
import type { Visitor } from '../../../../testing/visitor.ts';

/** Every list that can be read as of a moment; those of one student and one teacher when they are given. */
export const listPaths = (of: { studentId?: string; teacherId?: string } = {}): string[] => [
  '/api/lessons',
  '/api/students',
  '/api/teachers',
  '/api/assignments',
  '/api/invoices',
  ...(of.studentId === undefined ? [] : [`/api/assignments/student/${of.studentId}`]),
  ...(of.teacherId === undefined ? [] : [`/api/teachers/${of.teacherId}/availability`]),
];

export const asOf = (path: string, instant: string): string => `${path}?asOf=${encodeURIComponent(instant)}`;

/** What the lists hold, now or as of an instant. */
export const listsOf = async (visitor: Visitor, paths: readonly string[], instant?: string) => {
  const lists: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, text, json } = await visitor.get(instant === undefined ? path : asOf(path, instant));
    expect(status, text).toBe(200);
    lists[path] = json;
  }
  return lists;
};

/** The present instant, by the clock that the log uses. */
export const rightNow = (): string => new Date().toISOString();
