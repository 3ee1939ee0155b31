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
import { LocationFailure } from '../../../src/rules/incidents/locationTexts';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, type RunningChart, recorder, testWalk, walkOf } from '../../kit/walk';

const props = () => ({
  ports: { locate: promisePort() },
  conversation: recorder<ActorRef<Snapshot<unknown>, PlaceSharingFact>>(),
});
type Setup = RunningChart<typeof placeSharingMachine> & ReturnType<typeof props>;
const looks = ({ read, ports }: Setup) => ({
  isOpen: read(selectIsOpen),
  isLocating: read(selectIsLocating),
  locates: ports.locate.running,
});
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ read, conversation }: Setup) => {
    expect(read(selectFailure)).toBe(text);
    expect(conversation.received).toEqual([]);
  },
});
// S2 §8, "Location".
const UNRETRIEVABLE = failing('Unable to retrieve location. Please check your browser permissions.');

const walk = walkOf({
  machine: placeSharingMachine,
  props,
  input: ({ conversation }) => ({ conversation: conversation.ref }),
  samples: {
    'Share my place': { type: 'place.ask' },
    'Share, or Try again': { type: 'place.share' },
    Cancel: { type: 'place.cancel' },
    'the device answers': done('locate', { latitude: 18.520401, longitude: 73.8567, accuracy: 11.2 }),
    'the browser has no geolocation': failed('locate', new LocationFailure('unsupported')),
    'the member does not allow it': failed('locate', new LocationFailure('denied', 'User denied Geolocation')),
    'the device takes too long': failed('locate', new LocationFailure('timeout')),
  },
  states: {
    closed: {
      sees: (setup) => {
        expect(looks(setup)).toEqual({ isOpen: false, isLocating: false, locates: false });
        // Only where the device has answered something is sent.
        if (setup.last !== 'the device answers') expect(setup.conversation.received).toEqual([]);
      },
      takes: { 'Share my place': 'asking' },
    },
    asking: {
      sees: (setup) => {
        expect(looks(setup)).toEqual({ isOpen: true, isLocating: false, locates: false });
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: { 'Share, or Try again': 'locating', Cancel: 'closed' },
    },
    locating: {
      sees: (setup) => {
        expect(looks(setup)).toEqual({ isOpen: true, isLocating: true, locates: true });
        expect(setup.read(selectFailure)).toBe(null);
      },
      takes: {
        Cancel: 'closed',
        'the device answers': {
          to: 'closed',
          sees: ({ conversation }) =>
            expect(conversation.received).toEqual([
              { type: 'place.found', text: 'My place: 18.52040, 73.85670, exact to about 12 m' },
            ]),
        },
        'the browser has no geolocation': failing('Geolocation is not supported by your browser.'),
        'the member does not allow it': UNRETRIEVABLE,
        'the device takes too long': UNRETRIEVABLE,
      },
    },
    failed: {
      sees: (setup) => expect(looks(setup)).toEqual({ isOpen: true, isLocating: false, locates: false }),
      takes: { 'Share, or Try again': 'locating', Cancel: 'closed' },
    },
  },
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
