/**
 * What the events of the workflow charts are called. Those of the lifecycles are called as the app's buttons say them (acts.ts). Here the
 * name itself is made into words, because it always has a thing and what happens to it: 'network.lost' is 'Network lost', and
 * 'dialog.close', which asks for an act, is 'Close dialog'. The end of a call, such as 'closeIncident fails', is 'Close incident: failed'.
 * That of another chart only says that it was closed ('Incident closing: closed'): a dialog also ends if nothing was done in it.
 * A test fails for a name of which it is not known whether it asks for an act or tells what happened.
 */

/** What an event asks for. A word that ends with 'ed' tells of something that has happened, instead. */
const acts = new Set(
  `acknowledge add apply ask assign authorize cancel change choose clear close compare complete confirm copy create defer delete deny disable
  discard dismiss download edit enable end export fetch fill filter follow forget handle hold initiate keep leave locate manage merge mute
  next open pan pause play press previous print publish purge queue react reactivate refresh release remove rename repin replace request reset
  resolve restore retry review revise save say seek send set share show start stop submit take toggle type undo unmute update use view
  withdraw write`.split(/\s+/),
);
const happenings = new Set(
  'began done found gone heard hidden known left lost made ready seen sent shown taken told waiting'.split(' '),
);

/** Events whose name would read badly as words, or has words that only the code uses. */
const others: Readonly<Record<string, string>> = {
  'action.forbidden': 'The server does not allow it',
  'ages.follow': 'Follow the ages',
  'archives.read': 'Read the archives of deleted incidents',
  'audit.read': 'Read the audit log',
  'earlierText.read': 'Read what a message said before it was changed',
  'panel.open': 'Open the Super Admin panel',
  'superAdmin.change': 'Change the roles of a super admin',
  'role.MEMBER': 'Grant or take away the role Member',
  'role.RESCUE_CAPTAIN': 'Grant or take away the role Rescue captain',
  'role.INVENTORY_MANAGER': 'Grant or take away the role Inventory manager',
  'role.ADMIN': 'Grant or take away the role Admin',
  'role.SUPER_ADMIN': 'Grant or take away the role Super admin',
  'all.read': 'Mark all as read',
  'box.take': "Press 'I have a first-aid kit'",
  'chat.publish': 'Send a receipt or a reaction',
  'compression.toggle': 'Compress the images, or send them as they are',
  'counts.read': 'The counts that the device kept were read',
  'decision.overtaken': 'Somebody else has decided',
  'device.read': 'The settings of this device were read',
  'draft.keeping': 'The draft is kept, or cannot be kept',
  'draft.unkept': 'Draft not kept',
  'feed.changed': 'What is listed has changed',
  'feed.failed': 'Data could not be fetched',
  'feed.fetched': 'Data fetched',
  'feed.joined': 'Live updates of the data joined',
  'feed.refresh': 'Fetch the data again',
  'feed.retry': 'Try to fetch the data again',
  'flash.show': 'Show a short notice',
  'foreign.appeared': "Somebody else's message appeared",
  'incident.acted': 'Something was done with the incident',
  'incident.conflict': 'Somebody else has changed the incident',
  'item.conflict': 'Somebody else has changed the item',
  'item.unclear': 'An item may have been added without an answer',
  'item.new': 'Add an item',
  'items.filter': 'Search in the items',
  'lane.changed': 'Waiting messages of the chat changed',
  'lane.secured': 'Waiting messages are stored on the device',
  'leader.deposed': 'Another tab sends from now on',
  'leader.elected': 'This tab sends from now on',
  'edit.choose': 'Edit a message',
  'forget.confirm': 'Confirm that this device is to forget everything',
  'forget.press': 'Press Forget',
  'list.placed': 'List was placed',
  'list.stuck': 'List stays at its end',
  'note.recall': 'Look for what was not added',
  'logout.delete': 'Delete what waits, and log out',
  'logout.keep': 'Keep what waits, and log out',
  'logout.press': 'Press Log Out',
  'logout.sendFirst': 'Send what waits, then log out',
  'message.react': 'React to the message',
  'microphone.ticked': 'Recorded for another moment',
  'movement.say': 'Say where one is on the way',
  'names.want': 'Fetch the names for mentions',
  'near.choose': 'Sort by distance',
  'near.leave': 'Do not sort by distance',
  'newest.show': 'Go to the newest message',
  'notify.toggle': 'Notify or do not notify',
  'older.fetch': 'Fetch older ones',
  'older.retry': 'Try to fetch older ones again',
  'older.show': 'Show older ones',
  'older.want': 'Scroll to older ones',
  'page.unknown': 'This device has no copy of the chat',
  'place.entered': 'Another screen is shown',
  'order.change': 'Change what is to be done',
  'part.restarted': 'A part that failed was started again',
  'pending.changed': 'What waits to be sent has changed',
  'query.change': 'Change what is listed',
  'question.ask': 'Ask before all are deleted',
  'receipt.acknowledge': 'Acknowledge receipt',
  'refusal.arrived': 'The server refuses it',
  'reply.choose': 'Reply to a message',
  'report.close': 'Close what the server said of the act',
  'session.endReported': 'What the login screen is to say if the session ends',
  'shown.toggle': 'Choose all users that were found, or none of them',
  'store.kept': 'The device has stored it',
  'store.failed': 'The device could not store it',
  'store.read': 'What waits on this device was read',
  'store.recovered': 'What a closed tab could not store any more was read',
  'store.removed': 'The device has deleted it',
  'store.tight': 'The device has little room left',
  'store.unreadable': 'What waits on this device could not be read',
  'supervision.restarted': 'What failed was started again',
  'text.show': 'Show the text',
  'topic.joined': 'Live updates joined',
  'topic.lost': 'Live updates lost',
  'topic.opened': 'Live updates opened',
  'topic.refused': 'Live updates refused',
  'unsent.discard': 'Press Delete at what was not added',
  'user.toggle': 'Choose or do not choose the user',
  'version.dismiss': 'Dismiss the notice of a new version',
  'version.take': 'Load the new version',
  'zoom.toggle': 'Zoom in, or show the whole picture again',
};

/** Things that only the code calls so. */
const things: Readonly<Record<string, string>> = {
  attempt: 'try',
  modal: 'window',
  record: 'recording',
  scan: 'scanner',
  sign: 'sign of typing',
};

/** The end of a port's call says that it was done; that of a chart does not say what came of it. */
function endWords(ends: readonly string[]): string {
  if (ends.length === 0) return 'done';
  return ends.includes('closed') ? 'closed' : 'ended';
}

const isHappening = (word: string) => happenings.has(word) || (word.endsWith('ed') && !acts.has(word));

/**
 * An event's name in words; undefined if it is not known how to say it.
 * @param ends the final states of the chart whose end it is
 */
export function eventWords(event: string, ends: readonly string[] = []): string | undefined {
  const told = others[event];
  if (told !== undefined) return told;
  const [, how, port] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event) ?? [];
  if (port !== undefined) return sentence(`${plain(port)}: ${how === 'done' ? endWords(ends) : 'failed'}`);
  const [name = '', word, ...rest] = event.split('.').map(plain);
  const thing = things[name] ?? name;
  if (!thing || !word || rest.length > 0) return undefined;
  if (isHappening(word)) return sentence(`${thing} ${word}`);
  if (!acts.has(word)) return undefined;
  if (word === 'ask') return sentence(`ask about ${thing}`);
  if (word === 'retry') return sentence(`try again: ${thing}`);
  if (word === 'toggle') return sentence(`choose or do not choose ${thing}`);
  return sentence(`${word} ${thing}`);
}

/** 'teamKit' is 'team kit'. */
const plain = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, before, letter) => `${before} ${letter.toLowerCase()}`);
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The names for which there are words of their own. */
export const namedEvents: readonly string[] = Object.keys(others);
