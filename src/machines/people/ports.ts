import { fromPromise } from 'xstate';
import type { Standing } from '../../contract/standings';
import { unprovided } from '../chat/ports';

/** Who has done how much (S1 §7). Rejects with a CallFailure. */
export const fetchStandings = fromPromise<readonly Standing[]>(() => Promise.reject(unprovided('fetchStandings')));
