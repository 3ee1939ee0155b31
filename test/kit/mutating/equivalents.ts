const again = 'It leads back at once: what is asked there does not change.';

/** Mutants that behave like their chart, by chart and title, each with the reason. `npm run mutants` checks that they survive. */
export const equivalents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  archives: { 'failed archives.retry[0] led to checking': 'It is checked again, and loads.' },
  composer: {
    'text draft.changed[1] action 2 dropped':
      "Names are wanted at a bare @. 'Everyone' always fits that, so it is the first alternative.",
  },
  incidentDetails: {
    'failed details.retry[0] led to opening': 'It leads on to loading at once: what the modal needs was there before.',
  },
  kit: { 'other feed.fetched[0] led to arriving': 'It leads back at once: whose kit it is does not change.' },
  notices: {
    'showing notice.dismiss[0] action 0 dropped':
      'No id is used twice: the end of a timer that was left over finds nothing to drop.',
  },
  kitItem: {
    'open.work.setting quantity.change[0] led to arriving': again,
    'open.work.setting change.confirm[0] led to arriving': again,
    'open.work.saving xstate.error.actor.setKitItem[1] led to arriving': again,
    'open.work.removing xstate.error.actor.removeKitItem[0] led to arriving': again,
  },
};
