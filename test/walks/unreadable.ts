import * as v from 'valibot';
import { listOf } from '../../src/contract/lists';

/** A list as it is after it was read, of which one more element could not be read. */
export const unreadable = <Element>(elements: readonly Element[]): readonly Element[] =>
  v.parse(listOf(v.custom<Element>((one) => one !== null)), [...elements, null]);
