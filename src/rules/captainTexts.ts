/**
 * What a member below captain is told when refused (S2 §6), by event of the incident's lifecycle: the text of the app's dialog
 * and the message of the server's 403.
 */
export const captainTexts = {
  'incident.edit': "You need 'Rescue Captain' or a higher role to update incident details.",
  'team.assign': "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
  'team.reassign': "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
  'incident.close': 'You need to be a Rescue Captain or higher to close an incident.',
  'incident.resolve': 'You need to be a Rescue Captain or higher to resolve an incident.',
  'incident.reactivate': 'You need to be a Rescue Captain or higher to reactivate an incident.',
  'incident.delete': 'You need to be a Rescue Captain or higher to delete an incident.',
} as const;

/** The lifecycle events that only captain-or-higher may send. */
export type CaptainAction = keyof typeof captainTexts;
