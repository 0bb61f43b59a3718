import { z } from 'zod';
import { defineCategory, defineEvent } from './event.ts';
import { id } from './fields.ts';

/** `log`: one stream of one event that says which log this is. It belongs to no studio and is never copied to another log. */
export const logEvents = defineCategory('log', [defineEvent('LogIdentified', z.object({ logId: id }))]);
