import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import {
  type AttachmentsFact,
  type AttachmentsSnapshot,
  attachmentsMachine,
  selectAttachments,
  selectIsPreparing,
} from '../../src/machines/attachments.machine';
import { testMutants } from '../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, settle, testWalk, walkOf } from '../kit/walk';
import { file } from './chat/samples';

type Owner = ActorRef<Snapshot<unknown>, AttachmentsFact>;
const photo = file('dog.png', 'image/png');
const small = file('dog.jpg', 'image/jpeg');
const notes = file('notes.pdf', 'application/pdf');
const refused = { type: 'attachment.refused', reason: 'Unsupported file type.' };
const props = () => ({ ports: { prepareFile: promisePort<File, File>() }, owner: recorder<Owner>() });
type Props = ReturnType<typeof props>;

const chosen = {
  to: 'preparing',
  sees: ({ ports, owner }: Props) => {
    expect(ports.prepareFile.running).toBe(true);
    expect(owner.received.at(-2)).not.toEqual(refused);
  },
};
const left = (rest: AttachmentsSnapshot['context']['attachments']) => {
  if (rest.length === 0) return 'empty';
  return rest.every(({ prepared }) => prepared !== null) ? 'ready' : 'preparing';
};
const removed = (id: string) => (snapshot: AttachmentsSnapshot) =>
  left(snapshot.context.attachments.filter((attachment) => attachment.id !== id));
const prepared = (as: File) => (snapshot: AttachmentsSnapshot) => {
  const first = snapshot.context.attachments.findIndex((attachment) => attachment.prepared === null);
  const waiting = snapshot.context.attachments.filter((attachment) => attachment.prepared === null);
  return {
    to: waiting.length > 1 ? 'preparing' : 'ready',
    sees: (setup: Props & { actor: { getSnapshot(): AttachmentsSnapshot } }) =>
      expect(setup.actor.getSnapshot().context.attachments[first]?.prepared).toBe(as),
  };
};
const always = {
  photo: chosen,
  'photo and notes': {
    to: 'preparing',
    sees: ({ owner }: Props) => expect(owner.received.at(-2)).toEqual(refused),
  },
  notes: (snapshot: AttachmentsSnapshot) => ({
    to: removed('none')(snapshot),
    sees: ({ owner }: Props) => expect(owner.received.at(-2)).toEqual(refused),
  }),
  // Small files of a draft are not prepared again. They come before files that were attached meanwhile. A file that is attached already
  // is not attached again.
  restored: (snapshot: AttachmentsSnapshot) => {
    const { attachments } = snapshot.context;
    const isThere = attachments.some(({ prepared }) => prepared === small);
    return {
      to: attachments.every(({ prepared }) => prepared !== null) ? 'ready' : 'preparing',
      sees: ({ read }: { read<T>(select: (snapshot: AttachmentsSnapshot) => T): T }) => {
        const ids = attachments.map(({ id }) => id);
        expect(read(selectAttachments).map(({ id }) => id)).toEqual(
          isThere ? ids : [String(snapshot.context.chosen), ...ids],
        );
      },
    };
  },
  'begun again': removed('none'),
  'first removed': removed('0'),
  'second removed': removed('1'),
  'sent elsewhere': ({ context: { attachments } }: AttachmentsSnapshot) =>
    left(attachments.filter(({ prepared }) => prepared !== small)),
  taken: {
    to: 'empty',
    sees: ({ owner }: Props) =>
      expect(owner.received.at(-1)).toEqual({ type: 'attachments.changed', files: [], isReady: true }),
  },
};

const walk = walkOf({
  machine: attachmentsMachine,
  props,
  input: ({ owner }) => ({ owner: owner.ref }),
  keeps: ({ context }) => context.attachments.map(({ id, file: original }) => [id, original.name]),
  key: ({ context }) => context.attachments.slice(0, 2).map(({ id, prepared: as }) => [Number(id) < 2 && id, as?.name]),
  samples: {
    photo: { type: 'files.choose', files: [photo] },
    'photo and notes': { type: 'files.choose', files: [photo, notes] },
    notes: { type: 'files.choose', files: [notes] },
    restored: { type: 'files.restore', files: [small] },
    'first removed': { type: 'file.remove', id: '0' },
    'second removed': { type: 'file.remove', id: '1' },
    'sent elsewhere': { type: 'files.gone', files: [small] },
    taken: { type: 'files.taken' },
    'begun again': { type: 'supervision.restarted' },
    'made small': done('prepareFile', small),
    'cannot be made small': failed('prepareFile'),
    'takes too long': elapsed('xstate.after.prepareTimeout.attachments.preparing', 30_000),
  },
  states: {
    empty: {
      sees: ({ read, ports }) => {
        expect(read(selectAttachments)).toEqual([]);
        expect(ports.prepareFile.running).toBe(false);
      },
      takes: always,
    },
    preparing: {
      sees: ({ read, ports, owner }) => {
        expect(read(selectIsPreparing)).toBe(true);
        expect(ports.prepareFile.calls.at(-1)).toBe(photo);
        expect(owner.received.at(-1)).toMatchObject({ type: 'attachments.changed', isReady: false });
      },
      takes: {
        ...always,
        'made small': prepared(small),
        'cannot be made small': prepared(photo),
        'takes too long': prepared(photo),
      },
    },
    ready: {
      sees: ({ read, owner, ports }) => {
        const files = read(selectAttachments).map((attachment) => attachment.prepared);
        expect(files.length).toBeGreaterThan(0);
        expect(owner.received.at(-1)).toEqual({ type: 'attachments.changed', files, isReady: true });
        expect(ports.prepareFile.running).toBe(false);
      },
      takes: always,
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('attached files (S1 §5)', () => {
  it.each([
    ['image/heic', true],
    ['video/mp4', true],
    ['audio/mpeg', true],
    ['text/plain', false],
    ['', false],
  ])('of type %j: accepted %s', (type, isAccepted) => {
    const owner = recorder<Owner>();
    const attachments = createActor(attachmentsMachine, { input: { owner: owner.ref } }).start();
    attachments.send({ type: 'files.choose', files: [file('a', type)] });
    expect(selectAttachments(attachments.getSnapshot())).toHaveLength(isAccepted ? 1 : 0);
    expect(owner.received.some(({ reason }) => reason === 'Unsupported file type.')).toBe(!isAccepted);
    attachments.stop();
  });

  it('are prepared one after the other and keep their order', async () => {
    const { ports, owner } = props();
    const machine = attachmentsMachine.provide({ actors: { prepareFile: ports.prepareFile.logic as never } });
    const attachments = createActor(machine, { input: { owner: owner.ref } }).start();
    const clip = file('dog.mp4', 'video/mp4');
    attachments.send({ type: 'files.choose', files: [photo, clip] });
    expect(ports.prepareFile.calls).toEqual([photo]);
    ports.prepareFile.resolve(small);
    await settle();
    expect(ports.prepareFile.calls).toEqual([photo, clip]);
    ports.prepareFile.resolve(clip);
    await settle();
    expect(owner.received.at(-1)).toEqual({ type: 'attachments.changed', files: [small, clip], isReady: true });
  });

  it('compresses a large photo of a draft that was stored before it was compressed', async () => {
    const { ports, owner } = props();
    const attachments = createActor(
      attachmentsMachine.provide({ actors: { prepareFile: ports.prepareFile.logic as never } }),
      { input: { owner: owner.ref } },
    ).start();
    const large = new File([new Uint8Array(900_000)], 'dog.png', { type: 'image/png' });
    const clip = new File([new Uint8Array(900_000)], 'dog.mp4', { type: 'video/mp4' });
    attachments.send({ type: 'files.restore', files: [large, clip] });
    expect(ports.prepareFile.calls).toEqual([large]);
    ports.prepareFile.resolve(small);
    await settle();
    expect(owner.received.at(-1)).toEqual({ type: 'attachments.changed', files: [small, clip], isReady: true });
    attachments.stop();
  });
});
