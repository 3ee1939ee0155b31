import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type ComposerSnapshot, composerMachine } from '../../../src/machines/chat/composer.machine';
import {
  selectActive,
  selectCanSubmit,
  selectCharactersLeft,
  selectEditBlockedBy,
  selectIsSuggesting,
  selectKnownNames,
  selectMediaBlockedBy,
  selectReplyTo,
  selectSendBlockedBy,
  selectSubmitBlockedBy,
  selectSuggestions,
  selectText,
} from '../../../src/machines/chat/composer.select';
import { splitMentions } from '../../../src/rules/chat/mentions';
import { message } from '../../rules/samples';
import { draft, EMPTY_DRAFT, EMPTY_FILES, inputOf, original, photo, props, recording, typed, voice } from './composing';
import { mira } from './samples';

/** A composer whose children are scripted. */
function open(parts: Partial<ReturnType<typeof inputOf>> = {}) {
  const { ports, conversation } = props();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const composer = createActor(composerMachine.provide({ actors: actors as never }), {
    input: { ...inputOf({ ports, conversation }), ...parts },
  }).start();
  const read = <T>(select: (snapshot: ComposerSnapshot) => T) => select(composer.getSnapshot());
  return { composer, read, ports, conversation };
}

describe('the composer', () => {
  it('completes mentions on send, and empties the text box (S1 §5)', () => {
    const { composer, read, conversation } = open();
    composer.send(typed('  @kab ask @ and lll '));
    composer.send({ type: 'draft.submit' });
    const sent = { type: 'draft.submitted', text: '@Kabir ask @Everyone and @Everyone', files: [], replyTo: null };
    expect(conversation.received).toEqual([sent]);
    expect(read(selectText)).toBe('');
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toHaveLength(1);
  });

  it('cycles through the suggestions both ways, and inserts the active one, or the first if none is picked (S1 §5)', () => {
    const { composer, read } = open();
    const actives = (type: 'mention.next' | 'mention.previous') =>
      [1, 2, 3].map(() => {
        composer.send({ type });
        return read(selectActive);
      });
    composer.send(typed('@ka'));
    expect(actives('mention.next')).toEqual([0, 1, 0]);
    composer.send(typed('@ka'));
    expect(read(selectActive)).toBe(-1);
    expect(actives('mention.previous')).toEqual([1, 0, 1]);
    composer.send({ type: 'mention.choose' });
    expect(read(selectText)).toBe('@Kavita ');
    composer.send(typed('@ka'));
    composer.send({ type: 'mention.choose' });
    expect(read(selectText)).toBe('@Kabir ');
  });

  it('asks for the names of the volunteers at each new @, and offers and completes them once they are known (DECISIONS P20)', () => {
    const { composer, read, ports, conversation } = open();
    composer.send(typed('Ask mira@example.org'));
    expect(ports.mentionNames.received).toEqual([]);
    composer.send(typed('Ask @'));
    composer.send(typed('Ask @zar'));
    expect(ports.mentionNames.received).toEqual([{ type: 'names.want' }]);
    expect(read(selectSuggestions)).toEqual([]);
    ports.mentionNames.emit({ type: 'names.known', names: ['Zara', 'Mira'] });
    expect([read(selectIsSuggesting), read(selectSuggestions)]).toEqual([true, ['Zara']]);
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toMatchObject([{ text: 'Ask @Zara' }]);
    expect(read(selectKnownNames)).toEqual(['Asha', 'Kabir', 'Kavita', 'Mira', 'Zara']);
    // Kabir and Kavita are configured, but nobody has these names; a text that has one is highlighted and completed all the same.
    composer.send(typed('Ask @ka'));
    expect(read(selectSuggestions)).toEqual([]);
    composer.send(typed('Ask @mi'));
    expect(read(selectSuggestions)).toEqual(['Mira']);
  });

  it.each([
    ['is pasted', typed('Ask @zar')],
    ['comes back from the device', { type: 'draft.restored', draft: { ...draft, text: 'Ask @zar' } }],
    [
      'is in an edit that comes back',
      { type: 'draft.restored', draft: { ...draft, edit: { message: original, text: 'Ask @zar' } } },
    ],
  ] as const)('asks for them, too, if a mention %s', (_, event) => {
    const { composer, ports } = open();
    composer.send(event);
    expect(ports.mentionNames.received).toEqual([{ type: 'names.want' }]);
  });

  it('knows the own first name from the start, but offers and completes no empty one (DECISIONS 316)', () => {
    const own = open({ knownNames: ['Asha'] });
    expect(splitMentions('@Mira and @Tara', own.read(selectKnownNames)).filter(({ mention }) => mention)).toEqual([
      { text: '@Mira', mention: true },
    ]);
    const nameless = open({ knownNames: ['Asha'], me: { ...mira, firstName: '' } });
    nameless.composer.send(typed('Ask @'));
    expect(nameless.read(selectSuggestions)).toEqual(['Asha', 'Everyone']);
    expect(splitMentions('@Mira, @ Asha', nameless.read(selectKnownNames))).toEqual([
      { text: '@Mira, @ Asha', mention: false },
    ]);
  });

  it('keeps the name that is picked while the names of the volunteers come, as long as it is among them', () => {
    const { composer, read, ports } = open();
    composer.send(typed('Ask @ka'));
    composer.send({ type: 'mention.next' });
    expect(read(selectSuggestions)[read(selectActive)]).toBe('Kabir');
    ports.mentionNames.emit({ type: 'names.known', names: ['Kaa', 'Kabir'] });
    expect(read(selectSuggestions)[read(selectActive)]).toBe('Kabir');
    ports.mentionNames.emit({ type: 'names.known', names: ['Kaa'] });
    expect([read(selectSuggestions), read(selectActive)]).toEqual([['Kaa'], -1]);
  });

  it('adds what was written before the stored draft was read to that draft (DECISIONS 250)', () => {
    const { composer, read, ports } = open();
    composer.send(typed('New'));
    ports.draftStore.emit({ type: 'draft.restored', draft });
    expect([read(selectText), read(selectReplyTo)]).toEqual(['Half a\nNew', original]);
    const kept = { type: 'draft.keep', draft: { text: 'Half a\nNew', replyTo: original } };
    expect(ports.draftStore.received.at(-1)).toEqual(kept);
  });

  it('follows what another tab makes of the draft that both show, and does not store it again (DECISIONS 265)', () => {
    const { read, ports } = open();
    ports.draftStore.emit({ type: 'draft.restored', draft });
    ports.draftStore.emit({ type: 'draft.replaced', drafts: [] });
    expect([read(selectText), read(selectReplyTo)]).toEqual(['', null]);
    ports.draftStore.emit({ type: 'draft.replaced', drafts: [{ text: 'Later', replyTo: null }, draft] });
    expect([read(selectText), read(selectReplyTo)]).toEqual(['Half a\nLater', original]);
    expect(ports.draftStore.received).toEqual([]);
  });

  it('does not send a blank text, unless media is being attached (S1 §5)', () => {
    const { composer, read, ports, conversation } = open();
    composer.send(typed(' \n'));
    expect(read(selectCanSubmit)).toBe(false);
    ports.attachments.emit({ type: 'attachments.changed', files: [photo], isReady: true });
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toEqual([{ type: 'draft.submitted', text: '', files: [photo], replyTo: null }]);
  });

  it('does not restore the reply of a draft over one that was started meanwhile', () => {
    const { composer, read, ports } = open();
    composer.send({ type: 'reply.choose', message: message({ id: '8' }) });
    ports.draftStore.emit({ type: 'draft.restored', draft });
    expect(read(selectReplyTo)?.id).toBe('8');
  });

  it('does not reply to a deleted message', () => {
    const { composer, read } = open();
    composer.send({ type: 'reply.choose', message: message({ id: '8', deletedAt: '2026-03-10T09:00:00Z' }) });
    expect(read(selectReplyTo)).toBe(null);
  });

  it('keeps the text and the attachments when a voice message is sent', () => {
    const { composer, read, ports } = open();
    composer.send(typed('Dog'));
    ports.recording.emit({ type: 'recording.began' });
    ports.recording.emit({ type: 'recording.stopped' });
    ports.recording.emit({ type: 'recording.ready', recording });
    ports.recording.emit({ type: 'recording.ended' });
    expect(read(selectText)).toBe('Dog');
    expect(ports.attachments.received).toEqual([]);
    expect(read(selectCanSubmit)).toBe(true);
  });

  it('clears the kept draft, its reply target too, once the store or the server has the message, and not before', () => {
    const { composer, ports } = open();
    const kept = () => ports.draftStore.received;
    composer.send({ type: 'reply.choose', message: original });
    composer.send(typed('On my way'));
    composer.send({ type: 'draft.submit' });
    composer.send(typed('And'));
    expect(kept().at(-1)).toEqual({ ...EMPTY_DRAFT, draft: { text: 'On my way', replyTo: original } });
    composer.send(typed(''));
    composer.send({ type: 'lane.secured' });
    expect(kept().slice(-2)).toEqual([EMPTY_DRAFT, EMPTY_FILES]);
    composer.send(typed('And'));
    expect(kept().at(-1)).toEqual({ ...EMPTY_DRAFT, draft: { text: 'And', replyTo: null } });
  });

  it('keeps what is attached until the store or the server has its message, and not what was sent with it afterwards', () => {
    const { composer, ports } = open();
    const kept = () => ports.draftStore.received.flatMap(({ type, files }) => (type === 'files.keep' ? [files] : []));
    ports.attachments.emit({ type: 'attachments.changed', files: [photo], isReady: true });
    composer.send({ type: 'draft.submit' });
    ports.attachments.emit({ type: 'attachments.changed', files: [], isReady: true });
    expect(kept()).toEqual([[photo]]);
    composer.send({ type: 'lane.secured' });
    expect(kept()).toEqual([[photo], []]);
  });

  it('keeps a recording until the store or the server has its message', () => {
    const { composer, ports, conversation } = open();
    const kept = () =>
      ports.draftStore.received.flatMap((command) => (command.type === 'files.keep' ? [command.recording] : []));
    ports.recording.emit({ type: 'recording.began' });
    ports.recording.emit({ type: 'recording.changed', recording });
    ports.recording.emit({ type: 'recording.stopped' });
    ports.recording.emit({ type: 'recording.ready', recording });
    ports.recording.emit({ type: 'recording.changed', recording: null });
    ports.recording.emit({ type: 'recording.ended' });
    expect(conversation.received).toContainEqual({ type: 'draft.submitted', text: '', files: [voice], replyTo: null });
    expect(kept()).toEqual([recording]);
    composer.send({ type: 'lane.secured' });
    expect(kept()).toEqual([recording, null]);
  });

  it('restores the draft after an edit, whose text is stored beside it (DECISIONS 164, 255)', () => {
    const { composer, read, ports, conversation } = open();
    const own = message({ id: '9', text: 'Dog at gate' });
    composer.send({ type: 'reply.choose', message: original });
    composer.send(typed('Half a'));
    for (const end of ['edit.cancel', 'draft.submit'] as const) {
      composer.send({ type: 'edit.choose', message: own });
      composer.send(typed(' Dog at the gate, ask @kab '));
      const edit = { message: own, text: ' Dog at the gate, ask @kab ' };
      expect(ports.draftStore.received.at(-1)).toEqual({ ...EMPTY_DRAFT, draft: { ...draft, edit } });
      composer.send({ type: end });
      expect(ports.draftStore.received.at(-1)).toEqual({ ...EMPTY_DRAFT, draft });
      expect([read(selectText), read(selectReplyTo)]).toEqual(['Half a', original]);
    }
    expect(conversation.received).toEqual([
      { type: 'edit.submitted', message: own, text: 'Dog at the gate, ask @Kabir' },
    ]);
  });

  it('may remove the text of a photo, but not all text of a message without a file; attached files stay for the next message', () => {
    const { composer, read, ports, conversation } = open();
    const picture = message({ id: '8', text: 'Caption', mediaUrl: '/media/8' });
    ports.attachments.emit({ type: 'attachments.changed', files: [photo], isReady: true });
    composer.send({ type: 'edit.choose', message: message({ id: '9' }) });
    composer.send(typed(' '));
    expect(read(selectCanSubmit)).toBe(false);
    composer.send({ type: 'edit.choose', message: picture });
    composer.send(typed(''));
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toEqual([{ type: 'edit.submitted', message: picture, text: '' }]);
    expect(ports.attachments.received).toEqual([]);
    expect(read(selectCanSubmit)).toBe(true);
  });

  it('neither cuts nor sends a text that is longer than the server takes, and says by how much (DECISIONS C2)', () => {
    const { composer, read, conversation } = open();
    const long = 'x'.repeat(41);
    composer.send(typed(` ${long} `));
    composer.send({ type: 'draft.submit' });
    expect([read(selectText), read(selectCharactersLeft), read(selectCanSubmit)]).toEqual([` ${long} `, -1, false]);
    // What counts is the text that is sent: its mentions are completed.
    composer.send(typed(`${'x'.repeat(33)} @kab`));
    expect(read(selectCharactersLeft)).toBe(0);
    composer.send(typed(`${'x'.repeat(34)} @kab`));
    composer.send({ type: 'draft.submit' });
    expect([read(selectCharactersLeft), conversation.received]).toEqual([-1, []]);
    composer.send(typed(long.slice(1)));
    expect(read(selectCharactersLeft)).toBe(0);
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toMatchObject([{ text: long.slice(1) }]);
  });

  it('asks for the focus when the member has chosen Reply or Edit, also the same one again, and never by itself', () => {
    const { composer, ports } = open();
    const own = message({ id: '9', text: 'Dog at gate' });
    const wanted: string[] = [];
    composer.on('*', ({ type }) => wanted.push(type));
    ports.draftStore.emit({ type: 'draft.restored', draft });
    expect(wanted).toEqual([]);
    for (let time = 0; time < 2; time++) composer.send({ type: 'reply.choose', message: original });
    expect(wanted).toEqual(['focus.wanted', 'focus.wanted']);
    composer.send(typed(''));
    composer.send({ type: 'edit.choose', message: own, text: 'Dog at the gate' });
    expect(wanted).toHaveLength(2);
    composer.send({ type: 'edit.choose', message: own });
    expect(wanted).toHaveLength(3);
  });

  it('says why nothing can be sent, why nothing can be attached or recorded, and why nothing can be edited', () => {
    const { composer, read, ports } = open();
    const blockedBy = () => [selectSubmitBlockedBy, selectMediaBlockedBy, selectEditBlockedBy].map(read);
    /** A place, for example, which is sent whatever is written. */
    const sends = () => read(selectSendBlockedBy);
    expect(blockedBy()).toEqual(['Write or attach something first.', null, null]);
    ports.attachments.emit({ type: 'attachments.changed', files: [photo], isReady: false });
    expect(blockedBy()).toEqual(['The attached photo is still being made smaller.', null, null]);
    ports.attachments.emit({ type: 'attachments.changed', files: [photo], isReady: true });
    expect(blockedBy()).toEqual([null, null, null]);
    composer.send({ type: 'upload.began' });
    expect(blockedBy()).toEqual(['It can be sent when the upload before it has ended.', null, null]);
    expect(sends()).toBe('It can be sent when the upload before it has ended.');
    composer.send({ type: 'upload.ended' });
    ports.recording.emit({ type: 'recording.began' });
    expect([...blockedBy(), sends()]).toEqual(Array(4).fill('Stop or cancel the recording first.'));
    ports.recording.emit({ type: 'recording.stopped' });
    expect([...blockedBy(), sends()]).toEqual(Array(4).fill('Send or discard the recording first.'));
    ports.recording.emit({ type: 'recording.ended' });
    expect(sends()).toBe(null);
    composer.send({ type: 'edit.choose', message: message({ id: '9', text: 'Dog at gate' }) });
    expect(blockedBy()).toEqual([null, 'Save or cancel the edit first.', null]);
    composer.send(typed(' '));
    expect(blockedBy()).toEqual(['Write something first.', 'Save or cancel the edit first.', null]);
    composer.send({ type: 'edit.cancel' });
    composer.send(typed('x'.repeat(42)));
    expect(blockedBy()).toEqual([
      'The message has 2 characters too many. Shorten it, or send it in parts.',
      null,
      null,
    ]);
  });

  it('neither cuts nor sends an edit that is too long', () => {
    const { composer, read, conversation } = open();
    composer.send({ type: 'edit.choose', message: message({ id: '9' }) });
    composer.send(typed('x'.repeat(41)));
    composer.send({ type: 'draft.submit' });
    expect([read(selectText).length, read(selectCanSubmit), conversation.received]).toEqual([41, false, []]);
  });

  it('sends any text to a server that has no limit', () => {
    const { ports, conversation } = props();
    const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
    const composer = createActor(composerMachine.provide({ actors: actors as never }), {
      input: { ...inputOf({ ports, conversation }), textLimit: null },
    }).start();
    composer.send(typed('x'.repeat(5_000)));
    expect(selectCharactersLeft(composer.getSnapshot())).toBe(null);
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toMatchObject([{ text: 'x'.repeat(5_000) }]);
  });
});
