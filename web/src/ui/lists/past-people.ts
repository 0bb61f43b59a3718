import { createContext, type ReactNode } from 'react';

/** Around the people of a past moment: nobody can be selected or changed, and each says what it returns of them. Null at present. */
export const PastPeople = createContext<((id: string) => ReactNode) | null>(null);
