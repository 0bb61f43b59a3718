import type { FamilyOutcome } from '@rondo/contracts/api/calendars/family-cancelling.ts';
import type { FamilyRequest } from '@rondo/contracts/api/calendars/family-requests.ts';

// What a family's page sends.

export const away = 'This did not reach your teacher. Please check your connection and try again.';

/** What pages read of answers and refusals. */
type Answered = {
  readonly outcome?: FamilyOutcome & FamilyOutcome['outcome'];
  readonly times?: FamilyRequest['times'];
};

/** Sends what a family does, with what proves that it comes from the page. @returns the answer, or why it was refused */
export const post = async (
  { proof }: { readonly proof: string },
  path: string,
  body: object,
): Promise<{ readonly json: Answered; readonly sentence: string | null }> => {
  try {
    const answer = await fetch(`/api/family/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, application/problem+json',
        'Rondo-Proof': proof,
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const json = await answer.json();
    return { json, sentence: answer.ok ? null : json.detail };
  } catch {
    return { json: {}, sentence: away };
  }
};
