import { Fragment } from 'react';

/** Names in one line, separated by commas, each in its own writing direction. */
export function Names({ names }: { names: readonly string[] }) {
  return names.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name, and nothing here has a state.
    <Fragment key={at}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
}
