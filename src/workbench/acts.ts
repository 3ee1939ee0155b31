import { actLabels } from '../rules/actLabels';

/**
 * What the events of the lifecycles are called: an act as the button for it says, and what follows from something else as a sentence. A
 * test fails if one is missing or no longer needed.
 */
export const events: Readonly<Record<string, string>> = {
  ...actLabels,
  'interest.toggle': "I'm Interested / Remove Interest",
  'incident.edit': 'Edit Incident',
  'note.add': 'Add Photo or Note',
  'team.emptied': 'Nobody is left in the team',

  'case.initiate': 'Initiate Case',
  'case.initiated': 'Its case is initiated',
  'case.reassign': 'Reassign Team',
  'case.complete': 'Mark as Done',
  'case.completed': 'Its case is completed',

  'movement.depart': "I'm on My Way",
  'movement.arrive': "I've Arrived",
  'movement.withdraw': 'Undo',

  'requisition.acknowledge': 'Acknowledge receipt',
  'requester.removed': 'The requester was deleted',

  'membership.authorize': 'Authorize',
  'membership.deny': 'Deny',
  'membership.logIn': 'Log In',
  'membership.remove': 'Delete Selected',

  'message.echoed': 'The server confirms it',
  'message.read': 'Somebody reads it',
  'message.reacted': 'React',
  'message.edited': 'Edit',
  'message.deleted': 'Delete',
  'message.pinned': 'Pin',
  'message.unpinned': 'Unpin',
};
