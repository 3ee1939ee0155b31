import { kindOf } from './media';

/** What comes of adding files to those that are attached already. */
interface Attached {
  readonly files: readonly File[];
  /** Of the first that was left out because one of its name is there already, else null. */
  readonly doubled: string | null;
  /** Whether something was left out that is no image, video or audio. */
  readonly hasUnsupported: boolean;
}

/** Adds files (S2 §5): image, video and audio are accepted; files with the same name are not added twice. */
export function attachFiles(files: readonly File[], chosen: readonly File[]): Attached {
  const attached = [...files];
  let doubled: string | null = null;
  let hasUnsupported = false;
  for (const file of chosen) {
    if (kindOf(file.type) === null) hasUnsupported = true;
    else if (attached.some(({ name }) => name === file.name)) doubled ??= file.name;
    else attached.push(file);
  }
  return { files: attached, doubled, hasUnsupported };
}
