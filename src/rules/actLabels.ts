/** The labels of the buttons for acts on an incident or a request (S2 §4), by the event of the lifecycle that the act asks for. */
export const actLabels = {
  'team.view': 'View Team',
  'teamKit.view': 'View Team Kit',
  'details.copy': 'Copy Details',
  'team.assign': 'Assign Team',
  'team.reassign': 'Reassign Team',
  'incident.locate': 'Update Location',
  'incident.close': 'Close Incident',
  'incident.resolve': 'Mark as Resolved',
  'incident.reactivate': 'Reactivate',
  'incident.delete': 'Delete Incident',
  'requisition.approve': 'Approve',
  'requisition.deny': 'Deny',
  'requisition.dispatch': 'Dispatch',
} as const;
