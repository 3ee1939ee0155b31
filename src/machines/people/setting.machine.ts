import { assign, type SnapshotFrom, sendTo } from 'xstate';
import { fieldsOf, type Setting, type SettingValue, settingFailureText, settingOf } from '../../rules/people/settings';
import { briefNotice, type NoticesRef } from '../session/notices.machine';
import type { SessionRef } from '../session/session.machine';
import { selectProfile } from '../session/session.select';
import { workflow } from '../supervision';
import { saveSetting } from './ports';

export interface SettingInput {
  readonly setting: Setting;
  /** The session, which keeps the confirmed profile. */
  readonly session: SessionRef;
  readonly notices: NoticesRef;
}

interface SettingContext extends SettingInput {
  /** The value that the member has chosen. */
  readonly wanted: SettingValue;
  /** The value that is being sent to the server. */
  readonly sent: SettingValue;
}

type SettingEvent = { type: 'setting.change'; value: SettingValue };

/**
 * One setting of the profile. A choice is shown at once; if saving fails, the last confirmed value is shown again (S2 §4, DECISIONS
 * 20). The session keeps the confirmed value.
 */
export const settingMachine = workflow({
  types: { input: {} as SettingInput, context: {} as SettingContext, events: {} as SettingEvent },
  actors: { saveSetting },
  guards: { isOutdated: ({ context: { wanted, sent } }) => wanted !== sent },
  actions: {
    keepWanted: assign({ wanted: ({ event }) => event.value }),
    tellConfirmed: sendTo(
      ({ context }) => context.session,
      ({ context: { setting, sent } }) => ({ type: 'profile.confirmed', fields: fieldsOf[setting](sent) }),
    ),
  },
}).createMachine({
  id: 'setting',
  context: ({ input }) => ({ ...input, wanted: null, sent: null }),
  initial: 'confirmed',
  states: {
    confirmed: {
      description: "The session's value is shown.",
      on: { 'setting.change': { target: 'saving', actions: 'keepWanted' } },
    },
    saving: {
      description:
        'The chosen value is shown. One call at a time, so that the calls of quick presses cannot overtake each other.',
      entry: assign({ sent: ({ context }) => context.wanted }),
      on: {
        'setting.change': {
          actions: 'keepWanted',
          description: 'The last press counts; it is sent after the current call.',
        },
      },
      invoke: {
        id: 'saveSetting',
        src: 'saveSetting',
        input: ({ context: { setting, sent } }) => ({ setting, value: sent }),
        onDone: [
          { guard: 'isOutdated', target: 'saving', reenter: true, actions: 'tellConfirmed' },
          { target: 'confirmed', actions: 'tellConfirmed' },
        ],
        onError: [
          {
            guard: 'isOutdated',
            target: 'saving',
            reenter: true,
            description: 'The member has chosen another value meanwhile: it is sent next.',
          },
          {
            target: 'confirmed',
            actions: sendTo(
              ({ context }) => context.notices,
              ({ context: { setting, sent, session } }) => {
                const profile = selectProfile(session.getSnapshot());
                return briefNotice(settingFailureText(setting, sent, profile && settingOf(profile, setting)));
              },
            ),
            description: "'Failed to update {field}. Please try again.' for 3 s. S2 §8, §9",
          },
        ],
      },
    },
  },
});
type SettingSnapshot = SnapshotFrom<typeof settingMachine>;

/** The chosen value while the server has not confirmed it; undefined otherwise. */
export const selectWanted = (snapshot: SettingSnapshot): SettingValue | undefined =>
  snapshot.matches('saving') ? snapshot.context.wanted : undefined;
