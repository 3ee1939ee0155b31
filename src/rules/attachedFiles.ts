import { uploadLimits } from '../contract/uploads';
import { kindOf } from './media';

/** What comes of adding files to those that are attached already. */
interface Attached {
  readonly files: readonly File[];
  /** Of the first that was left out because one of its name is there already, else null. */
  readonly doubled: string | null;
  /** Whether something was left out that is no image, video or audio. */
  readonly hasUnsupported: boolean;
  /** Whether something was left out because a form takes no more. */
  readonly hasTooMany: boolean;
}

/**
 * Adds files (S2 §5): image, video and audio are accepted; files with the same name are not added twice, and not more than a
 * form takes (DECISIONS 84).
 */
export function attachFiles(files: readonly File[], chosen: readonly File[]): Attached {
  const attached = [...files];
  let doubled: string | null = null;
  let hasUnsupported = false;
  let hasTooMany = false;
  for (const file of chosen) {
    if (kindOf(file.type) === null) hasUnsupported = true;
    else if (attached.some(({ name }) => name === file.name)) doubled ??= file.name;
    else if (attached.length >= uploadLimits.formFiles) hasTooMany = true;
    else attached.push(file);
  }
  return { files: attached, doubled, hasUnsupported, hasTooMany };
}

/** Of chosen files those that a form which has some already has room for. What is of no accepted kind takes none: it is refused later. */
export function fittingFiles(attached: number, chosen: readonly File[]): readonly File[] {
  let room = uploadLimits.formFiles - attached;
  return chosen.filter(({ type }) => kindOf(type) === null || room-- > 0);
}
