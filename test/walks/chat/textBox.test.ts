import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { type TextBoxFact, type TextBoxSnapshot, textBoxMachine } from '../../../src/machines/chat/textBox.machine';
import {
  selectActive,
  selectCaret,
  selectEnterTakesMention,
  selectIsSuggesting,
  selectSuggestions,
  selectText,
} from '../../../src/machines/chat/textBox.select';
import { testMutants } from '../../kit/mutants';
import { recorder, testWalk, walkOf } from '../../kit/walk';

type Composer = ActorRef<Snapshot<unknown>, TextBoxFact>;
const knownNames = ['Asha', 'Kabir', 'Kavita', 'Mira'];
const typed = (text: string, caret = text.length) => ({ type: 'draft.changed', text, caret }) as const;

type Read = <T>(select: (snapshot: TextBoxSnapshot) => T) => T;
const typing = {
  plain: 'writing',
  blank: 'writing',
  'an @name begun': 'suggesting',
  'an @name of nobody': 'writing',
  'replaced by another': {
    to: 'writing',
    sees: ({ read }: { read: Read }) => expect([read(selectText), read(selectCaret)]).toEqual(['Ask @ka', 7]),
  },
  emptied: { to: 'writing', sees: ({ read }: { read: Read }) => expect(read(selectText)).toBe('') },
} as const;
const walk = walkOf({
  machine: textBoxMachine,
  props: () => ({ ports: {}, composer: recorder<Composer>() }),
  input: ({ composer }) => ({ composer: composer.ref, knownNames }),
  key: ({ context }) => [context.text, context.active],
  samples: {
    plain: typed(' Dog '),
    blank: typed('  '),
    'an @name begun': typed('Ask @ka today', 7),
    'an @name of nobody': typed('@zz'),
    'replaced by another': { type: 'text.replace', text: 'Ask @ka' },
    emptied: { type: 'text.replace', text: '' },
    next: { type: 'mention.next' },
    previous: { type: 'mention.previous' },
    'the active one chosen': { type: 'mention.choose' },
    'Kavita chosen': { type: 'mention.choose', name: 'Kavita' },
    'somebody else chosen': { type: 'mention.choose', name: 'Mira' },
    dismissed: { type: 'mention.dismiss' },
  },
  states: {
    writing: {
      sees: ({ read, composer, last }) => {
        expect(read(selectIsSuggesting)).toBe(false);
        expect(read(selectSuggestions)).toEqual([]);
        expect(read(selectEnterTakesMention)).toBe(false);
        // What the composer has put there itself is no news to it.
        const isNews = last !== null && !['replaced by another', 'emptied', 'dismissed'].includes(last);
        if (isNews) expect(composer.received.at(-1)).toEqual({ type: 'text.changed', text: read(selectText) });
        else expect(composer.received.map(({ text }) => text)).not.toContain('');
      },
      takes: typing,
    },
    suggesting: {
      sees: ({ read, last, composer }) => {
        expect(read(selectSuggestions)).toEqual(['Kabir', 'Kavita']);
        expect(read(selectText)).toBe('Ask @ka today');
        expect(composer.received.at(-1)).toEqual({ type: 'text.changed', text: 'Ask @ka today' });
        if (last === 'an @name begun') expect(read(selectActive)).toBe(-1);
        expect(read(selectEnterTakesMention)).toBe(read(selectActive) >= 0);
      },
      takes: {
        ...typing,
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
