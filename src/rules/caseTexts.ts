/** S1 §8, "Incident modal and lists". */
export const TEAM_FAILURE = 'Could not fetch team details.';
