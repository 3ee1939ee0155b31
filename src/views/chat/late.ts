import { lazily } from '../lazily';

type Parts = typeof import('./lateParts');

const part = <Name extends keyof Parts>(name: Name) =>
  lazily<Parts[Name]>(async () => (await import('./lateParts'))[name]);

/** The parts of a conversation, and of the list of them, that come when it can be used already. */
export const late = {
  Attach: part('Attach'),
  Attached: part('Attached'),
  ErrorBar: part('ErrorBar'),
  IncidentInfo: part('IncidentInfo'),
  MentionList: part('MentionList'),
  MenuButton: part('MenuButton'),
  NoConversations: part('NoConversations'),
  NoMessages: part('NoMessages'),
  OlderMessages: part('OlderMessages'),
  Overlays: part('Overlays'),
  Record: part('Record'),
  ReplyBar: part('ReplyBar'),
  Undelivered: part('Undelivered'),
};
