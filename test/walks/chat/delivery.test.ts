import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import { deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { testMutants } from '../../kit/mutants';
import { broken, elapsed, said, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';
import { address, arrived, progress, props, publishedPicture, refusal, uploaded } from './delivering';
import { echoOf, globalChat, picture } from './samples';

const echoed = { to: 'confirmed', sees: ({ last }: { last: string | null }) => expect(last).toContain('echo') };

const uploadFailed = (error: CallFailure) => said('uploadMedia', { type: 'upload.failed', error });
const NO_MEMBER = 'Chat group not found or you are not a participant.';
const refused = (reason: string) => ({
  to: 'refused',
  sees: ({ outbox }: Props) =>
    expect(outbox.received.at(-1)).toEqual({ type: 'delivery.refused', clientMessageId: 'c1', reason }),
});
type Props = ReturnType<typeof props>;
/** Once more, and there was one before those where the server had lost the file. */
const publishedAgain = ({ context }: SnapshotFrom<typeof deliveryMachine>) => ({
  to: 'publishing',
  sees: ({ ports }: Props) => {
    if (context.errors > 0) return;
    expect(ports.chatTopic.received).toEqual(Array(context.isRenewed ? 3 : 2).fill(publishedPicture));
  },
});

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, 'warn').mockImplementation((said) => void logged.push(String(said)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The walk of a message with a picture: the one of a text is a part of it. */
const walk = walkOf({
  machine: deliveryMachine,
  props,
  input: ({ outbox }) => ({ outbox: outbox.ref, me: 'mira', outgoing: picture('c1') }),
  key: ({ context: { outgoing: item, tries, isRenewed, errors } }) => [
    isRenewed,
    errors,
    item.body.mediaUrl,
    item.body.mediaUrl === null && Math.min(tries, 4),
  ],
  samples: {
    'topic opened': said('chatTopic', { type: 'topic.opened' }),
    'topic lost': said('chatTopic', { type: 'topic.lost' }),
    'ended by an error': said('chatTopic', { type: 'topic.lost', byError: true }),
    'no member of it': said('chatTopic', { type: 'topic.refused' }),
    'its echo': said('chatTopic', arrived(message(), echoOf('c1', '7'))),
    'other messages': said(
      'chatTopic',
      arrived(message(), echoOf('c2', '7'), echoOf('c1', '8', { sender: message().sender })),
    ),
    refused: said('chatTopic', refusal(403)),
    'too many': said('chatTopic', refusal(429)),
    'file lost': said('chatTopic', refusal(400)),
    'another file lost': said('chatTopic', refusal(400, 'c2')),
    'another refused': said('chatTopic', refusal(403, 'c2')),
    'another too many': said('chatTopic', refusal(429, 'c2')),
    'half of it is there': said('uploadMedia', { type: 'upload.progressed', fraction: 0.5 }),
    'all of it is there': said('uploadMedia', { type: 'upload.done', ...address }),
    'no network': uploadFailed(new CallFailure('network', 0)),
    'server in trouble': uploadFailed(new CallFailure('refused', 503)),
    'type refused': uploadFailed(new CallFailure('refused', 415, 'This is no image, video or sound.')),
    'too large': uploadFailed(new CallFailure('refused', 413)),
    'no echo in 10 s': elapsed('xstate.after.echoWait.delivery.publishing', 10_000),
    '2 s': elapsed('xstate.after.rateLimitWait.delivery.throttled', 2_000),
    'after a while': {
      event: { type: 'xstate.after.uploadWait.delivery.parked' },
      act: ({ clock }) => clock.increment(60_000),
    },
    'no connection at once': elapsed('xstate.after.offlineNotice.delivery.waiting', 100),
    '60 s of silence': elapsed('xstate.after.silence.delivery.uploading.going', 60_000),
    'topic broke': broken('chatTopic'),
    'upload broke': broken('uploadMedia'),
  },
  states: {
    waiting: {
      sees: ({ ports, last, outbox }) => {
        expect(ports.chatTopic.calls).toEqual([{ chat: globalChat }]);
        expect(ports.uploadMedia.running).toBe(false);
        if (last === null) expect([ports.chatTopic.received, outbox.received]).toEqual([[], []]);
      },
      takes: {
        'topic opened': ({ context }) => (context.outgoing.body.mediaUrl === null ? 'uploading' : 'publishing'),
        // S1 §4: sending while the connection is down is logged.
        'no connection at once': { to: 'waiting', sees: () => expect(logged.at(-1)).toContain('Not connected') },
        'its echo': echoed,
        'no member of it': refused(NO_MEMBER),
        'topic broke': refused('The message could not be sent.'),
      },
    },
    uploading: {
      sees: ({ actor, ports }) => {
        expect(ports.uploadMedia.running).toBe(true);
        expect(ports.uploadMedia.calls.at(-1)).toEqual({
          chat: globalChat,
          blob: picture('c1').media?.blob,
          name: 'dog.jpg',
        });
        if (!actor.getSnapshot().context.isRenewed) expect(ports.chatTopic.received).toEqual([]);
      },
      takes: {
        'all of it is there': {
          to: 'publishing',
          sees: ({ outbox }) => {
            expect(outbox.received).toContainEqual(uploaded);
            expect(outbox.received).toContainEqual(progress(null));
          },
        },
        'no network': 'parked',
        // S1 §8: "the server message, or 'Upload failed' (incident chat) or 'Media upload failed' (global chat)".
        'server in trouble': ({ context }) => (context.tries < 4 ? 'parked' : refused('Media upload failed')),
        'type refused': refused('This is no image, video or sound.'),
        'too large': refused('Media upload failed'),
        'its echo': echoed,
        'no member of it': refused(NO_MEMBER),
        'topic broke': refused('The message could not be sent.'),
        'upload broke': refused('The file could not be uploaded.'),
      },
    },
    'uploading.going': {
      sees: ({ outbox, last }) =>
        expect(outbox.received.at(-1)).toEqual(progress(last === 'half of it is there' ? 0.5 : 0)),
      takes: { 'half of it is there': 'uploading.going', '60 s of silence': 'parked' },
    },
    parked: {
      sees: ({ ports, outbox }) => {
        expect(ports.uploadMedia.running).toBe(false);
        expect(outbox.received.at(-1)).toEqual(progress(null));
      },
      takes: {
        'after a while': 'uploading',
        'topic opened': 'uploading',
        'its echo': echoed,
        'no member of it': refused(NO_MEMBER),
        'topic broke': refused('The message could not be sent.'),
      },
    },
    publishing: {
      sees: ({ ports }) => {
        expect(ports.chatTopic.received.at(-1)).toEqual(publishedPicture);
        expect(ports.uploadMedia.running).toBe(false);
      },
      takes: {
        'topic opened': publishedAgain,
        'topic lost': 'waiting',
        'ended by an error': ({ context }) =>
          context.errors < 2 ? 'waiting' : refused('The message could not be sent.'),
        'its echo': echoed,
        'no member of it': refused(NO_MEMBER),
        refused: refused('This case is closed.'),
        'too many': 'throttled',
        'file lost': ({ context }) => (context.isRenewed ? refused('This case is closed.') : 'uploading'),
        'no echo in 10 s': publishedAgain,
        'topic broke': refused('The message could not be sent.'),
      },
    },
    throttled: {
      sees: ({ outbox }) => expect(outbox.received.at(-1)).toEqual(uploaded),
      takes: {
        '2 s': 'publishing',
        'topic opened': 'publishing',
        'topic lost': 'waiting',
        'ended by an error': 'waiting',
        'its echo': echoed,
        'no member of it': refused(NO_MEMBER),
        'topic broke': refused('The message could not be sent.'),
      },
    },
    confirmed: {
      sees: ({ outbox, ports }) => {
        expect(outbox.received.at(-1)).toEqual({ type: 'delivery.confirmed', clientMessageId: 'c1' });
        expect(ports.uploadMedia.running).toBe(false);
      },
    },
    refused: {
      sees: ({ outbox }) => expect(outbox.received.filter(({ type }) => type === 'delivery.refused')).toHaveLength(1),
    },
  },
});
testWalk(walk);
testMutants(walk);
