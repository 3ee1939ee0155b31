// What a conversation can do without for a moment, in one file: each file costs a request.
export { Attach, Attached, Record } from './attach/ComposerTools';
export { NoConversations, NoMessages } from './EmptyChats';
export { ErrorBar } from './ErrorBar';
export { IncidentInfo } from './IncidentInfo';
export { MentionList } from './MentionList';
export { MenuButton } from './MenuButton';
export { OlderMessages } from './OlderMessages';
export { Overlays } from './Overlays';
export { ReplyBar } from './ReplyBar';
export { Undelivered } from './Undelivered';
