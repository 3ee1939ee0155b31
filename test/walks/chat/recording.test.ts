import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import type { ChatAddress } from '../../../src/contract/topics';
import {
  type RecordingFact,
  type RecordingSnapshot,
  recordingMachine,
} from '../../../src/machines/chat/recording.machine';
import {
  selectCanStop,
  selectPhase,
  selectRecording,
  selectSeconds,
} from '../../../src/machines/chat/recording.select';
import { testMutants } from '../../kit/mutants';
import { broken, elapsed, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { caseChat, file, globalChat } from './samples';

type Composer = ActorRef<Snapshot<unknown>, RecordingFact>;
const recording = { file: file('voice-message.webm', 'audio/webm'), duration: 3.2 };
const props = () => ({ ports: { microphone: streamPort() }, composer: recorder<Composer>() });
type Props = ReturnType<typeof props>;
type Recording = typeof recording;
const told = ({ composer }: Props) => composer.received.at(-1);
const soFar = { file: file('voice-message.webm', 'audio/webm'), duration: 2 };
const earlier = { file: file('voice-message.webm', 'audio/webm'), duration: 5 };
/** The recordings that the device was told to keep. Null deletes the one before. */
const kept = ({ composer }: Props) =>
  composer.received.flatMap((fact) => (fact.type === 'recording.changed' ? [fact.recording] : []));
/** Whether the composer was told to offer the recordings, or to send them. */
const ends = ({ composer }: Props) =>
  composer.received
    .map(({ type }) => type)
    .filter((type) => ['recording.stopped', 'recording.completed'].includes(type));
const stopped = ({ ports }: Props) => ports.microphone.received.filter(({ type }) => type === 'microphone.stop');

/** A finished recording is offered, if there is one. */
const leaves = (left: Recording | null) => ({
  to: left ? 'reviewing.listening' : 'idle',
  sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
    expect(told(setup)).toEqual({ type: left ? 'recording.stopped' : 'recording.ended' });
    expect(setup.read(selectRecording)).toBe(left);
    expect(kept(setup).at(-1)).toBe(left);
  },
});
/** What was recorded before is offered, and if there is nothing, the one that was to be replaced (DECISIONS 317). */
const leftOf = ({ context: { recording: soFar, aside } }: RecordingSnapshot) => leaves(soFar ?? aside);
/** S1 §8, the texts of the global chat. */
const refusedWith = (reason: string) => (now: RecordingSnapshot) => {
  const { to, sees } = leftOf(now);
  return {
    to,
    sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
      expect(setup.composer.received).toContainEqual({ type: 'recording.failed', reason });
      sees(setup);
    },
  };
};
/** The device has deleted the one before. It can be brought back as long as the new one is not finished. */
const begun = ({ context }: RecordingSnapshot) => ({
  to: 'capturing.asking',
  sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
    expect(told(setup)).toEqual({ type: 'recording.began' });
    expect(kept(setup).at(-1)).toBe(null);
    expect(setup.read((now) => now.context.aside)).toBe(context.recording);
  },
});
/** The device has deleted it, the microphone is off, and the composer can be used. Only this page still has it. */
const discarded = (which: (now: RecordingSnapshot) => Recording | null) => (now: RecordingSnapshot) => ({
  to: 'discarded',
  sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
    expect(told(setup)).toEqual({ type: 'recording.ended' });
    expect([setup.read(selectRecording), kept(setup).at(-1)]).toEqual([null, null]);
    expect(setup.read(({ context }) => context.aside)).toBe(which(now));
  },
});
const toReview = {
  to: 'reviewing.listening',
  sees: (setup: Props) => {
    expect(told(setup)).toEqual({ type: 'recording.stopped' });
    expect(kept(setup).at(-1)).toBe(recording);
  },
};
/** Nothing is left of it. */
const isGone = {
  to: 'idle',
  sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
    expect(told(setup)).toEqual({ type: 'recording.ended' });
    expect([setup.read(selectRecording), kept(setup).at(-1)]).toEqual([null, null]);
  },
};
/** It is offered again. */
const offered = (restored: Recording) => ({
  to: 'reviewing.listening',
  sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
    expect(told(setup)).toEqual({ type: 'recording.stopped' });
    expect([setup.read(selectRecording), kept(setup).at(-1)]).toEqual([restored, restored]);
  },
});
/** Another one is there already, so it is attached like a file. One that is there itself changes nothing. */
const attached = (restored: Recording) => (now: RecordingSnapshot) =>
  now.context.recording === restored
    ? null
    : {
        to: Object.entries(now.value).flat().join('.'),
        sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
          expect(told(setup)).toEqual({ type: 'files.restored', files: [restored.file] });
          expect(setup.read(selectRecording)).toBe(now.context.recording);
        },
      };
const isOffered = { 'one of the last time': offered(earlier), 'the part of before': offered(soFar) };
const isAttached = { 'one of the last time': attached(earlier), 'the part of before': attached(soFar) };
const isBack = (now: RecordingSnapshot) =>
  now.context.recording && {
    to: 'reviewing.listening',
    sees: (setup: Props) => expect(told(setup)).toEqual({ type: 'recording.stopped' }),
  };

const walk = walkOf({
  machine: recordingMachine,
  props,
  input: ({ composer }) => ({ composer: composer.ref, chat: globalChat }),
  keeps: ({ context }) => [context.recording],
  key: ({ context }) => [context.recording?.duration, context.aside?.duration],
  samples: {
    pressed: { type: 'record.start' },
    stop: { type: 'record.stop' },
    'listen first': { type: 'record.review' },
    cancel: { type: 'record.cancel' },
    undo: { type: 'record.undo' },
    'ten seconds': elapsed('xstate.after.undoTime.recording.discarded', 10_000),
    '5 s after listen first': elapsed('xstate.after.finishing.recording.capturing.stopping', 5_000),
    '5 s after stop': elapsed('xstate.after.finishing.recording.capturing.completing', 5_000),
    '5 s after cancel': elapsed('xstate.after.finishing.recording.capturing.dropping', 5_000),
    send: { type: 'record.send' },
    allowed: said('microphone', { type: 'microphone.granted' }),
    'a second': said('microphone', { type: 'microphone.ticked', seconds: 1 }),
    'a part': said('microphone', { type: 'microphone.progressed', recording: soFar }),
    'one of the last time': { type: 'recording.restored', recording: earlier },
    'the part of before': { type: 'recording.restored', recording: soFar },
    'sent elsewhere': { type: 'recording.gone' },
    'begun again': { type: 'supervision.restarted' },
    finished: said('microphone', { type: 'microphone.finished', recording }),
    unsupported: said('microphone', { type: 'microphone.failed', failure: 'unsupported' }),
    denied: said('microphone', { type: 'microphone.failed', failure: 'denied' }),
    unavailable: said('microphone', { type: 'microphone.failed', failure: 'unavailable' }),
    'microphone broke': broken('microphone'),
    'upload ended': { type: 'upload.ended' },
  },
  states: {
    idle: {
      sees: ({ read, ports, last }) => {
        expect([read(selectPhase), read(selectCanStop), ports.microphone.running]).toEqual(['none', false, false]);
        if (last === 'cancel' || last === 'ten seconds') expect(read(selectRecording)).toBe(null);
      },
      takes: { pressed: begun, ...isOffered },
    },
    capturing: {
      sees: ({ ports }) => expect(ports.microphone.running).toBe(true),
      takes: {
        ...isAttached,
        'begun again': isBack,
        cancel: 'capturing.dropping',
        unsupported: refusedWith('Audio recording not supported.'),
        denied: refusedWith('Mic permission denied.'),
        unavailable: refusedWith('Could not access mic.'),
        'microphone broke': refusedWith('Could not access mic.'),
      },
    },
    'capturing.asking': {
      sees: ({ read }) =>
        expect([read(selectPhase), read(selectSeconds), read(selectCanStop)]).toEqual(['asking', 0, false]),
      // The chat can no longer be written in while the browser still asks: nothing is recorded yet.
      takes: { allowed: 'capturing.recording', 'listen first': leftOf, cancel: leftOf },
    },
    'capturing.recording': {
      sees: (setup) => {
        expect([setup.read(selectPhase), setup.read(selectCanStop)]).toEqual(['recording', true]);
        expect(stopped(setup)).toEqual([]);
      },
      takes: {
        'a second': {
          to: 'capturing.recording',
          sees: ({ read }) => expect(read(selectSeconds)).toBe(1),
        },
        'a part': {
          to: 'capturing.recording',
          sees: (setup) => {
            expect(setup.read(selectRecording)).toBe(soFar);
            expect(kept(setup).at(-1)).toBe(soFar);
          },
        },
        stop: 'capturing.completing',
        'listen first': 'capturing.stopping',
        finished: toReview,
      },
    },
    'capturing.stopping': {
      sees: (setup) => {
        expect([setup.read(selectPhase), setup.read(selectCanStop)]).toEqual(['recording', false]);
        expect(stopped(setup)).toHaveLength(1);
      },
      // A browser that never says that it has finished must not block the composer.
      takes: { finished: toReview, '5 s after listen first': leftOf },
    },
    'capturing.completing': {
      sees: (setup) => {
        expect([setup.read(selectPhase), setup.read(selectCanStop)]).toEqual(['recording', false]);
        expect(stopped(setup)).toHaveLength(1);
      },
      takes: {
        '5 s after stop': leftOf,
        finished: {
          to: 'reviewing.leaving',
          sees: (setup) => {
            expect(told(setup)).toEqual({ type: 'recording.completed' });
            expect(kept(setup).at(-1)).toBe(recording);
          },
        },
      },
    },
    // The whole recording is waited for, so that it can be brought back.
    'capturing.dropping': {
      sees: (setup) => {
        expect([setup.read(selectPhase), setup.read(selectCanStop)]).toEqual(['recording', false]);
        expect(stopped(setup).length).toBeGreaterThan(0);
      },
      takes: {
        cancel: 'capturing.dropping',
        '5 s after cancel': leftOf,
        finished: (now) => (now.context.aside ? leaves(now.context.aside) : discarded(() => recording)(now)),
        // It was too short to hold any sound: nothing needs to be said.
        ...Object.fromEntries(
          ['unsupported', 'denied', 'unavailable'].map((failure) => [
            failure,
            (now: RecordingSnapshot) => ({
              ...leftOf(now),
              sees: (setup: Props & { read<T>(select: (snapshot: RecordingSnapshot) => T): T }) => {
                leftOf(now).sees(setup);
                expect(setup.composer.received.at(-2)?.type).not.toBe('recording.failed');
              },
            }),
          ]),
        ),
      },
    },
    discarded: {
      sees: ({ read, ports }) => expect([read(selectPhase), ports.microphone.running]).toEqual(['discarded', false]),
      takes: { undo: ({ context }) => leaves(context.aside), 'ten seconds': 'idle', pressed: begun, ...isOffered },
    },
    reviewing: {
      sees: ({ read, ports }) => {
        expect(read(selectPhase)).toBe('reviewing');
        expect(read(selectRecording)).not.toBe(null);
        // The microphone's light is off while the member listens.
        expect(ports.microphone.running).toBe(false);
      },
      takes: {
        send: (now) => ({
          to: 'uploading',
          sees: ({ composer }) =>
            expect(composer.received.slice(-3)).toEqual([
              { type: 'recording.ready', recording: now.context.recording },
              { type: 'recording.changed', recording: null },
              { type: 'recording.ended' },
            ]),
        }),
        cancel: discarded(({ context }) => context.recording),
        'sent elsewhere': isGone,
        pressed: begun,
        ...isAttached,
        'begun again': isBack,
      },
    },
    'reviewing.listening': { sees: (setup) => expect(ends(setup).at(-1)).toBe('recording.stopped') },
    'reviewing.leaving': { sees: (setup) => expect(ends(setup).at(-1)).toBe('recording.completed') },
    uploading: {
      sees: ({ read, ports }) => {
        expect(read(selectPhase)).toBe('none');
        expect(ports.microphone.running).toBe(false);
      },
      takes: { 'upload ended': 'sent', pressed: begun, ...isOffered },
    },
    sent: {
      sees: ({ read }) => expect([read(selectPhase), read(selectRecording)]).toEqual(['none', null]),
      takes: { pressed: begun, ...isOffered },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** S1 §8, "Microphone". */
const texts: [string, ChatAddress, string, string][] = [
  ['unsupported', caseChat, 'the incident chat', 'Audio recording is not supported on this browser/connection.'],
  ['denied', caseChat, 'the incident chat', 'Microphone permission denied.'],
  ['unavailable', caseChat, 'the incident chat', 'Could not access microphone.'],
  ['empty', caseChat, 'the incident chat', 'Nothing was recorded. Record a little longer.'],
  ['unsupported', globalChat, 'the global chat', 'Audio recording not supported.'],
  ['denied', globalChat, 'the global chat', 'Mic permission denied.'],
  ['unavailable', globalChat, 'the global chat', 'Could not access mic.'],
  ['empty', globalChat, 'the global chat', 'Nothing was recorded. Record a little longer.'],
];

describe('a recording', () => {
  it.each(texts)('whose microphone is %s says so in the words of its chat', (failure, chat, _, reason) => {
    const { ports, composer } = props();
    const machine = recordingMachine.provide({ actors: { microphone: ports.microphone.logic as never } });
    const actor = createActor(machine, { input: { composer: composer.ref, chat } }).start();
    actor.send({ type: 'record.start' });
    ports.microphone.emit({ type: 'microphone.failed', failure });
    expect(composer.received).toContainEqual({ type: 'recording.failed', reason });
    expect(ports.microphone.running).toBe(false);
  });

  it.each([
    ['is left, and wants what was recorded until then (DECISIONS 197)', false, []],
    ['is left after it was cancelled', true, [{ type: 'microphone.stop' }, { type: 'microphone.discard' }]],
  ])('gives the microphone back when the chat %s', (_, isCancelled, commands) => {
    const { ports, composer } = props();
    const machine = recordingMachine.provide({ actors: { microphone: ports.microphone.logic as never } });
    const actor = createActor(machine, { input: { composer: composer.ref, chat: caseChat } }).start();
    actor.send({ type: 'record.start' });
    ports.microphone.emit({ type: 'microphone.granted' });
    expect(ports.microphone.running).toBe(true);
    if (isCancelled) {
      actor.send({ type: 'record.cancel' });
      ports.microphone.emit({ type: 'microphone.finished', recording });
    }
    actor.stop();
    expect([ports.microphone.running, ports.microphone.received]).toEqual([false, commands]);
  });

  it('starts from 0:00 each time', () => {
    const { ports, composer } = props();
    const machine = recordingMachine.provide({ actors: { microphone: ports.microphone.logic as never } });
    const actor = createActor(machine, { input: { composer: composer.ref, chat: caseChat } }).start();
    actor.send({ type: 'record.start' });
    ports.microphone.emit({ type: 'microphone.granted' });
    ports.microphone.emit({ type: 'microphone.ticked', seconds: 12 });
    actor.send({ type: 'record.cancel' });
    ports.microphone.emit({ type: 'microphone.finished', recording });
    actor.send({ type: 'record.start' });
    expect(selectSeconds(actor.getSnapshot())).toBe(0);
  });
});
