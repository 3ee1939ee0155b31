import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ActorRef, createActor, SimulatedClock, type Snapshot, type SnapshotFrom } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { ChatAddress } from '../../../src/contract/topics';
import { type DeliveryReport, deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { testMutants } from '../../kit/mutants';
import { broken, elapsed, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';
import { caseChat, echoOf, globalChat, outgoing, picture } from './samples';

type Outbox = ActorRef<Snapshot<unknown>, DeliveryReport>;
const props = () => ({ ports: { chatTopic: streamPort(), uploadMedia: streamPort() }, outbox: recorder<Outbox>() });
const refusal = (status: number, clientMessageId: string | null = 'c1') => ({
  type: 'refusal.arrived' as const,
  refusal: { destination: '/app/gchat/send', status, message: 'This case is closed.', clientMessageId },
});
const arrived = (...messages: ReturnType<typeof message>[]) => ({ type: 'messages.arrived' as const, messages });
const published = {
  type: 'chat.publish',
  action: 'send',
  body: { text: 'Text c1', clientMessageId: 'c1', parentMessageId: null, mediaUrl: null, mediaType: null },
};
const echoed = { to: 'confirmed', sees: ({ last }: { last: string | null }) => expect(last).toContain('echo') };

const uploadFailed = (error: CallFailure) => said('uploadMedia', { type: 'upload.failed', error });
const progress = (value: number | null) => ({ type: 'delivery.progressed', clientMessageId: 'c1', progress: value });
const address = { mediaUrl: '/media/7', mediaType: 'IMAGE' };
const publishedPicture = { ...published, body: { ...published.body, ...address } };
const uploaded = {
  type: 'delivery.uploaded',
  clientMessageId: 'c1',
  outgoing: { ...picture('c1'), body: { ...picture('c1').body, ...address } },
};
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

/** A delivery with scripted ports. */
function delivering(item = outgoing('c1')) {
  const clock = new SimulatedClock();
  const { ports, outbox } = props();
  const actors = { chatTopic: ports.chatTopic.logic, uploadMedia: ports.uploadMedia.logic };
  const input = { outbox: outbox.ref, me: 'mira', outgoing: item };
  const actor = createActor(deliveryMachine.provide({ actors: actors as never }), { clock, input }).start();
  return { actor, clock, topic: ports.chatTopic, upload: ports.uploadMedia, outbox };
}

describe('a message on its way', () => {
  it('is published on every fresh connection until its echo comes, and never after', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    topic.emit({ type: 'topic.opened' });
    expect(topic.received).toEqual([published, published]);
    topic.emit(arrived(echoOf('c1', '7')));
    expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]);
    expect(topic.running).toBe(false);
  });

  it('is published again after 10 s, 20 s … 60 s without an echo, so that a server in trouble is not pressed', () => {
    const { clock, topic } = delivering();
    topic.emit({ type: 'topic.opened' });
    for (const [tries, seconds] of [10, 20, 30, 40, 50, 60, 60, 60].entries()) {
      clock.increment(seconds * 1000 - 1);
      expect(topic.received).toHaveLength(tries + 1);
      clock.increment(1);
      expect(topic.received).toHaveLength(tries + 2);
    }
  });

  it('is refused when three connections in a row have ended with an ERROR over it', () => {
    const { topic, outbox } = delivering();
    const end = (byError: boolean) => {
      topic.emit({ type: 'topic.opened' });
      topic.emit({ type: 'topic.lost', byError });
    };
    for (const byError of [true, true, false, true, true]) end(byError);
    expect(outbox.received).toEqual([]);
    end(true);
    expect(topic.received).toHaveLength(6);
    expect(outbox.received).toEqual([
      { type: 'delivery.refused', clientMessageId: 'c1', reason: 'The message could not be sent.' },
    ]);
    expect(topic.running).toBe(false);
  });

  it('is confirmed by an echo that comes while there is no connection any more', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    topic.emit(arrived(echoOf('c1', '7')));
    expect(outbox.received).toEqual([{ type: 'delivery.confirmed', clientMessageId: 'c1' }]);
  });

  it('is not confirmed by what somebody else has sent under the same clientMessageId', () => {
    const { topic, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit(arrived(echoOf('c1', '7', { sender: message().sender })));
    expect(outbox.received).toEqual([]);
  });
});

describe('a file on its way (S1 §4: media is uploaded first)', () => {
  const fail = (status: number, serverMessage: string | null = null) => ({
    type: 'upload.failed' as const,
    error: new CallFailure(status ? 'refused' : 'network', status, serverMessage),
  });

  it('is not uploaded while there is no connection, nor a text at any time', () => {
    const { topic, upload } = delivering(picture('c1'));
    expect(upload.running).toBe(false);
    topic.emit({ type: 'topic.opened' });
    expect(upload.running).toBe(true);

    const text = delivering();
    text.topic.emit({ type: 'topic.opened' });
    expect(text.upload.calls).toEqual([]);
    expect(text.topic.received).toEqual([published]);
  });

  it('is tried again after 2 s, 4 s, 8 s … 60 s without a network, and never given up', () => {
    const { clock, topic, upload, outbox } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    for (const [tries, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      upload.emit(fail(0));
      clock.increment(seconds * 1000 - 1);
      expect(upload.calls).toHaveLength(tries + 1);
      clock.increment(1);
      expect(upload.calls).toHaveLength(tries + 2);
    }
    expect(outbox.received.map(({ type }) => type)).not.toContain('delivery.refused');
  });

  it('is tried again at once with a fresh connection', () => {
    const { topic, upload } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    upload.emit(fail(0));
    topic.emit({ type: 'topic.lost' });
    expect(upload.calls).toHaveLength(1);
    topic.emit({ type: 'topic.opened' });
    expect(upload.calls).toHaveLength(2);
  });

  it('is cut off after 60 s in which nothing of it went out, and tried again', () => {
    const { clock, topic, upload, outbox } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    for (const fraction of [0.25, 0.5, 1]) {
      clock.increment(59_999);
      upload.emit({ type: 'upload.progressed', fraction });
    }
    clock.increment(59_999);
    expect([upload.running, upload.calls.length]).toEqual([true, 1]);
    clock.increment(1);
    expect([upload.running, outbox.received.at(-1)]).toEqual([false, progress(null)]);
    clock.increment(2_000);
    expect([upload.running, upload.calls.length]).toEqual([true, 2]);
  });

  it.each([401, 408, 429])('waits out a status %i', (status) => {
    const { clock, topic, upload } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    for (let tries = 1; tries < 7; tries++) {
      upload.emit(fail(status, 'Not now.'));
      clock.increment(60_000);
    }
    expect(upload.calls).toHaveLength(7);
  });

  const cases: [string, ChatAddress, string][] = [
    ['incident chat', caseChat, 'Upload failed'],
    ['global chat', globalChat, 'Media upload failed'],
  ];
  it.each(cases)('of the %s is given up after 4 tries where the server is in trouble (S1 §8)', (_, chat, reason) => {
    const { clock, topic, upload, outbox } = delivering(picture('c1', chat));
    topic.emit({ type: 'topic.opened' });
    for (let tries = 1; tries < 4; tries++) {
      upload.emit(fail(500));
      clock.increment(60_000);
    }
    expect(outbox.received.map(({ type }) => type)).not.toContain('delivery.refused');
    upload.emit(fail(500));
    expect(outbox.received.at(-1)).toEqual({ type: 'delivery.refused', clientMessageId: 'c1', reason });
  });

  it('goes on when the connection is lost while it is uploaded, and is published with the next one', () => {
    const { topic, upload } = delivering(picture('c1'));
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'topic.lost' });
    upload.emit({ type: 'upload.done', ...address });
    topic.emit({ type: 'topic.opened' });
    expect(topic.received.at(-1)).toEqual(publishedPicture);
    expect(upload.calls).toHaveLength(1);
  });

  const lost = { ...refusal(400).refusal, message: 'There is no such uploaded file.' };

  it('is uploaded once more where the server has swept it, and refused when that did not help', () => {
    const { topic, upload, outbox } = delivering(uploaded.outgoing);
    topic.emit({ type: 'topic.opened' });
    topic.emit({ type: 'refusal.arrived', refusal: lost });
    expect(outbox.received).toEqual([progress(0)]);
    expect(upload.calls).toEqual([{ chat: globalChat, blob: picture('c1').media?.blob, name: 'dog.jpg' }]);
    upload.emit({ type: 'upload.done', mediaUrl: '/media/8', mediaType: 'IMAGE' });
    expect(topic.received.at(-1)).toMatchObject({ body: { clientMessageId: 'c1', mediaUrl: '/media/8' } });
    topic.emit({ type: 'refusal.arrived', refusal: lost });
    expect(upload.calls).toHaveLength(1);
    expect(outbox.received.at(-1)).toEqual({
      type: 'delivery.refused',
      clientMessageId: 'c1',
      reason: 'There is no such uploaded file.',
    });
  });

  it('has nothing to do with the refusal of a text', () => {
    const { topic, upload, outbox } = delivering();
    topic.emit({ type: 'topic.opened' });
    topic.emit(refusal(400));
    expect(upload.calls).toEqual([]);
    expect(outbox.received).toEqual([
      { type: 'delivery.refused', clientMessageId: 'c1', reason: 'This case is closed.' },
    ]);
  });

  it('is not uploaded again when it was before a reload', () => {
    const { topic, upload } = delivering(uploaded.outgoing);
    topic.emit({ type: 'topic.opened' });
    expect(upload.calls).toEqual([]);
    expect(topic.received).toEqual([publishedPicture]);
  });
});
