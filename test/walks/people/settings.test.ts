import { expect } from 'vitest';
import { selectSettingRef, settingsMachine } from '../../../src/machines/people/settings.machine';
import { testMutants } from '../../kit/mutants';
import { streamPort, testWalk, walkOf } from '../../kit/walk';
import { listeners } from './profileSamples';

const walk = walkOf({
  machine: settingsMachine,
  props: () => ({
    ports: { availability: streamPort(), medicineBox: streamPort(), vehicle: streamPort(), shelter: streamPort() },
    ...listeners(),
  }),
  input: ({ session, notices }) => ({ session: session.ref, notices: notices.ref }),
  samples: {},
  states: {
    running: {
      sees: ({ ports, read, session, notices }) => {
        const names = ['availability', 'medicineBox', 'vehicle', 'shelter'] as const;
        const around = { session: session.ref, notices: notices.ref };
        for (const name of names) {
          expect(ports[name].calls).toEqual([{ ...around, setting: name }]);
          expect(read(selectSettingRef(name))?.id).toBe(name);
        }
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
