import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import { type ComposerSnapshot, composerMachine } from '../../../src/machines/chat/composer.machine';
import {
  selectCanAttach,
  selectCanSubmit,
  selectPlaceholder,
  selectTextBox,
} from '../../../src/machines/chat/composer.select';
import type { ComposerFact } from '../../../src/machines/chat/composer.types';
import type { OutboxRef } from '../../../src/machines/chat/outbox.machine';
import { selectText } from '../../../src/machines/chat/textBox.select';
import { testMutants } from '../../kit/mutants';
import { broken, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';
import { file, globalChat, mira } from './samples';

type Conversation = ActorRef<Snapshot<unknown>, ComposerFact>;
const knownNames = ['Kabir', 'Mira'];
const photo = file('dog.jpg', 'image/jpeg');
const voice = file('voice-message.webm', 'audio/webm');
const original = message({ id: '7' });
const draft = { text: 'Half a', replyTo: original };

const props = () => ({
  ports: {
    textBox: streamPort(),
    attachments: streamPort(),
    recording: streamPort(),
    draftStore: streamPort(),
    outboxNews: streamPort(),
  },
  conversation: recorder<Conversation>(),
  outbox: recorder<OutboxRef>(),
});
type Props = ReturnType<typeof props>;
const inputOf = ({ conversation, outbox }: Props) => ({
  conversation: conversation.ref,
  outbox: outbox.ref,
  chat: globalChat,
  me: mira,
  knownNames,
});
const told = ({ conversation }: Props) => conversation.received.at(-1);
const keptDraft = ({ ports }: Props) => ports.draftStore.received.at(-1);
const bar = (reason: string, to = 'voice') => ({
  to,
  sees: (scene: Props) => expect(told(scene)).toEqual({ type: 'composer.failed', reason }),
});
const children = ['textBox', 'attachments', 'recording', 'draftStore', 'outboxNews'] as const;
const broke = {
  'textBox broke': 'voice',
  'attachments broke': 'voice',
  'recording broke': 'voice',
  'draftStore broke': 'voice',
  'outboxNews broke': 'voice',
} as const;

/** S1 §4 and §5: text or media, all of it ready, and neither recording nor uploading. */
const maySubmit = ({ context: { text, attached }, value }: ComposerSnapshot) =>
  (text === 'Dog' || text === draft.text || attached.files.length > 0) &&
  attached.isReady &&
  value.voice === 'quiet' &&
  value.upload === 'idle';

const walk = walkOf({
  machine: composerMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: inputOf,
  key: ({ context: { text, attached } }) => [
    attached.files.length > 0,
    attached.isReady,
    attached.files.length === 0 && text !== '',
  ],
  samples: {
    typed: said('textBox', { type: 'text.changed', text: 'Dog' }),
    'a photo attached': said('attachments', { type: 'attachments.changed', files: [photo], isReady: false }),
    'the photo is small': said('attachments', { type: 'attachments.changed', files: [photo], isReady: true }),
    'reply chosen': { type: 'reply.changed', replyTo: original },
    'a draft from the last time': said('draftStore', { type: 'draft.restored', draft }),
    submit: { type: 'draft.submit' },
    'files chosen': { type: 'files.choose', files: [photo] },
    'record pressed': { type: 'record.start' },
    'recording began': said('recording', { type: 'recording.began' }),
    'recording stopped': said('recording', { type: 'recording.stopped' }),
    'recording sent': { type: 'record.send' },
    'recording ready': said('recording', { type: 'recording.ready', recording: { file: voice, duration: 3 } }),
    'recording ended': said('recording', { type: 'recording.ended' }),
    'microphone refused': said('recording', { type: 'recording.failed', reason: 'Mic permission denied.' }),
    'file refused': said('attachments', { type: 'attachment.refused', reason: 'Unsupported file type.' }),
    'upload began': said('outboxNews', { type: 'upload.began' }),
    'upload settled': said('outboxNews', { type: 'upload.settled' }),
    'upload refused': said('outboxNews', { type: 'upload.refused', reason: 'Media upload failed' }),
    'textBox broke': broken('textBox'),
    'attachments broke': broken('attachments'),
    'recording broke': broken('recording'),
    'draftStore broke': broken('draftStore'),
    'outboxNews broke': broken('outboxNews'),
  },
  states: {
    voice: {
      sees: ({ read, actor }) => {
        const { value } = actor.getSnapshot();
        expect(read(selectCanSubmit)).toBe(maySubmit(actor.getSnapshot()));
        expect(read(selectCanAttach)).toBe(value.voice === 'quiet');
        const uploading = value.upload === 'uploading' ? 'Attaching media...' : 'Message...';
        expect(read(selectPlaceholder)).toBe(value.voice === 'recording' ? 'Recording audio...' : uploading);
      },
      takes: {
        ...broke,
        typed: {
          to: 'voice',
          sees: (scene) =>
            expect(keptDraft(scene)).toEqual({
              type: 'draft.keep',
              draft: { text: 'Dog', replyTo: scene.actor.getSnapshot().context.replyTo },
            }),
        },
        'reply chosen': {
          to: 'voice',
          sees: (scene) =>
            expect(keptDraft(scene)).toEqual({
              type: 'draft.keep',
              draft: { text: scene.actor.getSnapshot().context.text, replyTo: original },
            }),
        },
        'a draft from the last time': ({ context: { text, replyTo } }) =>
          text !== '' || replyTo !== null
            ? null
            : {
                to: 'voice',
                sees: (scene) => {
                  expect(told(scene)).toEqual({ type: 'draft.restored', draft });
                  expect(scene.ports.textBox.received.at(-1)).toEqual({ type: 'text.replace', text: 'Half a' });
                  expect(scene.actor.getSnapshot().context).toMatchObject(draft);
                },
              },
        submit: (snapshot) =>
          maySubmit(snapshot)
            ? {
                to: 'voice.quiet',
                sees: (scene) => {
                  const { text, attached } = snapshot.context;
                  expect(told(scene)).toEqual({ type: 'draft.submitted', text: text.trim(), files: attached.files });
                  if (attached.files.length > 0)
                    expect(scene.ports.attachments.received.at(-1)).toEqual({ type: 'files.taken' });
                  expect(scene.ports.textBox.received.at(-1)).toEqual({ type: 'text.replace', text: '' });
                  expect(keptDraft(scene)).toEqual({ type: 'draft.keep', draft: { text: '', replyTo: null } });
                },
              }
            : null,
        'upload refused': bar('Media upload failed'),
        'a photo attached': 'voice',
        'the photo is small': 'voice',
        'microphone refused': bar('Mic permission denied.'),
        'file refused': bar('Unsupported file type.'),
      },
    },
    'voice.quiet': {
      sees: ({ ports }) => expect(ports.recording.received).not.toContainEqual({ type: 'files.choose' }),
      takes: {
        'files chosen': {
          to: 'voice.quiet',
          sees: ({ ports }) =>
            expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files: [photo] }),
        },
        'record pressed': {
          to: 'voice.quiet',
          sees: ({ ports }) => expect(ports.recording.received.at(-1)).toEqual({ type: 'record.start' }),
        },
        'recording began': {
          to: 'voice.recording',
          sees: (scene) => expect(told(scene)).toEqual({ type: 'recording.began' }),
        },
      },
    },
    'voice.recording': {
      sees: ({ read }) => expect([read(selectCanSubmit), read(selectCanAttach)]).toEqual([false, false]),
      takes: {
        'recording began': {
          to: 'voice.recording',
          sees: (scene) => expect(told(scene)).toEqual({ type: 'recording.began' }),
        },
        'recording stopped': 'voice.reviewing',
        'recording ended': {
          to: 'voice.quiet',
          sees: (scene) => expect(told(scene)).toEqual({ type: 'recording.ended' }),
        },
      },
    },
    'voice.reviewing': {
      sees: ({ read }) => {
        expect([read(selectCanSubmit), read(selectCanAttach)]).toEqual([false, false]);
        expect(read(selectPlaceholder)).not.toBe('Recording audio...');
      },
      takes: {
        'recording began': {
          to: 'voice.recording',
          sees: (scene) => expect(told(scene)).toEqual({ type: 'recording.began' }),
        },
        // S1 §4: "Uploading blocks sending."
        'recording sent': ({ value }) =>
          (value as { upload: string }).upload === 'uploading'
            ? null
            : {
                to: 'voice.reviewing',
                sees: ({ ports }) => expect(ports.recording.received.at(-1)).toEqual({ type: 'record.send' }),
              },
        'recording ready': {
          to: 'voice.reviewing',
          sees: (scene) => {
            expect(told(scene)).toEqual({ type: 'draft.submitted', text: '', files: [voice] });
            const { text } = scene.actor.getSnapshot().context;
            expect(keptDraft(scene)).toEqual({ type: 'draft.keep', draft: { text, replyTo: null } });
          },
        },
        'recording ended': {
          to: 'voice.quiet',
          sees: (scene) => expect(told(scene)).toEqual({ type: 'recording.ended' }),
        },
      },
    },
    'upload.idle': {
      sees: ({ ports, actor }) => {
        for (const child of children) expect(ports[child].calls).toHaveLength(1);
        expect(actor.getSnapshot().value.upload).toBe('idle');
      },
      takes: { 'upload began': 'upload.uploading' },
    },
    'upload.uploading': {
      sees: ({ read }) => expect(read(selectCanSubmit)).toBe(false),
      takes: {
        'upload settled': {
          to: 'upload.idle',
          sees: ({ ports }) => expect(ports.recording.received.at(-1)).toEqual({ type: 'upload.settled' }),
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** A composer with a real text box. */
function typing() {
  const { ports, ...others } = props();
  const { textBox: _, ...played } = ports;
  const actors = Object.fromEntries(Object.entries(played).map(([name, port]) => [name, port.logic]));
  const composer = createActor(composerMachine.provide({ actors: actors as never }), {
    input: inputOf({ ports, ...others }),
  }).start();
  return { composer, textBox: selectTextBox(composer.getSnapshot()), ports, ...others };
}

describe('the composer', () => {
  it('completes mentions on send, and empties the text box (S1 §5)', () => {
    const { composer, textBox, conversation } = typing();
    const text = '  @kab ask @ and lll ';
    textBox.send({ type: 'draft.changed', text, caret: text.length });
    composer.send({ type: 'draft.submit' });
    const sent = { type: 'draft.submitted', text: '@Kabir ask @Everyone and @Everyone', files: [] };
    expect(conversation.received).toEqual([sent]);
    expect(selectText(textBox.getSnapshot())).toBe('');
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toHaveLength(1);
  });

  it('shows what was being written the last time, but never over what has been written since', () => {
    const { textBox, ports, conversation } = typing();
    textBox.send({ type: 'draft.changed', text: 'New', caret: 3 });
    ports.draftStore.emit({ type: 'draft.restored', draft });
    expect(selectText(textBox.getSnapshot())).toBe('New');
    expect(conversation.received).toEqual([]);
    textBox.send({ type: 'draft.changed', text: '', caret: 0 });
    ports.draftStore.emit({ type: 'draft.restored', draft });
    expect(selectText(textBox.getSnapshot())).toBe('Half a');
    expect(conversation.received).toEqual([{ type: 'draft.restored', draft }]);
  });

  it('does not send a blank text, unless media is being attached (S1 §5)', () => {
    const { composer, textBox, ports, conversation } = typing();
    textBox.send({ type: 'draft.changed', text: ' \n', caret: 2 });
    expect(selectCanSubmit(composer.getSnapshot())).toBe(false);
    ports.attachments.emit({ type: 'attachments.changed', files: [photo], isReady: true });
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toEqual([{ type: 'draft.submitted', text: '', files: [photo] }]);
  });

  it('restores no draft over a reply that was begun since', () => {
    const { composer, ports } = typing();
    composer.send({ type: 'reply.changed', replyTo: message({ id: '8' }) });
    ports.draftStore.emit({ type: 'draft.restored', draft });
    expect(composer.getSnapshot().context.replyTo?.id).toBe('8');
  });

  it('leaves what is written and attached where it is when a voice message goes out', () => {
    const { composer, textBox, ports } = typing();
    textBox.send({ type: 'draft.changed', text: 'Dog', caret: 3 });
    ports.recording.emit({ type: 'recording.began' });
    ports.recording.emit({ type: 'recording.stopped' });
    ports.recording.emit({ type: 'recording.ready', recording: { file: voice, duration: 3 } });
    ports.recording.emit({ type: 'recording.ended' });
    expect(selectText(textBox.getSnapshot())).toBe('Dog');
    expect(ports.attachments.received).toEqual([]);
    expect(selectCanSubmit(composer.getSnapshot())).toBe(true);
  });
});
