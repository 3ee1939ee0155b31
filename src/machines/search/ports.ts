import type { Found } from '../../rules/search';
import { call } from '../ports';

/** What is searched for. */
export interface SearchRequest {
  readonly text: string;
  /** A chat's id or 'global'; null: everywhere. */
  readonly chat: string | null;
  /** What is there already where the next page is wanted, else null. */
  readonly after: Found | null;
}

/** A page of results. Rejects with a CallFailure. */
export const fetchResults = call<Found, SearchRequest>('fetchResults');
