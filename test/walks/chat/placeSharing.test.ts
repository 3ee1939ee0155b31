import { describe, expect, it } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import {
  type PlaceSharingFact,
  placeSharingMachine,
  selectFailure,
  selectIsLocating,
  selectIsOpen,
} from '../../../src/machines/chat/placeSharing.machine';
import { myPlaceText } from '../../../src/rules/chat/chatTexts';
import { splitReferences } from '../../../src/rules/chat/references';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, type RunningChart, recorder, testWalk, walkOf } from '../../kit/walk';
import { deviceRefuses } from '../device.facts';
import { told } from '../incidents/samples';
import { placeEvents, placeFacts } from './placeSharing.facts';

const props = () => ({
  ports: { locate: promisePort() },
  conversation: recorder<ActorRef<Snapshot<unknown>, PlaceSharingFact>>(),
});
type Setup = RunningChart<typeof placeSharingMachine> & ReturnType<typeof props>;

const FOUND = { type: 'place.found', text: 'My place: 18.52040, 73.85670, exact to about 12 m' };

const walk = walkOf({
  machine: placeSharingMachine,
  props,
  input: ({ conversation }) => ({ conversation: conversation.ref }),
  samples: {
    ...placeEvents,
    'the device answers': done('locate', { latitude: 18.520401, longitude: 73.8567, accuracy: 11.2 }),
    ...deviceRefuses,
  },
  states: statesOf(placeFacts, {
    shows({ read, ports, conversation }: Setup, shown) {
      const isLocating = read(selectIsLocating);
      expect({ isOpen: read(selectIsOpen), isLocating, failure: read(selectFailure) }).toMatchObject(shown);
      expect(ports.locate.running).toBe(isLocating);
      told(conversation);
    },
    after({ read, conversation }, { failure = null, isSent }) {
      expect(read(selectFailure)).toBe(failure);
      told(conversation, isSent ? FOUND : null);
    },
  }),
});
testWalk(walk);
testMutants(walk);

describe('the message that says where a member is', () => {
  it.each([
    [
      { latitude: 18.5204, longitude: 73.8567, accuracy: 8 },
      'My place: 18.52040, 73.85670, exact to about 8 m',
      '18.5204,73.8567',
    ],
    [
      { latitude: -33.9, longitude: -0.00001, accuracy: 1500.4 },
      'My place: -33.90000, -0.00001, exact to about 1600 m',
      '-33.9,-0.00001',
    ],
    [{ latitude: 0, longitude: 180 }, 'My place: 0.00000, 180.00000', '0,180'],
  ])('%o', (place, text, query) => {
    expect(myPlaceText(place)).toBe(text);
    // Its coordinates are a link to the map, as of any message.
    const links = splitReferences(text).filter(({ href }) => href !== null);
    expect(links).toEqual([
      { text: expect.any(String), href: `https://www.google.com/maps/search/?api=1&query=${query}` },
    ]);
  });
});
