import { z } from 'zod';
import { defineCategory, defineEvent } from './event.ts';
import { id } from './fields.ts';

/** `erasures`: one stream, kept for ever, that says which studios are gone. No personal data. */
export const erasureEvents = defineCategory('erasures', [defineEvent('StudioErased', z.object({ studioId: id }))]);
