import { isNetworkFailure } from '../contract/failure';
import { UNREACHABLE } from './unreachable';

/** S1 §8, "Incident modal and lists": why the list of incidents could not be fetched. */
export const liveFailureText = (error: unknown) =>
  isNetworkFailure(error) ? UNREACHABLE : 'Failed to fetch incidents.';
