import { type AnyActorLogic, type CallbackActorLogic, type EventObject, fromCallback, fromPromise } from 'xstate';
import type { SendBody } from '../../contract/chatRequests';
import type { ChatGroupEntry, Message, Refusal } from '../../contract/chats';
import type { ChatAction, ChatAddress } from '../../contract/topics';
import type { Outgoing } from '../../rules/outgoing';
import type { Waveform } from '../../rules/sound';

const unprovided = (port: string) => new Error(`${port} must be provided`);
const stream = <Command extends EventObject, Input>(port: string): CallbackActorLogic<Command, Input> =>
  fromCallback<Command, Input>(() => {
    throw unprovided(port);
  });

/** A chart whose code comes later, with `fetchTools`: only what is known of it is here. */
export const late = <Chart extends AnyActorLogic>(chart: string) =>
  fromPromise<never, never>(() => Promise.reject(unprovided(chart))) as unknown as Chart;

/** What a chat can do without for a moment: fetches the code of its late charts. */
export const fetchTools = fromPromise<unknown>(() => Promise.reject(unprovided('fetchTools')));

/** What arrives from the topic of one chat. */
export type ChatTopicEvent =
  /** The topic is subscribed to on a live connection; said again after each reconnect. */
  | { type: 'topic.opened' }
  | { type: 'topic.lost' }
  /** Messages that came in one turn, oldest first: new ones, and known ones that changed. */
  | { type: 'messages.arrived'; messages: readonly Message[] }
  /** Our server would not take something that was published to this chat. */
  | { type: 'refusal.arrived'; refusal: Refusal };

/** What can be said into a chat. Handing it to the connection promises nothing: only the echo does. */
export type ChatTopicCommand = { type: 'chat.publish'; action: ChatAction; body: SendBody | object };

/** The two-way stream of one chat: its topic, and the destinations of S1 §7. */
export const chatTopic = stream<ChatTopicCommand, { chat: ChatAddress }>('chatTopic');

/** Says `groups.changed` whenever the member's chat list may have changed (our server's own topic). */
export const groupsTopic = stream<EventObject, { userId: string }>('groupsTopic');

/** One live connection for as long as it is invoked: says `connection.opened`, `connection.lost`, `connection.refused`. */
export const connection = stream<EventObject, undefined>('connection');

/** What the browser knows of the network: `network.lost`, `network.returned`, and `page.shown` when the app comes to the front. */
export const network = stream<EventObject, undefined>('network');

/** Which part of a chat's history: the newest `limit` messages, or those before a message. */
export interface HistoryRequest {
  readonly chat: ChatAddress;
  readonly before?: string;
  readonly limit: number;
}

/** A part of the history, oldest first. Rejects with a CallFailure. */
export const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(() =>
  Promise.reject(unprovided('fetchHistory')),
);

/** The member's chat list. Rejects with a CallFailure. */
export const fetchGroups = fromPromise<readonly ChatGroupEntry[]>(() => Promise.reject(unprovided('fetchGroups')));

/** The member's entry of one incident chat in the chat list, or null when it is not in it. Rejects with a CallFailure. */
export const fetchGroup = fromPromise<ChatGroupEntry['chatGroup'] | null, { chatId: string }>(() =>
  Promise.reject(unprovided('fetchGroup')),
);

/** A voice message as it was recorded. */
export interface Recording {
  /** Its name has the extension of its real type (DECISIONS 37). */
  readonly file: File;
  /** In seconds. */
  readonly duration: number;
}

/** What the microphone says, from the question to the member until the recording is done. */
export type MicrophoneEvent =
  | { type: 'microphone.granted' }
  | { type: 'microphone.ticked'; seconds: number }
  | { type: 'microphone.finished'; recording: Recording }
  | { type: 'microphone.failed'; failure: 'unsupported' | 'denied' | 'unavailable' };

/** One recording: asks for the microphone, records until `microphone.stop`, and releases it in every way out. */
export const microphone = stream<{ type: 'microphone.stop' }, undefined>('microphone');

/** What becomes of one upload. */
export type UploadEvent =
  /** How much of the file has gone out, 0 to 1. */
  | { type: 'upload.progressed'; fraction: number }
  | { type: 'upload.done'; mediaUrl: string; mediaType: string }
  /** `error` is a CallFailure. */
  | { type: 'upload.failed'; error: unknown };

/** Uploads one file to a chat (S1 §7, …/media); stopping it cuts the upload off. */
export const uploadMedia = stream<EventObject, { chat: ChatAddress; blob: Blob; name: string }>('uploadMedia');

/** What the shelf says: the durable copy of the outbox, shared by all tabs of this browser. */
export type ShelfEvent =
  /** Everything on it, in order: at the start, and whenever another tab has changed it. */
  | { type: 'shelf.read'; items: readonly Outgoing[] }
  | { type: 'shelf.kept'; clientMessageId: string }
  /** This browser cannot keep it (private mode, full disk): the message lives as long as the page. */
  | { type: 'shelf.failed'; clientMessageId: string };

export type ShelfCommand =
  | { type: 'shelf.put'; outgoing: Outgoing }
  | { type: 'shelf.remove'; clientMessageId: string };

/** The shelf of one member; nothing on it is ever shown to another. */
export const shelf = stream<ShelfCommand, { userId: string }>('shelf');

/** Says `turn.granted` when this tab is the one that delivers, and holds the turn until it is stopped. */
export const deliveryTurn = stream<EventObject, { userId: string }>('deliveryTurn');

/** An image as it is sent, anything else as it is (S1 §5, DECISIONS 38). */
export const prepareFile = fromPromise<File, File>(() => Promise.reject(unprovided('prepareFile')));

/** What a member was writing in a chat. */
export interface Draft {
  readonly text: string;
  readonly replyTo: Message | null;
}

/** Keeps the member's draft of a chat for the next time, and says `draft.restored` when there is one from the last. */
export const draftShelf = stream<{ type: 'draft.keep'; draft: Draft }, { userId: string; chat: ChatAddress }>(
  'draftShelf',
);

/** What the sound that a player plays says of itself. */
export type SoundEvent =
  /** How long it is, in seconds; null where that is not known before its end. */
  | { type: 'sound.loaded'; duration: number | null }
  | { type: 'sound.started' }
  /** Also when the member pressed a key of their headset, or another app took the loudspeaker. */
  | { type: 'sound.paused' }
  | { type: 'sound.progressed'; seconds: number }
  | { type: 'sound.ended' }
  | { type: 'sound.failed' };

export type SoundCommand =
  | { type: 'sound.play' }
  | { type: 'sound.pause' }
  | { type: 'sound.seek'; seconds: number }
  | { type: 'sound.setRate'; rate: number };

/** Where a sound is to be had, from which second on, and whether it is to be heard at once. */
export interface SoundInput {
  readonly address: string;
  readonly seconds: number;
  readonly rate: number;
  readonly plays: boolean;
}

/** One sound; it falls silent when it is stopped. */
export const sound = stream<SoundCommand, SoundInput>('sound');

/** A recording: where it is to be had, or itself. */
export type SoundSource = string | Blob;

/** The real peaks of a recording. Rejects where it cannot be decoded, or is too large to be fetched for that alone. */
export const decodeWaveform = fromPromise<Waveform, SoundSource>(() => Promise.reject(unprovided('decodeWaveform')));
