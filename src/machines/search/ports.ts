import type { Found } from '../../rules/search';
import { call } from '../ports';

/** What to search for. */
export interface SearchRequest {
  readonly text: string;
  /** A chat's id or 'global'; null to search everywhere. */
  readonly chat: string | null;
  /** The results so far, if the next page is wanted; otherwise null. */
  readonly after: Found | null;
}

/** A page of results. Rejects with a CallFailure. */
export const fetchResults = call<Found, SearchRequest>('fetchResults');
