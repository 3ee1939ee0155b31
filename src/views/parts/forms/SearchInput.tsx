import type { ComponentProps, KeyboardEvent } from 'react';
import { TextInput } from './Inputs';

/** A text input for a search, inside a `Field`. The results follow what is typed. */
export const SearchInput = (props: ComponentProps<'input'>) => (
  <TextInput type="search" autoComplete="off" enterKeyHint="search" onKeyDown={showResults} {...props} />
);

/** On a phone Enter, which is 'Search' there, takes away the keyboard: it covers the results. */
function showResults({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key === 'Enter' && !nativeEvent.isComposing && !matchMedia('(pointer: fine)').matches) currentTarget.blur();
}
