import { queryOptions } from '@tanstack/react-query';
import { read } from '../queries.ts';

/** Whether the own address is confirmed. It is confirmed on another page, perhaps on a phone: coming back asks again. */
export const emailConfirmationQuery = queryOptions({
  ...read('GET /api/user/email-confirmation', {}),
  staleTime: 0,
  refetchOnWindowFocus: true,
});
