import { setup } from 'xstate';

/** The reports that a team member can make on the way to the animal. */
export type MovementLifecycleEvent =
  | { type: 'movement.depart'; isInTeam: boolean }
  | { type: 'movement.arrive'; isInTeam: boolean }
  | { type: 'movement.withdraw'; isInTeam: boolean };

/**
 * How far a team member is on the way to the animal, by their own reports, while the case is open (DECISIONS 154). It ends with the
 * case. Repeating a report changes nothing, because a report that was made without a network may arrive twice.
 */
export const movementLifecycle = setup({
  types: { events: {} as MovementLifecycleEvent },
  guards: { isOfTeam: ({ event }) => event.isInTeam },
}).createMachine({
  id: 'movementLifecycle',
  initial: 'NOT_SAID',
  states: {
    NOT_SAID: {
      description: 'The member has reported nothing yet.',
      on: {
        'movement.depart': {
          guard: 'isOfTeam',
          target: 'ON_MY_WAY',
          description: "'I'm on my way': only a member of the team, for themselves. DECISIONS 154",
        },
        'movement.arrive': {
          guard: 'isOfTeam',
          target: 'ARRIVED',
          description: "'I have arrived', without being on the way first: the member was there already. DECISIONS 154",
        },
        'movement.withdraw': {
          guard: 'isOfTeam',
          target: 'NOT_SAID',
          description: 'A repeated report changes nothing.',
        },
      },
    },
    ON_MY_WAY: {
      description: 'On the way to the animal.',
      on: {
        'movement.depart': {
          guard: 'isOfTeam',
          target: 'ON_MY_WAY',
          description: 'A repeated report changes nothing.',
        },
        'movement.arrive': { guard: 'isOfTeam', target: 'ARRIVED', description: "'I have arrived'. DECISIONS 154" },
        'movement.withdraw': {
          guard: 'isOfTeam',
          target: 'NOT_SAID',
          description: "'I cannot come after all', or the button was pressed by mistake. DECISIONS 154",
        },
      },
    },
    ARRIVED: {
      description: 'With the animal.',
      on: {
        'movement.arrive': { guard: 'isOfTeam', target: 'ARRIVED', description: 'A repeated report changes nothing.' },
        'movement.withdraw': {
          guard: 'isOfTeam',
          target: 'NOT_SAID',
          description: 'The button was pressed by mistake. DECISIONS 154',
        },
      },
    },
  },
});
