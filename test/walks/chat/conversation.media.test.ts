import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { ChatGroup } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import { composerMachine } from '../../../src/machines/chat/composer.machine';
import { selectRecordingActor, selectReplyTo, selectText } from '../../../src/machines/chat/composer.select';
import { conversationMachine } from '../../../src/machines/chat/conversation.machine';
import { selectIsCase, selectParts } from '../../../src/machines/chat/conversation.select';
import { historyMachine } from '../../../src/machines/chat/history.machine';
import { selectTimeline } from '../../../src/machines/chat/history.select';
import { recordingMachine } from '../../../src/machines/chat/recording.machine';
import { selectShownText } from '../../../src/machines/chat/transientText.machine';
import { selectShown } from '../../../src/machines/chat/viewer.machine';
import { queueMachine } from '../../../src/machines/submissions/queue.machine';
import { selectItems } from '../../../src/machines/submissions/queue.select';
import { submissionsOf } from '../../../src/rules/submissions/queue';
import { promisePort, scriptedWorld, settle, streamPort } from '../../kit/walk';
import { message } from '../../rules/samples';
import { caseChat, echoOf, file, globalChat, mira } from './samples';
import { emptyPageStore } from './talking';

const logicsOf = (ports: Record<string, { logic: unknown }>) =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic])) as never;

const entry = { id: '5', name: 'Incident #5 · Dog', purposeId: '3' };

/** A conversation of real charts over scripted ports, with a queue of its own. */
async function conversing(chat: ChatAddress = globalChat) {
  const clock = new SimulatedClock();
  const store = { store: streamPort(), leader: streamPort(), notices: streamPort(), message: streamPort() };
  const queue = createActor(queueMachine.provide({ actors: logicsOf(store) }), {
    input: { myId: 'mira', world: scriptedWorld(), can: () => true },
  }).start();
  const queued = () => submissionsOf(selectItems(queue.getSnapshot()), 'message');
  const ports = { chatTopic: streamPort(), fetchGroup: promisePort(), groupNews: streamPort(), sound: streamPort() };
  const draftStore = streamPort();
  const microphone = streamPort();
  const fetchHistory = promisePort();
  const machine = conversationMachine.provide({
    actors: {
      ...(logicsOf({ chatTopic: ports.chatTopic, fetchGroup: ports.fetchGroup, groupNews: ports.groupNews }) as object),
      readCachedGroup: fromPromise<ChatGroup | null, { chatId: string }>(async () => null),
      history: historyMachine.provide({
        actors: { ...(logicsOf({ fetchHistory }) as object), pageStore: emptyPageStore },
      }),
      composer: composerMachine.provide({
        actors: {
          ...(logicsOf({ draftStore }) as object),
          recording: recordingMachine.provide({ actors: logicsOf({ microphone }) }),
        },
      }),
    },
  });
  const input = { chat, me: mira, world: scriptedWorld(), queue, knownNames: ['Kabir'], textLimit: 4000 };
  const conversation = createActor(machine, { clock, input }).start();
  if (chat.kind === 'incident') ports.fetchGroup.resolve({ group: entry, isCopy: false });
  fetchHistory.resolve([]);
  await settle();
  const read = <T>(select: (snapshot: ReturnType<typeof conversation.getSnapshot>) => T) =>
    select(conversation.getSnapshot());
  return { ports, clock, conversation, queue, queued, store, draftStore, microphone, read, topic: ports.chatTopic };
}
const photo = message({ id: '7', mediaUrl: '/media/7', mediaType: 'IMAGE' });

describe('a conversation with media', () => {
  it.each([
    ['on a picture', photo, true, '7'],
    ['on an own picture that is still on its way', { ...photo, id: 'temp-c1', mediaUrl: '' }, true, 'temp-c1'],
    ['beside a picture', photo, false, undefined],
  ])('opens the viewer by a tap %s or not: S1 §4', async (_, tapped, onPicture, opened) => {
    const { clock, read } = await conversing();
    const gesture = read(selectParts).gesture;
    gesture.send({ type: 'pointer.pressed', message: tapped, x: 1, y: 1, onPicture });
    gesture.send({ type: 'pointer.released' });
    clock.increment(299);
    expect(selectShown(read(selectParts).viewer.getSnapshot())).toBe(null);
    clock.increment(1);
    expect(selectShown(read(selectParts).viewer.getSnapshot())?.id).toBe(opened);
  });

  it('opens no viewer by a double tap, which is a heart (DECISIONS 36)', async () => {
    const { clock, read } = await conversing();
    const gesture = read(selectParts).gesture;
    for (let tap = 0; tap < 2; tap++) {
      gesture.send({ type: 'pointer.pressed', message: photo, x: 1, y: 1 });
      gesture.send({ type: 'pointer.released' });
    }
    clock.increment(1_000);
    expect(selectShown(read(selectParts).viewer.getSnapshot())).toBe(null);
  });

  it('sends each file as a message of its own, with the name of its chat for the list of what waits', async () => {
    const { conversation, queued, read } = await conversing(caseChat);
    const replyTo = message({ id: '3' });
    const files = [file('a.jpg', 'image/jpeg'), file('b.jpg', 'image/jpeg')];
    conversation.send({ type: 'draft.submitted', text: 'Two', files, replyTo });
    const items = queued();
    expect(
      items.map(({ content: { body, chatName, media } }) => [body.text, body.parentMessageId, chatName, media?.name]),
    ).toEqual([
      ['Two', '3', 'Incident #5 · Dog', 'a.jpg'],
      [null, '3', 'Incident #5 · Dog', 'b.jpg'],
    ]);
    expect(selectTimeline(read(selectParts).history.getSnapshot()).map(({ id, mediaType }) => [id, mediaType])).toEqual(
      [
        [`temp-${items[0]?.id}`, 'IMAGE'],
        [`temp-${items[1]?.id}`, 'IMAGE'],
      ],
    );
  });

  it('removes a message that is withdrawn, here or in another tab', async () => {
    const { conversation, queue, queued, store, read } = await conversing();
    conversation.send({ type: 'draft.submitted', text: 'One', files: [], replyTo: null });
    conversation.send({ type: 'draft.submitted', text: 'Two', files: [], replyTo: null });
    const [one, two] = queued();
    const texts = () => selectTimeline(read(selectParts).history.getSnapshot()).map(({ text }) => text);
    for (const item of [one, two]) store.store.emit({ type: 'store.kept', id: item?.id } as never);
    queue.send({ type: 'submission.withdraw', id: one?.id ?? '' });
    expect(texts()).toEqual(['Two']);
    store.store.emit({ type: 'store.read', submissions: [], quarantined: [] } as never);
    expect(texts()).toEqual([]);
  });

  it('replaces a message in place by its echo, whether the queue or the topic hears it first', async () => {
    const { conversation, queue, queued, store, topic, read } = await conversing();
    conversation.send({ type: 'draft.submitted', text: 'One', files: [], replyTo: null });
    conversation.send({ type: 'draft.submitted', text: 'Two', files: [], replyTo: null });
    const clientMessageId = queued()[0]?.id ?? '';
    store.leader.emit({ type: 'leader.elected' } as never);
    queue.send({ type: 'submission.confirmed', id: clientMessageId, answer: undefined, wasEarlier: false });
    topic.emit({ type: 'messages.arrived', messages: [echoOf(clientMessageId, '9', { text: 'One' })] } as never);
    const timeline = selectTimeline(read(selectParts).history.getSnapshot());
    expect(timeline.map(({ text }) => text)).toEqual(['One', 'Two']);
    expect(timeline[0]?.id).toBe('9');
  });

  it('silences what plays when the microphone is about to listen', async () => {
    const { read, microphone } = await conversing();
    const audio = read(selectParts).audio;
    const heard: string[] = [];
    audio.system.inspect({
      next: (seen) => seen.type === '@xstate.event' && seen.actorRef === audio && heard.push(seen.event.type),
    });
    const composer = read(selectParts).composer;
    composer.send({ type: 'record.start' });
    expect(microphone.running).toBe(true);
    expect(heard).toEqual(['audio.pause']);
    selectRecordingActor(composer.getSnapshot()).send({ type: 'record.cancel' });
    expect(heard).toEqual(['audio.pause', 'audio.pause']);
    expect(microphone.running).toBe(false);
  });

  it('records on while its case goes on, and stops the microphone once the case is done', async () => {
    const { read, microphone, ports } = await conversing(caseChat);
    read(selectParts).composer.send({ type: 'record.start' });
    microphone.emit({ type: 'microphone.granted' } as never);
    for (const isClosed of [false, true]) {
      expect(microphone.received).toEqual([]);
      ports.groupNews.emit({ type: 'group.changed' } as never);
      ports.fetchGroup.resolve({ group: { ...entry, isClosed }, isCopy: false });
      await settle();
    }
    expect(microphone.received).toEqual([{ type: 'microphone.stop' }]);
  });

  it('shows a refused microphone and a refused file in the bar for 5 s (S1 §8)', async () => {
    const { clock, read, microphone } = await conversing();
    const composer = read(selectParts).composer;
    const bar = () => selectShownText(read(selectParts).bar.getSnapshot());
    composer.send({ type: 'files.choose', files: [file('notes.txt', 'text/plain')] });
    expect(bar()).toBe('Unsupported file type.');
    composer.send({ type: 'record.start' });
    microphone.emit({ type: 'microphone.failed', failure: 'denied' } as never);
    expect(bar()).toBe('Mic permission denied.');
    clock.increment(5_000);
    expect(bar()).toBe(null);
  });

  it('restores the text and the reply target that were stored', async () => {
    const { read, draftStore } = await conversing();
    draftStore.emit({ type: 'draft.restored', draft: { text: 'Half a', replyTo: photo } } as never);
    expect(selectText(read(selectParts).composer.getSnapshot())).toBe('Half a');
    expect(selectReplyTo(read(selectParts).composer.getSnapshot())).toEqual(photo);
  });

  it('lists who has seen a message in case chats', async () => {
    const [inCase, everywhere] = [await conversing(caseChat), await conversing()];
    expect([inCase.read(selectIsCase), everywhere.read(selectIsCase)]).toEqual([true, false]);
  });
});
