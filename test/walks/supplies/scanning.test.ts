import { expect } from 'vitest';
import {
  scanningMachine,
  selectCode,
  selectFailure,
  selectIsWatching,
  selectPicture,
  selectUnknown,
} from '../../../src/machines/supplies/scanning.machine';
import { testMutants } from '../../kit/mutants';
import { type RunningChart, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { bandage } from './samples';

const props = () => ({ ports: { camera: streamPort() } });
type Setup = RunningChart<typeof scanningMachine> & ReturnType<typeof props>;
const picture = { id: 'picture' } as unknown as MediaStream;
const KNOWN = '8901234500019';

/** It ends with an item, with a code for a new one, or with neither. */
const ends = (output: object) => ({
  to: 'closed',
  sees: ({ actor }: Setup) => expect(actor.getSnapshot().output).toEqual(output),
});
const found = ends({ item: bandage(), newCode: null });
const notFound = (to: string) => ({
  to,
  sees: ({ read }: Setup) =>
    expect([read(selectUnknown), read(selectFailure)]).toEqual([
      '4006381333931',
      'No item has the barcode 4006381333931.',
    ]),
});

const walk = walkOf({
  machine: scanningMachine,
  props,
  inputs: [true, false].map((hasReader) => () => ({ items: [bandage()], hasReader })),
  key: ({ context: { code, unknown, picture } }) => [code, unknown, picture !== null],
  samples: {
    'the camera is open': said('camera', { type: 'camera.opened', picture }),
    'there is no camera': said('camera', { type: 'camera.failed' }),
    // A reader of short codes puts a zero before them.
    'a known code is seen': said('camera', { type: 'code.seen', code: `0${KNOWN}` }),
    'an unknown code is seen': said('camera', { type: 'code.seen', code: '4006381333931' }),
    'a known code': { type: 'code.changed', code: ` ${KNOWN}` },
    'an unknown code': { type: 'code.changed', code: '4006381333931 ' },
    'no code': { type: 'code.changed', code: ' ' },
    submit: { type: 'code.submit' },
    create: { type: 'item.create' },
    close: { type: 'modal.close' },
  },
  states: {
    open: {
      // It is opened once.
      sees: ({ ports, actor }) => expect(ports.camera.calls.length).toBe(actor.getSnapshot().context.hasReader ? 1 : 0),
      takes: {
        'a known code': { to: 'open', sees: ({ read }) => expect(read(selectCode)).toBe(` ${KNOWN}`) },
        'an unknown code': {
          to: 'open',
          sees: ({ read }) => expect([read(selectUnknown), read(selectFailure)]).toEqual([null, null]),
        },
        'no code': { to: 'open', sees: ({ read }) => expect(read(selectCode)).toBe(' ') },
        submit: ({ context: { code } }) => {
          if (code.trim() === '') return null;
          return code.includes(KNOWN) ? found : notFound('open');
        },
        create: ({ context: { unknown } }) => unknown && ends({ item: null, newCode: '4006381333931' }),
        close: ends({ item: null, newCode: null }),
      },
    },
    'open.watching': {
      sees: ({ read, ports, actor }) => {
        expect([read(selectIsWatching), ports.camera.running]).toEqual([true, true]);
        expect(actor.getSnapshot().context.hasReader).toBe(true);
      },
      takes: {
        'the camera is open': { to: 'open.watching', sees: ({ read }) => expect(read(selectPicture)).toBe(picture) },
        'there is no camera': {
          to: 'open.typing',
          sees: ({ read }) => expect(read(selectFailure)).toBe('The camera cannot be used. Please type the code.'),
        },
        'a known code is seen': found,
        'an unknown code is seen': notFound('open.watching'),
      },
    },
    'open.typing': {
      sees: ({ read, ports }) => {
        expect([read(selectIsWatching), ports.camera.running, read(selectPicture)]).toEqual([false, false, null]);
      },
    },
    // The camera is released.
    closed: { sees: ({ ports, read }) => expect([ports.camera.running, read(selectPicture)]).toEqual([false, null]) },
  },
});
testWalk(walk);
testMutants(walk);
