import { typedText } from '@rondo/contracts/api/shapes.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import type { z } from 'zod';

/** The details that both forms edit, as text: '' for none. Their inputs are in DetailFields.tsx. */
export const detailFields = {
  customAddress: typedText(300),
  notes: typedText(2000),
} satisfies { readonly [Name in keyof LessonDetails]?: z.ZodType };

type DetailValues = Record<keyof typeof detailFields, string>;

const textOf = (detail: string | null): string => detail ?? '';
const detailOf = (text: string): string | null => (text === '' ? null : text);

/** Converts the details of a saved row to form values. */
export const detailValuesOf = (row: LessonDetails): DetailValues => ({
  customAddress: textOf(row.customAddress),
  notes: textOf(row.notes),
});

/** Converts form values to the details that the calls take. */
export const typedDetails = (values: DetailValues) => ({
  customAddress: detailOf(values.customAddress),
  notes: detailOf(values.notes),
});
