import { z } from 'zod';
import { defineCategory, defineEvent } from './event.ts';
import { id } from './fields.ts';

/** `erasures`: one permanent stream that records which studios were erased. No personal data. */
export const erasureEvents = defineCategory('erasures', [defineEvent('StudioErased', z.object({ studioId: id }))]);
