import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, type Snapshot } from 'xstate';
import { type ComposerFact, composerMachine } from '../../../src/machines/chat/composer.machine';
import {
  selectActive,
  selectCanSubmit,
  selectCaret,
  selectEnterTakesMention,
  selectIsSuggesting,
  selectSuggestions,
  selectText,
} from '../../../src/machines/chat/composer.select';
import { testMutants } from '../../kit/mutants';
import { recorder, testWalk, walkOf } from '../../kit/walk';

type Conversation = ActorRef<Snapshot<unknown>, ComposerFact>;
const knownNames = ['Asha', 'Kabir', 'Kavita', 'Mira'];
const typed = (text: string, caret = text.length) => ({ type: 'draft.changed', text, caret }) as const;

const typing = {
  plain: 'writing',
  blank: 'writing',
  'an @name begun': 'suggesting',
  'an @name of nobody': 'writing',
} as const;
/** What a text is when it has been sent. */
const sent: Readonly<Record<string, string>> = {
  ' Dog ': 'Dog',
  '@zz': '@zz',
  'Ask @ka today': 'Ask @ka today',
  'Ask @Kabir today': 'Ask @Kabir today',
  'Ask @Kavita today': 'Ask @Kavita today',
};

const walk = walkOf({
  machine: composerMachine,
  props: () => ({ ports: {}, conversation: recorder<Conversation>() }),
  input: ({ conversation }) => ({ conversation: conversation.ref, knownNames }),
  key: ({ context }) => [context.text, context.active],
  samples: {
    plain: typed(' Dog '),
    blank: typed('  '),
    'an @name begun': typed('Ask @ka today', 7),
    'an @name of nobody': typed('@zz'),
    submit: { type: 'draft.submit' },
    next: { type: 'mention.next' },
    previous: { type: 'mention.previous' },
    'the active one chosen': { type: 'mention.choose' },
    'Kavita chosen': { type: 'mention.choose', name: 'Kavita' },
    'somebody else chosen': { type: 'mention.choose', name: 'Mira' },
    dismissed: { type: 'mention.dismiss' },
  },
  states: {
    writing: {
      sees: ({ read, conversation, last }) => {
        expect(read(selectIsSuggesting)).toBe(false);
        expect(read(selectSuggestions)).toEqual([]);
        expect(read(selectEnterTakesMention)).toBe(false);
        expect(read(selectCanSubmit)).toBe(read(selectText).trim() !== '');
        if (last !== 'submit') expect(conversation.received.length).toBeLessThan(2);
      },
      takes: {
        ...typing,
        submit: ({ context: { text } }) =>
          text.trim() === ''
            ? null
            : {
                to: 'writing',
                sees: ({ conversation, read }) => {
                  expect(conversation.received.at(-1)).toEqual({ type: 'draft.submitted', text: sent[text] });
                  expect([read(selectText), read(selectCaret)]).toEqual(['', 0]);
                },
              },
      },
    },
    suggesting: {
      sees: ({ read, last }) => {
        expect(read(selectSuggestions)).toEqual(['Kabir', 'Kavita']);
        expect(read(selectText)).toBe('Ask @ka today');
        expect(read(selectCanSubmit)).toBe(true);
        if (last === 'an @name begun') expect(read(selectActive)).toBe(-1);
        expect(read(selectEnterTakesMention)).toBe(read(selectActive) >= 0);
      },
      takes: {
        ...typing,
        submit: {
          to: 'writing',
          sees: ({ conversation, read }) => {
            expect(conversation.received.at(-1)).toEqual({ type: 'draft.submitted', text: 'Ask @ka today' });
            expect(read(selectText)).toBe('');
          },
        },
        next: ({ context: { active } }) => ({
          to: 'suggesting',
          sees: ({ read }) => expect(read(selectActive)).toBe({ [-1]: 0, 0: 1, 1: 0 }[active]),
        }),
        previous: ({ context: { active } }) => ({
          to: 'suggesting',
          sees: ({ read }) => expect(read(selectActive)).toBe({ [-1]: 1, 0: 1, 1: 0 }[active]),
        }),
        'the active one chosen': ({ context: { active } }) => ({
          to: 'writing',
          sees: ({ read }) => expect(read(selectText)).toBe(active === 1 ? 'Ask @Kavita today' : 'Ask @Kabir today'),
        }),
        'Kavita chosen': {
          to: 'writing',
          sees: ({ read }) => {
            expect(read(selectText)).toBe('Ask @Kavita today');
            expect(read(selectCaret)).toBe('Ask @Kavita '.length);
          },
        },
        dismissed: { to: 'writing', sees: ({ read }) => expect(read(selectText)).toBe('Ask @ka today') },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the composer', () => {
  it('completes mentions on send (S1 §5)', () => {
    const conversation = recorder<Conversation>();
    const composer = createActor(composerMachine, { input: { conversation: conversation.ref, knownNames } }).start();
    composer.send(typed('  @kab ask @ and lll '));
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toEqual([{ type: 'draft.submitted', text: '@Kabir ask @Everyone and @Everyone' }]);
    composer.send({ type: 'draft.submit' });
    expect(conversation.received).toHaveLength(1);
  });
});
