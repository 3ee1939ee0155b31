/**
 * What is said to whoever is no captain-or-higher (S2 §6), by the event of the incident's lifecycle: the dialog's text in the
 * app, and the message of the 403 from the server.
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

/** What takes captain-or-higher, as the incident's lifecycle names it. */
export type CaptainAction = keyof typeof captainTexts;
