// What the walks must take, and what is left. Plain data in, plain data out: npm run walks reads the files.

/**
 * The charts whose every transition must be walked at a level, or be listed in test/uncaused.json: every lifecycle on the real server,
 * and in a browser what members do with sessions, messages, recordings, submissions, reports, incidents and requests.
 * At the level 'chart' this is required of every chart; test/kit/walk.ts checks it.
 */
export const mustBeWalked = {
  server: [
    'messageLifecycle',
    'incidentLifecycle',
    'caseLifecycle',
    'membershipLifecycle',
    'requisitionLifecycle',
    'movementLifecycle',
  ],
  browser: [
    'session',
    'composer',
    'conversation',
    'history',
    'recording',
    'submission',
    'queue',
    'report',
    'incident',
    'handling',
    'cart',
  ],
};

/** The names of the transitions of a chart that were taken at a level. */
function takenAt(walks, level, chart) {
  const paths = walks.filter((walk) => walk.machine === chart && walk.level === level).flatMap((walk) => walk.paths);
  return new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => step.transitions)));
}

/**
 * The condition and the targets of each transition by its id, so that a record of walks can tell what has changed since.
 * @param charts the files of docs/charts
 */
export const rulesOf = (charts) =>
  Object.fromEntries(
    charts.flatMap(({ transitions }) => transitions.map(({ id, guard, targets }) => [id, { guard, targets }])),
  );

/**
 * How much of each chart was walked, as lines of a table.
 * @param charts the files of docs/charts
 * @param walks the records of test/kit/walking/record.ts
 * @param levels the levels that were walked
 */
export function walkedTable(charts, walks, levels) {
  const row = (chart, states, transitions, taken, refusals) =>
    chart.padEnd(24) +
    String(states).padStart(8) +
    String(transitions).padStart(13) +
    taken.map((count) => String(count).padStart(10)).join('') +
    String(refusals).padStart(10);
  return [
    row('chart', 'states', 'transitions', levels, 'refusals'),
    ...charts.map(({ chart, states, transitions }) => {
      const taken = levels.map((level) => {
        const isWalked = walks.some((walk) => walk.machine === chart && walk.level === level && walk.paths.length > 0);
        const names = takenAt(walks, level, chart);
        return isWalked ? transitions.filter(({ id }) => names.has(id)).length : '–';
      });
      // The number of refusals that were checked.
      const refusals = walks
        .filter((walk) => walk.machine === chart)
        .flatMap(({ paths }) => paths)
        .reduce((sum, path) => sum + (path.refusals ?? 0), 0);
      return row(chart, states.length, transitions.length, taken, refusals);
    }),
  ];
}

/**
 * Compares the walks with the list of what nothing can cause.
 * @param charts the files of docs/charts
 * @param walks the records of test/kit/walking/record.ts
 * @param uncaused the entries of test/uncaused.json
 * @param levels the levels that were walked
 * @returns lines like 'browser: session.leaving | … | 0': `unexplained` is neither walked nor listed, `needless` is both
 */
export function compareWalks(charts, walks, uncaused, levels = Object.keys(mustBeWalked)) {
  const isListed = new Set(uncaused.map(({ level, transition }) => `${level}: ${transition}`));
  const unexplained = levels.flatMap((level) =>
    (mustBeWalked[level] ?? []).flatMap((name) => {
      const found = charts.find(({ chart }) => chart === name);
      if (!found) return [`${level}: there is no chart ${name}`];
      const taken = takenAt(walks, level, name);
      return found.transitions.filter(({ id }) => !taken.has(id)).map(({ id }) => `${level}: ${id}`);
    }),
  );
  const needless = charts.flatMap(({ chart, transitions }) =>
    ['server', 'browser'].flatMap((level) => {
      const taken = takenAt(walks, level, chart);
      return transitions.filter(({ id }) => taken.has(id)).map(({ id }) => `${level}: ${id}`);
    }),
  );
  return {
    unexplained: unexplained.filter((name) => !isListed.has(name)),
    needless: needless.filter((name) => isListed.has(name)),
  };
}
